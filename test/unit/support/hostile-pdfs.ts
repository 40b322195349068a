import { brotliCompressSync, constants, deflateRawSync, deflateSync } from "node:zlib";
import type { CvTextStatus } from "../../../worker/contract/account";
import { makeCvPdf, deflateStream, makePdf, plainStream, toAscii85 } from "../../harness/make-pdf";

/** A hostile document and its allowed results; reading must end. */
export interface HostilePdf {
  what: string;
  make: () => Uint8Array<ArrayBuffer>;
  /** File name in the upload. */
  name?: string;
  becomes: CvTextStatus[];
  /** Read for seconds: by `npm run prove pdf` alone. */
  isLong?: true;
}

const MEBIBYTE = 1024 * 1024;
/** Zeros in compressed form, of any size: a repeated block and an end. */
function makeBomb(mebibytes: number): Uint8Array<ArrayBuffer> {
  const piece = new Uint8Array(deflateRawSync(new Uint8Array(MEBIBYTE), { finishFlush: constants.Z_FULL_FLUSH }));
  const bytes = new Uint8Array(2 + mebibytes * piece.byteLength + 2);
  bytes.set([0x78, 0x9c]);
  for (let n = 0; n < mebibytes; n += 1) bytes.set(piece, 2 + n * piece.byteLength);
  bytes.set([3, 0], bytes.byteLength - 2);
  return bytes;
}
const deflate = (bytes: Uint8Array, more = "") => ({ dictionary: `/Filter /FlateDecode ${more}`, bytes });
/** A byte a character; `Uint8Array.from` takes ten times as long. */
function encodeText(value: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(value.length);
  for (let at = 0; at < value.length; at += 1) bytes[at] = value.charCodeAt(at);
  return bytes;
}
const pageObjects = (content = "BT /F1 9 Tf 50 500 Td (Ana Martin) Tj ET") => plainStream(encodeText(content));
/** A hand-written file without a cross-reference table, which the reader has to rebuild. */
const joinObjects = (...objects: string[]) =>
  encodeText(
    `%PDF-1.7\n${objects.map((body, n) => `${n + 1} 0 obj\n${body}\nendobj\n`).join("")}trailer\n<` +
      "< /Root 1 0 R >>\n%%EOF\n",
  );
