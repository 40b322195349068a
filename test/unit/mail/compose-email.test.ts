import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { toCvFileName, toLetterFileName } from "../../../worker/contract/attachment-names";
import {
  buildMime as composeLetter,
  toCvAttachment,
  computeFingerprint,
  type EmailAttachment,
  type EmailContent,
  normalizeEmailContent,
} from "../../../worker/mail/compose-email";
import { toMimeText } from "../support/strict-mime";

const letter: EmailContent = {
  from: { name: "Ana Martin", address: "ana@mail.example" },
  to: "jobs@firm.example",
  replyTo: null,
  subject: "Candidature",
  text: "Bonjour",
  attachment: null,
  letter: null,
  thread: null,
};

function attachCv(name: string, cv: { size: number; etag: string }): EmailAttachment {
  const attachment = toCvAttachment({ owner: { name, language: "fr" }, cv }, "fr");
  if (!attachment) throw new TypeError("no CV is attached");
  return attachment;
}
const thread = { step: 1 as const, references: ["<1@mail.example>", "<2@mail.example>"], gmailId: "18c" };
const reply: EmailContent = { ...letter, subject: "Re: Candidature", thread };

const composeText = async (parts: EmailContent, attached: Uint8Array | null = null) =>
  toMimeText({
    ...(await composeLetter(normalizeEmailContent(parts), "<1@mail.example>", new Date("2026-11-21T10:00:00Z"))),
    attached,
  });

const parseHeaders = (mime: string) =>
  (mime.split("\r\n\r\n")[0] ?? "")
    .replace(/\r\n[ \t]+/gu, " ")
    .split("\r\n")
    .map((line) => line.split(":")[0]?.toLowerCase());

