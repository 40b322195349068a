import fc from "fast-check";
import PostalMime from "postal-mime";
import { chooseRecipient, findMailAddress } from "../../../worker/companies/rules-recipient";
import { buildMime, parseMime, toEmailContent } from "../../../worker/mail/compose-email";
import { type HostileMail, hostileMail } from "./hostile-mails";
import { parseStrictly, toMimeText } from "./strict-mime";

const MAIL_HEADERS = [
  "content-transfer-encoding",
  "content-type",
  "date",
  "from",
  "message-id",
  "mime-version",
  "subject",
  "to",
];
const MAIL_HEADERS_WITH_CV = MAIL_HEADERS.filter((name) => name !== "content-transfer-encoding");
const CONTROL_SIGNS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u;

interface MimeFigures {
  seed: number;
  cases: number;
  /** With an attachment. */
  attached: number;
  /** Invalid recipients. */
  refused: number;
  longestLine: number;
  /** Of all mails, in characters. */
  size: number;
}

/**
 * Composes mails of hostile strings and reads every one back twice.
 * @throws Error with the seed and the smallest mail that is wrong
 */
export async function checkHostileMails(cases: number, seed: number): Promise<MimeFigures> {
  const figures: MimeFigures = { seed, cases, attached: 0, refused: 0, longestLine: 0, size: 0 };
  const property = fc.asyncProperty(hostileMail, (mail) => checkMail(mail, figures));
  await fc.assert(property, { seed, numRuns: cases, unbiased: true, includeErrorInReport: true });
  return figures;
}

async function checkMail({ company, papers }: HostileMail, figures: MimeFigures): Promise<void> {
  const address = findMailAddress(company);
  if (address === null) figures.refused += 1;
  else checkAddress(address, chooseRecipient(company) ?? "");
  const to = address ?? "nobody@firm.example";
  const letter = { ...toEmailContent(company, papers), to };
  expectSame("a control sign in the name", CONTROL_SIGNS.test(letter.from.name), false);
  expectSame("a control sign in the subject", CONTROL_SIGNS.test(letter.subject), false);
  expectSame(
    "the text",
    letter.text,
    company.message
      .toWellFormed()
      .replaceAll("\r\n", "\n")
      .replaceAll("\r", "\n")
      .replace(/^\ufeff+/u, "")
      .trimEnd(),
  );

  const { attached } = papers;
  const frame = await buildMime(letter, "<1@mail.example>", new Date("2026-11-21T10:00:00Z"));
  const mime = toMimeText({ ...frame, attached });
  const strict = parseStrictly(mime);
  expectSame(
    "the headers",
    [...strict.headers.keys()].toSorted(),
    [
      ...(letter.attachment ? MAIL_HEADERS_WITH_CV : MAIL_HEADERS),
      ...(letter.replyTo === null ? [] : ["reply-to"]),
    ].toSorted(),
  );
  expectSame("Reply-To", strict.headers.get("reply-to"), letter.replyTo ?? undefined);
  expectSame("To", strict.headers.get("to"), to);
  expectSame("From", parseHeaderAddress(strict.headers.get("from")), letter.from.address);
  expectSame("Subject", strict.headers.get("subject"), letter.subject);
  // A mail ends with a line break, a MIME part does not.
  expectSame("the text, read strictly", strict.text, letter.attachment ? letter.text : `${letter.text}\n`);
  expectSame(
    "the attachment, read strictly",
    strict.attachment && [...strict.attachment.bytes],
    attached && [...attached],
  );
  expectSame(
    "its name",
    strict.attachment?.headers.get("content-disposition"),
    letter.attachment ? `attachment; filename=${letter.attachment.name}` : undefined,
  );

  const { name, type, size } = letter.attachment ?? {};
  const wanted = {
    from: letter.from,
    to,
    reply_to: letter.replyTo,
    subject: letter.subject,
    text: letter.text,
    attachment: size === undefined ? null : { name, size, type },
    letter: null,
  };
  expectSame("the mail, read by a parser without what is attached", await parseMime(frame, letter), wanted);
  const parsed = await PostalMime.parse(mime);
  expectSame(
    "what is attached, read by a parser",
    parsed.attachments.map(({ content }) => [...new Uint8Array(content as ArrayBuffer)]),
    attached ? [[...attached]] : [],
  );
  figures.attached += letter.attachment ? 1 : 0;
  figures.longestLine = Math.max(figures.longestLine, strict.longestLine);
  figures.size += mime.length;
}

/** One plain address, equal to the company's. */
function checkAddress(address: string, original: string): void {
  expectSame("a plain address", /^[a-z0-9.!#$%&'+=_~-]+@[a-z0-9.-]+$/u.test(address), true);
  const at = original.lastIndexOf("@");
  expectSame(
    "the address of the company",
    address,
    `${original.slice(0, at).toLowerCase()}@${new URL(`http://${original.slice(at + 1)}`).hostname}`,
  );
}

/** The address of a From header: alone, or in the one pair of brackets after the name. */
const parseHeaderAddress = (from = ""): string => /<([^<>]*)>$/u.exec(from)?.[1] ?? from;

function expectSame(what: string, found: unknown, wanted: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}: ${a?.slice(0, 500)} is not ${b?.slice(0, 500)}`);
}
