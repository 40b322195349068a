import { deflateSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { findCvPage, withoutPageMarks } from "../../../worker/account/cv/cv-pages";
import { validateCv, cleanFileName } from "../../../worker/account/cv/cv-validation";
import { extractPdfText } from "../../../worker/account/cv/pdf-text";
import { makeCvPdf, drawText, deflateStream, makePdf, plainStream, toAscii85 } from "../../harness/make-pdf";

const toBytes = (text: string) => new TextEncoder().encode(text);
/** Milliseconds, generous for a loaded machine; `npm run prove pdf` measures on a quiet one. */
const BUSY_MACHINE_TIMEOUT_MS = 25_000;
const MEBIBYTE = 1024 * 1024;
const makeZeros = (mebibytes: number) => new Uint8Array(mebibytes * MEBIBYTE);

describe("the displayed name of a CV", () => {
  it.each([
    ["cv.pdf", "cv.pdf"],
    ["CV Ana Martin.PDF", "CV Ana Martin.pdf"],
    ["../../etc/passwd", "passwd.pdf"],
    ["C:\\fakepath\\mon cv.pdf", "mon cv.pdf"],
    ["a\r\nb\u0000c.pdf", "a b c.pdf"],
    ["cv\u202efdp.exe", "cv fdp.exe.pdf"],
    ['<b>"x"</b>.pdf', "b.pdf"],
    ["   .pdf", "cv.pdf"],
    ["", "cv.pdf"],
    ["...", "cv.pdf"],
    ["re\u0301sume\u0301.pdf", "résumé.pdf"],
    ["履歴書.pdf.pdf", "履歴書.pdf"],
    [`${"é".repeat(300)}.pdf`, `${"é".repeat(96)}.pdf`],
  ])("%j becomes %j", (given, shown) => {
    expect(cleanFileName(given)).toBe(shown);
  });
});

describe("the upload check for a PDF", () => {
  it.each([
    ["a PDF", "application/pdf", toBytes("%PDF-1.4\n"), null],
    ["a PDF of a system that does not know PDFs", "", toBytes("%PDF-1.4\n"), null],
    ["one after a mail header", "application/pdf", toBytes(`${"x".repeat(1019)}%PDF-`), null],
    ["one that begins too late", "application/pdf", toBytes(`${"x".repeat(1020)}%PDF-`), "cv_pdf_only"],
    ["a PNG named .pdf", "application/pdf", toBytes("\u0089PNG\r\n\u001a\n"), "cv_pdf_only"],
    ["a PDF that says it is a picture", "image/png", toBytes("%PDF-1.4\n"), "cv_pdf_only"],
    ["nothing", "application/pdf", toBytes(""), "cv_pdf_only"],
    [
      "exactly 5 MB",
      "application/pdf",
      (() => {
        const all = makeZeros(5);
        all.set(toBytes("%PDF-"));
        return all;
      })(),
      null,
    ],
    ["a byte more", "application/pdf", new Uint8Array(5 * MEBIBYTE + 1), "cv_too_large"],
  ])("%s", (_, type, file, code) => {
    if (code === null) expect(() => validateCv(type, file)).not.toThrow();
    else expect(() => validateCv(type, file)).toThrow(expect.objectContaining({ code }));
  });
});

describe("the page of a quotation", () => {
  const text = "\fAna Martin\nVendeuse chez Pain et Co\n\n\fCaissière, déve-\nloppement commercial\n\n\fVendeuse";

  it.each([
    ["is the one it stands on", "caissiere", 2],
    ["is found past a line broken inside a word", "Développement commercial", 2],
    ["is the first of several", "VENDEUSE", 1],
    ["is where it begins", "Pain et Co Caissière", 1],
    ["is unknown for other words", "Boulangère", null],
    ["is unknown for half a word", "Caiss", null],
    ["is unknown for no words", " – ", null],
  ])("%s", (_, quote, page) => expect(findCvPage(text, quote)).toBe(page));

  it("is unknown in a text stored without marks", () => expect(findCvPage("Ana Martin", "Ana")).toBeNull());
});

describe("the text of a PDF", () => {
  it("comes with its lines and accents, compressed or not", async () => {
    const expected = { status: "ok", text: "\fAna Martin\nDéveloppeuse TypeScript, 6 ans\nLyon (France)" };
    expect(await extractPdfText(makeCvPdf())).toEqual(expected);
    expect(
      await extractPdfText(
        makePdf([plainStream(drawText(["Ana Martin", "D\u00e9veloppeuse TypeScript, 6 ans", "Lyon (France)"]))]),
      ),
    ).toEqual(expected);
  });

  it("has a mark where each page begins, an empty one too, and reads the same without them", async () => {
    const pages = [["Ana Martin", "Lyon"], [], ["CAP vente"]].map((lines) => plainStream(drawText(lines)));
    const { text } = await extractPdfText(makePdf(pages));
    expect(text).toBe("\fAna Martin\nLyon\f\n\n\fCAP vente");
    expect(withoutPageMarks(text)).toBe("Ana Martin\nLyon\n\nCAP vente");
    expect(["lyon", "CAP", "Paris"].map((words) => findCvPage(text, words))).toEqual([1, 3, null]);
  });

  it("ends after 30 pages and 60,000 characters", async () => {
    const many = await extractPdfText(
      makePdf(Array.from({ length: 32 }, (_, page) => deflateStream(drawText([`Page number ${page + 1}.`])))),
    );
    expect(many.text).toContain("Page number 30.");
    expect(many.text).not.toContain("Page number 31.");
    const long = await extractPdfText(
      makePdf(
        Array.from({ length: 28 }, () =>
          deflateStream(drawText(Array.from({ length: 45 }, () => "motivation ".repeat(6)))),
        ),
      ),
    );
    expect({ status: long.status, length: long.text.length }).toEqual({ status: "ok", length: 60_000 });
  });

  it("is read past a picture of any size", async () => {
    const picture = deflateStream(makeZeros(40), "/Type /XObject /Subtype /Image /Width 4000 /Height 3000");
    expect(await extractPdfText(makePdf([deflateStream(drawText(["Ana Martin"]))], { objects: [picture] }))).toEqual({
      status: "ok",
      text: "\fAna Martin",
    });
  });

  it.each([
    ["words", "BT /F1 9 Tf 50 500 Td (word) Tj ET", "ok"],
    ["nothing", "0 0 1 1 re f", "no_text"],
  ])(
    "ends although its forms draw %s ten thousand million times",
    async (_, leaf, status) => {
      // Each form draws the next one ten times, ten levels deep.
      const objects = Array.from({ length: 11 }, (_level, level) => ({
        bytes: toBytes(level === 10 ? leaf : "/F Do ".repeat(10)),
        dictionary:
          "/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> /XObject <" +
          `< /F ${7 + level} 0 R >> >>`,
      }));
      const began = Date.now();
      const read = await extractPdfText(
        makePdf([plainStream(toBytes("/F Do"))], { objects, resources: "/XObject << /F 6 0 R >>" }),
      );
      expect(read.status).toBe(status);
      expect(Date.now() - began).toBeLessThan(BUSY_MACHINE_TIMEOUT_MS);
    },
    60_000,
  );

  it.each([
    ["beginnings of streams", "stream\n", ""],
    ["pictures that never end", "/Subtype/Image stream\n", ""],
    ["letters that end once", "/A85 stream\n!!", "~>"],
  ])(
    "a file of nothing but %s takes almost no time",
    async (_, part, end) => {
      const file = toBytes(`%PDF-1.7\n${part.repeat(1_000_000 / part.length)}${end}`);
      const began = Date.now();
      await extractPdfText(file);
      await scheduler.wait(1);
      expect(Date.now() - began).toBeLessThan(BUSY_MACHINE_TIMEOUT_MS);
    },
    120_000,
  );

  it("is abandoned at its time limit", async () => {
    const long = makePdf(
      Array.from({ length: 30 }, () =>
        deflateStream(toBytes(`BT /F1 9 Tf ${"1 0 0 1 50 500 Tm (w) Tj ".repeat(20_000)} ET`)),
      ),
    );
    expect(await extractPdfText(long, 30)).toEqual({ status: "too_complex", text: "" });
  });

  it.each([
    ["of the size of a CV", makeCvPdf(), 20_000],
    [
      "of the size of a CV with a large photo",
      makePdf([deflateStream(drawText(["Ana Martin"]))], {
        objects: [{ bytes: makeZeros(4), dictionary: "/Type /XObject /Subtype /Image" }],
      }),
      20_000,
    ],
    ["of three megabytes to read", makePdf([plainStream(toBytes(`BT ET ${" ".repeat(3 * MEBIBYTE)}`))]), 4_000],
    ["that unfolds to three megabytes", makePdf([deflateStream(toBytes(`BT ET ${" ".repeat(3 * MEBIBYTE)}`))]), 4_000],
  ])("one %s counts as complex by its own CPU time, not by the wall clock of a busy machine", async (_, file, time) => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    await extractPdfText(file);
    const times = timers.mock.calls.map(([, ms]) => ms);
    timers.mockRestore();
    expect(times).toContain(time);
    expect(times).not.toContain(24_000 - time);
  });

  const ascii85 = makePdf([
    {
      dictionary: "/Filter [/ASCII85Decode /FlateDecode]",
      bytes: toBytes(toAscii85(new Uint8Array(deflateSync(drawText(["Ana Martin"]))))),
    },
  ]);
  it("is read from old encodings", async () => {
    expect(await extractPdfText(ascii85)).toEqual({ status: "ok", text: "\fAna Martin" });
  });

  it.each([
    ["a page without text", makePdf([deflateStream(toBytes("0 0 100 100 re f"))]), "no_text"],
    ["no page at all", makePdf([]), "no_text"],
    [
      "an encrypted one",
      makePdf([deflateStream(drawText(["x"]))], { trailer: "/Encrypt << /Filter /Standard /V 2 /R 3 >>" }),
      "encrypted",
    ],
    [
      "one that hides that it is encrypted",
      makePdf([deflateStream(drawText(["x"]))], { trailer: "/#45ncrypt << /Filter /Standard /V 2 /R 3 >>" }),
      "encrypted",
    ],
    ["no PDF", toBytes("hello"), "invalid"],
    ["a header and nothing else", toBytes("%PDF-1.7\n"), "invalid"],
    ["a header and noise", toBytes(`%PDF-1.7\n${"\u0001\u00ff obj << stream ".repeat(500)}`), "invalid"],
    ["a stream that unfolds to 17 MiB", makePdf([deflateStream(makeZeros(17))]), "too_complex"],
    [
      "many that unfold to 80 MiB",
      makePdf(Array.from({ length: 8 }, () => deflateStream(makeZeros(10)))),
      "too_complex",
    ],
    [
      "a compressed stream within another",
      makePdf([deflateStream(new Uint8Array(deflateSync(makeZeros(8))))]),
      "too_complex",
    ],
    [
      "a bomb in letters",
      makePdf([
        { dictionary: "/Filter [/A85 /Fl]", bytes: toBytes(toAscii85(new Uint8Array(deflateSync(makeZeros(17))))) },
      ]),
      "too_complex",
    ],
    ["a coding without a bound", makePdf([{ dictionary: "/Filter /LZWDecode", bytes: toBytes("x") }]), "too_complex"],
  ])("%s is reported as such", async (_, file, status) => {
    expect(await extractPdfText(file)).toEqual({ status, text: "" });
  });
});