describe("a composed mail", () => {
  it("has fixed headers, one recipient, a plain text in UTF-8 and nothing but ASCII on the wire", async () => {
    const mime = await composeText({
      ...letter,
      subject: "Développeuse 🚀",
      text: "Ligne 1\r\nL'été à Orléans — 5 €\r.\nFrom here\n",
    });
    expect(mime).toMatch(/^[\x00-\x7f]*$/u);
    expect(mime.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/u);
    expect(new Set(parseHeaders(mime))).toEqual(
      new Set([
        "content-transfer-encoding",
        "content-type",
        "date",
        "from",
        "message-id",
        "mime-version",
        "subject",
        "to",
      ]),
    );
    expect(mime).toContain("Content-Type: text/plain; charset=utf-8");
    expect(await PostalMime.parse(mime)).toMatchObject({
      subject: "Développeuse 🚀",
      text: "Ligne 1\nL'été à Orléans — 5 €\n.\nFrom here\n",
      attachments: [],
    });
  });

  it("names the mails before it where it is a reply, oldest first", async () => {
    const mail = await PostalMime.parse(await composeText(reply));
    expect(mail).toMatchObject({
      subject: "Re: Candidature",
      inReplyTo: "<2@mail.example>",
      references: "<1@mail.example> <2@mail.example>",
      attachments: [],
    });
  });

  it("names none where none is known", async () => {
    const headers = parseHeaders(await composeText({ ...reply, thread: { ...thread, references: [] } }));
    expect(headers).not.toContain("references");
    expect(headers).not.toContain("in-reply-to");
  });

  it("carries the CV as a PDF with a clean name", async () => {
    const cv = new Uint8Array(70_000).map((_, n) => n % 256);
    const mail = await PostalMime.parse(
      await composeText({ ...letter, attachment: attachCv("Zoé d'Arc", { size: cv.byteLength, etag: "1" }) }, cv),
    );
    expect(mail.attachments).toMatchObject([
      { filename: "CV-Zoe-d-Arc.pdf", mimeType: "application/pdf", disposition: "attachment" },
    ]);
    expect(new Uint8Array(mail.attachments[0]?.content as ArrayBuffer)).toEqual(cv);
    expect(mail.text?.trim()).toBe("Bonjour");
  });

  it.each([
    ["a header", "Hello\r\nBcc: victim@else.example"],
    ["a lone line feed", "Hello\nX-Evil: 1"],
    ["a lone carriage return", "Hello\rX-Evil: 1"],
    ["an empty line and a body", "Hello\r\n\r\n<b>body</b>"],
    ["Unicode line ends", "Hello\u2028X-Evil: 1\u2029\u0085X-Evil: 2"],
    ["an encoded word", "=?utf-8?Q?Hello=0D=0ABcc:_victim@else.example?="],
    ["a null", "Hello\u0000X"],
    ["a turned text", "Hello \u202egnp.exe"],
    ["a very long line", "x ".repeat(1_000)],
    ["four bytes a sign", "🚀".repeat(199)],
    ["a lone surrogate", "Hello \ud83d"],
  ])("is safe with %s in the subject and in the name", async (_what, hostile) => {
    const mime = await composeText({ ...letter, subject: hostile, from: { ...letter.from, name: hostile } });
    expect(
      parseHeaders(mime).filter(
        (name) =>
          ![
            "content-transfer-encoding",
            "content-type",
            "date",
            "from",
            "message-id",
            "mime-version",
            "subject",
            "to",
          ].includes(name ?? ""),
      ),
    ).toEqual([]);
    const mail = await PostalMime.parse(mime);
    expect(mail).toMatchObject({ from: { address: "ana@mail.example" }, to: [{ address: "jobs@firm.example" }] });
    expect(mail.bcc).toBeUndefined();
    expect(mail.text?.trim()).toBe("Bonjour");
    expect(Math.max(...mime.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  it.each([
    'Ana "the dev" Martin',
    "Martin, Ana",
    "Ana <evil@else.example>",
    "Ana; evil@else.example",
    "Ana (comment",
    "",
    "名前",
    "a\\",
    "a@b.example",
  ])("has only the linked address in From, whatever the name: %s", async (name) => {
    const mail = await PostalMime.parse(await composeText({ ...letter, from: { ...letter.from, name } }));
    expect(mail.from).toEqual({ name, address: "ana@mail.example" });
  });

  it.each([
    ["Ana Martin", "CV-Ana-Martin.pdf"],
    ["  José  Ñandú ", "CV-Jose-Nandu.pdf"],
    ["Groß/../etc", "CV-Gross-etc.pdf"],
    ["名前", "CV.pdf"],
    ['x"\r\n.exe', "CV-x-exe.pdf"],
    ["a".repeat(100), `CV-${"a".repeat(60)}.pdf`],
    ["e\u0301 ".repeat(31), `CV-${"e-".repeat(30)}`.slice(0, -1) + ".pdf"],
    ["İbrahim Đặng", "CV-Ibrahim-Dang.pdf"],
    ["Jana Köhler", "CV-Jana-Kohler.pdf"],
  ])("names the CV of %j %s", (name, file) => expect(toCvFileName({ name, language: "fr" }, "en")).toBe(file));

  it.each([
    ["Jana Köhler", "de", "de", "Lebenslauf-Jana-Koehler.pdf", "Anschreiben-Jana-Koehler.pdf"],
    ["Jana Ko\u0308hler", "fr", "de", "Lebenslauf-Jana-Koehler.pdf", "Anschreiben-Jana-Koehler.pdf"],
    ["JÜRGEN GROẞ", "de", "fr", "CV-JUERGEN-GROSS.pdf", "Lettre-de-motivation-JUERGEN-GROSS.pdf"],
    ["Ülkü Özdemir", "de", "en", "CV-Uelkue-Oezdemir.pdf", "Cover-letter-Uelkue-Oezdemir.pdf"],
    ["Zoé Noël", "fr", "de", "Lebenslauf-Zoe-Noel.pdf", "Anschreiben-Zoe-Noel.pdf"],
  ] as const)("names the files of %j, whose account is in %s, in a letter in %s", (name, own, language, cv, file) => {
    expect([
      toCvFileName({ name, language: own }, language),
      toLetterFileName({ name, language: own }, language),
    ]).toEqual([cv, file]);
  });
});

describe("the fingerprint of a mail", () => {
  it("is equal for mails that look equal and differs for every difference", async () => {
    const attachment = attachCv("Ana", { size: 3, etag: "1" });
    const others = await Promise.all(
      [
        letter,
        { ...letter, from: { ...letter.from, name: "Ana" } },
        { ...letter, from: { ...letter.from, address: "b@mail.example" } },
        { ...letter, to: "b@firm.example" },
        { ...letter, subject: "B" },
        { ...letter, text: "Bonjour." },
        { ...letter, attachment },
        { ...letter, attachment: { ...attachment, name: "CV.pdf" } },
        { ...letter, attachment: attachCv("Ana", { size: 3, etag: "2" }) },
        { ...letter, attachment: attachCv("Ana", { size: 4, etag: "1" }) },
        { ...letter, subject: "Candidature Bonjour", text: "" },
        reply,
        { ...reply, thread: { ...thread, step: 2 as const } },
        { ...reply, thread: { ...thread, references: ["<1@mail.example>"] } },
        { ...reply, thread: { ...thread, gmailId: null } },
      ].map((each) => computeFingerprint(normalizeEmailContent(each))),
    );
    expect(new Set(others).size).toBe(others.length);
    for (const each of others) expect(each).toMatch(/^[0-9a-f]{64}$/u);
    expect(
      await computeFingerprint(normalizeEmailContent({ ...letter, subject: " Candidature ", text: "Bonjour\r\n\r\n" })),
    ).toBe(others[0]);
  });
});

describe("a composed mail with an attachment", () => {
  it("does not hold the attachment: its size in memory does not grow with the CV", async () => {
    const heavy = await composeLetter(
      { ...letter, attachment: attachCv("Ana", { size: 5_000_000, etag: "1" }) },
      "<1@mail.example>",
      new Date(),
    );
    expect(heavy.head.length + heavy.tail.length).toBeLessThan(2_000);
    expect(heavy.head).toMatch(/Content-Disposition: attachment; filename=CV-Ana\.pdf\r\n\r\n$/u);
    expect(heavy.tail).toMatch(/^\r\n--.*--\r\n$/u);
  });
});