const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const onePagePdf = (more: string, ...objects: string[]) =>
  joinObjects(
    CATALOG,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${more} >>`,
    ...objects,
  );
const streamObject = (content: string, dictionary = "") =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`;
const nest = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const formObject = (next: number) => ({
  bytes: encodeText("/F Do ".repeat(10)),
  dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /F ${next} 0 R >> >>`,
});
/** A font with this character map, and a page in it. */
export const fontWithCharacters = (table: string) =>
  onePagePdf(
    "/Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R",
    "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [7 0 R] >>",
    streamObject("BT /F1 9 Tf 50 500 Td <00410042> Tj ET"),
    streamObject(table),
    "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo <" +
      "< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 8 0 R >>",
    "<< /Type /FontDescriptor /FontName /X /Flags 4 /FontBBox [0 0 1 1] /ItalicAngle 0 /Ascent 0 /Descent 0 " +
      "/CapHeight 0 /StemV 0 >>",
  );
const CHARACTER_RANGE =
  "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange";

/** ASCII85, then the named filters. */
const encodeAsAscii85 = (bytes: Uint8Array<ArrayBuffer>, ...then: string[]) => ({
  dictionary: `/Filter [/ASCII85Decode ${then.join(" ")}]`,
  bytes,
});
/** Five characters that decode to the start of a zlib stream. */
const ZLIB_AS_TEXT = toAscii85(new Uint8Array([0x78, 0x9c, 0, 0])).slice(0, 5);
/** Nearly the maximum of streams, each inside the one before. */
const makeStreams = (make: (n: number) => Uint8Array<ArrayBuffer>) =>
  concatBytes(Array.from({ length: 19_990 }, (_, n) => [encodeText("stream\n"), make(n)]).flat());
const makeWord = (n: number) => new Uint8Array(deflateSync(encodeText(`${"word ".repeat(200)}${n}`)));
function concatBytes(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
/** A picture that only claims to be 10,000 by 10,000. */
const makeJpeg = () =>
  new Uint8Array([
    0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0x27, 0x10, 0x27, 0x10, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 1,
    2, 3, 0xff, 0xd9,
  ]);
/** Inflates to this and breaks off; pdf.js reads up to there. */
function makeBrokenStream(content: string): Uint8Array<ArrayBuffer> {
  const whole = deflateRawSync(encodeText(content), { finishFlush: constants.Z_FULL_FLUSH });
  return concatBytes([new Uint8Array([0x78, 0x9c]), whole, new Uint8Array(100).fill(0xff)]);
}

const ANY_OUTCOME: CvTextStatus[] = ["ok", "no_text", "invalid", "too_complex"];

export const hostilePdfs: readonly HostilePdf[] = [
  { what: "a stream that unfolds to 17 MiB", make: () => makePdf([deflate(makeBomb(17))]), becomes: ["too_complex"] },
  {
    what: "many that unfold to 80 MiB",
    make: () => makePdf(Array.from({ length: 8 }, () => deflate(makeBomb(10)))),
    becomes: ["too_complex"],
  },
  {
    what: "a bomb within a stream",
    make: () => makePdf([deflateStream(new Uint8Array(deflateSync(makeBomb(200))))]),
    becomes: ["too_complex"],
  },
  {
    what: "a bomb as large as an upload may be",
    make: () => makePdf([deflate(makeBomb(1_000))]),
    becomes: ["too_complex"],
  },
  {
    what: "four streams of 15 MiB",
    make: () => makePdf(Array.from({ length: 4 }, () => deflate(makeBomb(15)))),
    becomes: ["too_complex"],
  },
  {
    what: "a bomb in hexadecimal digits",
    make: () =>
      makePdf([
        {
          dictionary: "/Filter [/ASCIIHexDecode /FlateDecode]",
          bytes: encodeText(`${[...makeBomb(200)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}>`),
        },
      ]),
    becomes: ["too_complex"],
  },
  {
    what: "a coding without a bound",
    make: () => makePdf([{ dictionary: "/Filter /LZWDecode", bytes: encodeText("x".repeat(100_000)) }]),
    becomes: ["too_complex"],
  },
  {
    what: "an encrypted document",
    make: () => makePdf([pageObjects()], { trailer: "/Encrypt << /Filter /Standard /V 2 /R 3 >>" }),
    becomes: ["encrypted"],
  },
  {
    what: "one that hides that it is encrypted",
    make: () => makePdf([pageObjects()], { trailer: "/#45ncrypt << /Filter /Standard /V 2 /R 3 >>" }),
    becomes: ["encrypted"],
  },
  {
    what: "a document cut in half",
    make: () => makeCvPdf().slice(0, makeCvPdf().byteLength / 2),
    becomes: ANY_OUTCOME,
  },
  { what: "a document cut within its table", make: () => makeCvPdf().slice(0, -60), becomes: ANY_OUTCOME },
  {
    what: "a scan: one large picture and no text",
    make: () =>
      makePdf([pageObjects("q 595 0 0 842 0 0 cm /Im Do Q")], {
        objects: [
          deflate(
            makeBomb(40),
            "/Type /XObject /Subtype /Image /Width 5000 /Height 8000 /ColorSpace /DeviceGray /BitsPerComponent 8",
          ),
        ],
        resources: "/XObject << /Im 6 0 R >>",
      }),
    becomes: ["no_text"],
  },
  {
    what: "a picture that says it is 60,000 by 60,000",
    make: () => makePdf([pageObjects("BI /W 60000 /H 60000 /BPC 8 /CS /RGB ID x EI")]),
    becomes: ["no_text", "too_complex", "invalid"],
  },
  {
    what: "lists in lists, 200,000 deep",
    make: () => onePagePdf(`/Resources ${nest("[", "]", 200_000)}`),
    becomes: ANY_OUTCOME,
  },
  {
    what: "dictionaries in dictionaries, 100,000 deep",
    make: () => onePagePdf(`/Resources ${nest("<</A ", ">>", 100_000)}`),
    becomes: ANY_OUTCOME,
  },
  {
    what: "lists in lists in what is drawn",
    make: () => makePdf([pageObjects(`${nest("[", "]", 100_000)} TJ`)]),
    becomes: ANY_OUTCOME,
  },
  {
    what: "a page tree that holds itself",
    make: () => joinObjects(CATALOG, "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 9 >>"),
    becomes: ANY_OUTCOME,
  },
  {
    what: "a page tree 20,000 deep",
    make: () =>
      joinObjects(
        CATALOG,
        ...Array.from({ length: 20_000 }, (_, n) => `<< /Type /Pages /Kids [${n + 3} 0 R] /Count 1 >>`),
        "<< /Type /Page /MediaBox [0 0 9 9] >>",
      ),
    becomes: ANY_OUTCOME,
  },
  { what: "10,000 pages", make: () => makePdf(Array.from({ length: 10_000 }, () => pageObjects())), becomes: ["ok"] },
  {
    what: "two thousand million pages, it says",
    make: () =>
      joinObjects(
        CATALOG,
        "<< /Type /Pages /Kids [3 0 R] /Count 2147483647 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>",
      ),
    becomes: ANY_OUTCOME,
  },
  {
    what: "a cross-reference table that goes on with itself",
    make: () =>
      encodeText(
        `%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\nxref\n0 1\n0000000000 65535 f \ntrailer\n<` +
          "< /Size 2 /Root 1 0 R /Prev 60 >>\nstartxref\n60\n%%EOF\n",
      ),
    becomes: ANY_OUTCOME,
  },
  {
    what: "a cross-reference table of a million entries",
    make: () =>
      encodeText(
        `%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\nxref\n0 1000000\n` +
          `${"0000000009 00000 n \n".repeat(200_000)}trailer\n<` +
          "< /Size 1000000 /Root 1 0 R >>\nstartxref\n60\n%%EOF\n",
      ),
    becomes: ANY_OUTCOME,
  },
  {
    what: "a cross-reference stream of a million million numbers",
    make: () =>
      encodeText(
        `%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\n2 0 obj\n` +
          `${streamObject("xxxx", "/Type /XRef /Size 2147483647 /W [1 2 1] /Index [0 2147483647] /Root 1 0 R")}\n` +
          "endobj\nstartxref\n60\n%%EOF\n",
      ),
    becomes: ANY_OUTCOME,
  },
  {
    what: "a stream as long as itself",
    make: () => onePagePdf("/Contents 4 0 R", "<< /Length 4 0 R >>\nstream\nx\nendstream"),
    becomes: ANY_OUTCOME,
  },
  {
    what: "references that go round",
    make: () => joinObjects(CATALOG, "3 0 R", "4 0 R", "2 0 R"),
    becomes: ANY_OUTCOME,
  },
  {
    what: "objects within a stream within itself",
    make: () =>
      joinObjects(CATALOG, streamObject("2 0 3 10 << >> << >>", "/Type /ObjStm /N 1000000000 /First 8 /Extends 2 0 R")),
    becomes: ANY_OUTCOME,
  },
  {
    what: "forms that draw each other ten thousand million times",
    make: () =>
      makePdf([pageObjects("/F Do")], {
        objects: Array.from({ length: 11 }, (_, n) => formObject(7 + n)),
        resources: "/XObject << /F 6 0 R >>",
      }),
    becomes: ANY_OUTCOME,
  },
  {
    what: "a form that draws itself",
    make: () => makePdf([pageObjects("/F Do")], { objects: [formObject(6)], resources: "/XObject << /F 6 0 R >>" }),
    becomes: ANY_OUTCOME,
  },
  {
    what: "a million words on a page",
    make: () => makePdf([deflateStream(encodeText(`BT /F1 9 Tf ${"1 0 0 1 50 500 Tm (w) Tj ".repeat(400_000)} ET`))]),
    becomes: ["ok", "too_complex"],
  },
  {
    what: "a page of which the drawing is told 100,000 times",
    make: () => onePagePdf(`/Contents [${"4 0 R ".repeat(100_000)}]`, streamObject("BT (x) Tj ET")),
    becomes: ["too_complex"],
  },
  {
    what: "a font for every character there could be",
    make: () => fontWithCharacters(`${CHARACTER_RANGE} 1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange endcmap`),
    becomes: ["too_complex"],
  },
  {
    what: "a font of sixteen million characters",
    make: () => fontWithCharacters(`${CHARACTER_RANGE} 1 beginbfrange <000000> <FFFFFE> <0041> endbfrange endcmap`),
    becomes: ["too_complex"],
  },
  {
    what: "the same, packed and in other brackets",
    make: () =>
      makePdf([pageObjects()], {
        objects: [
          deflateStream(
            encodeText(`${CHARACTER_RANGE} 1 beginbfrange (\\000\\000\\000) <FFFFFE> <0041> endbfrange endcmap`),
          ),
        ],
      }),
    becomes: ["too_complex"],
  },
  {
    what: "a font with a long name for each of its characters",
    make: () =>
      fontWithCharacters(
        `${CHARACTER_RANGE} 1 beginbfrange <0000> <FFFF> <${"0041".repeat(5_000)}> endbfrange endcmap`,
      ),
    becomes: ["too_complex"],
  },
  {
    what: "a letter that is drawn with itself",
    make: () =>
      onePagePdf(
        "/Resources 5 0 R /Contents 6 0 R",
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /LastChar 65 " +
          "/Widths [1] /Encoding << /Differences [65 /A] >> /CharProcs << /A 6 0 R >> /Resources 5 0 R >>",
        "<< /Font << /F1 4 0 R >> >>",
        streamObject("BT /F1 9 Tf (AAAAAAAAAA) Tj ET"),
      ),
    becomes: ANY_OUTCOME,
  },
  {
    what: "rows of a picture two thousand million wide",
    make: () =>
      makePdf([
        deflateStream(
          encodeText("BT (x) Tj ET"),
          "/DecodeParms << /Predictor 15 /Columns 2147483647 /Colors 32 /BitsPerComponent 32 >>",
        ),
      ]),
    becomes: ANY_OUTCOME,
  },
  {
    what: "names and a file name of control characters",
    name: "\u001b[2J\u202efdp\r\n.pdf",
    make: () =>
      onePagePdf(
        "/Resources << /Font << /\u0000\u001b#00#0a 4 0 R >> >> /Contents 5 0 R",
        "<< /Type /Font /Subtype /Type1 /BaseFont /\u0001\u0007#ff >>",
        streamObject("BT /\u0000\u001b#00#0a 9 Tf 50 500 Td (\u0000\u0008\u001b[31mAna Martin) Tj ET"),
      ),
    becomes: ANY_OUTCOME,
  },
  {
    what: "a script, a launch and an attachment",
    make: () =>
      joinObjects(
        "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (while(1){}) >> /AA << /O <" +
          "< /S /Launch /F (cmd) >> >> >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>",
      ),
    becomes: ANY_OUTCOME,
  },
  {
    what: "nothing but beginnings of objects",
    make: () => encodeText(`%PDF-1.7\n${"1 0 obj\n".repeat(500_000)}`),
    becomes: ANY_OUTCOME,
  },
  {
    what: "nothing but ends of tables",
    make: () => encodeText(`%PDF-1.7\n${"trailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n".repeat(80_000)}`),
    becomes: ANY_OUTCOME,
  },
  {
    what: "brackets of a text that never end",
    make: () => encodeText(`%PDF-1.7\n1 0 obj\n${"(".repeat(4_000_000)}`),
    becomes: ANY_OUTCOME,
  },
  {
    what: "twenty million zeros, a letter for four of them",
    make: () => makePdf([encodeAsAscii85(encodeText(`${ZLIB_AS_TEXT}${"z".repeat(5_100_000)}~>`), "/FlateDecode")]),
    becomes: ["too_complex"],
  },
  {
    what: "380,000 streams in letters, none of which ends",
    make: () => makePdf([encodeAsAscii85(encodeText(`stream\n${ZLIB_AS_TEXT}`.repeat(380_000)), "/FlateDecode")]),
    becomes: ["too_complex"],
  },
  {
    what: "360,000 streams in letters, each of which ends",
    make: () => makePdf([encodeAsAscii85(encodeText(`stream\n${ZLIB_AS_TEXT}~>`.repeat(360_000)), "/FlateDecode")]),
    becomes: ["too_complex"],
  },
  {
    what: "nearly 20,000 small streams",
    make: () => makePdf([{ dictionary: "/Filter /FlateDecode", bytes: makeStreams(makeWord) }]),
    becomes: ANY_OUTCOME,
    isLong: true,
  },
  {
    what: "nearly 20,000 small streams in letters",
    make: () =>
      makePdf([
        encodeAsAscii85(
          makeStreams((n) => encodeText(toAscii85(makeWord(n)))),
          "/FlateDecode",
        ),
      ]),
    becomes: ANY_OUTCOME,
    isLong: true,
  },
  {
    what: "15,000 streams of which letters are looked for in blanks",
    make: () =>
      makePdf([encodeAsAscii85(encodeText("stream\n".repeat(15_000) + " ".repeat(4_800_000)), "/FlateDecode")]),
    becomes: ["too_complex"],
  },
  {
    what: "the beginnings of streams in a line that never ends",
    make: () => makePdf([plainStream(encodeText("stream ".repeat(700_000)))]),
    becomes: ANY_OUTCOME,
  },
  {
    what: "a bomb in letters after many blanks",
    make: () => makePdf([encodeAsAscii85(encodeText(" ".repeat(3_000) + toAscii85(makeBomb(200))), "/FlateDecode")]),
    becomes: ["too_complex"],
  },
  {
    what: "a bomb in letters in letters",
    make: () =>
      makePdf([
        encodeAsAscii85(encodeText(toAscii85(encodeText(toAscii85(makeBomb(200))))), "/ASCII85Decode", "/FlateDecode"),
      ]),
    becomes: ["too_complex"],
  },
  {
    what: "a bomb in letters in a stream",
    make: () =>
      makePdf([
        {
          dictionary: "/Filter [/FlateDecode /ASCII85Decode /FlateDecode]",
          bytes: new Uint8Array(deflateSync(encodeText(toAscii85(makeBomb(200))))),
        },
      ]),
    becomes: ["too_complex"],
  },
  {
    what: "a bomb packed by Brotli",
    make: () =>
      makePdf([
        {
          dictionary: "/Filter /BrotliDecode",
          bytes: new Uint8Array(
            brotliCompressSync(new Uint8Array(64 * MEBIBYTE), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
          ),
        },
      ]),
    becomes: ["too_complex"],
  },
  {
    what: "a bomb of repeated bytes",
    make: () => makePdf([{ dictionary: "/Filter /RL", bytes: encodeText("\u0081x".repeat(2_400_000)) }]),
    becomes: ["too_complex"],
  },
  {
    what: "the name of a coding among packed objects",
    make: () =>
      makePdf([pageObjects()], {
        objects: [deflateStream(encodeText("% \n 9 0 /LZWDecode"), "/Type /ObjStm /N 1 /First 8")],
      }),
    becomes: ["too_complex"],
  },
  {
    what: "a page that is a picture of 10,000 by 10,000",
    make: () => makePdf([{ dictionary: "/Filter /DCTDecode", bytes: makeJpeg() }]),
    becomes: ["too_complex"],
  },
  {
    what: "a page that says it is a picture, with an end before its end",
    make: () =>
      makePdf([
        {
          dictionary: "/Subtype /Image /Filter /DCTDecode",
          bytes: concatBytes([encodeText("\nendstream\n"), makeJpeg()]),
        },
      ]),
    becomes: ["no_text"],
  },
  {
    what: "a costly font in a stream that breaks off",
    make: () =>
      makePdf([pageObjects()], {
        objects: [
          {
            dictionary: "/Filter /FlateDecode",
            bytes: makeBrokenStream(`${CHARACTER_RANGE} 1 beginbfrange <000000> <FFFFFE> <0041> endbfrange endcmap`),
          },
        ],
      }),
    becomes: ["too_complex"],
  },
  {
    what: "a bomb that breaks off",
    make: () =>
      makePdf([
        {
          dictionary: "/Filter /FlateDecode",
          bytes: concatBytes([makeBomb(17).slice(0, -2), new Uint8Array(100).fill(0xff)]),
        },
      ]),
    becomes: ["too_complex"],
  },
];
