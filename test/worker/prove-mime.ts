import PostalMime from "postal-mime";
import { recipientOf } from "../../worker/companies/rules";
import { addressOf } from "../../worker/companies/rules-address";
import { compose, readBack } from "../../worker/mail/compose";
import { letterTo } from "../../worker/mail/papers";
import { randomOf } from "../prove/random";
import { type HostileCase, hostileCase } from "./hostile-letters";
import { readStrictly } from "./strict-mime";
import { textOfMime } from "./text-of-mime";

const HEADERS = [
  "content-transfer-encoding",
  "content-type",
  "date",
  "from",
  "message-id",
  "mime-version",
  "subject",
  "to",
];
const WITH_CV = HEADERS.filter((name) => name !== "content-transfer-encoding");
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u;

interface Figures {
  seed: number;
  cases: number;
  /** With an attachment. */
  attached: number;
  /** Recipients nobody could be written to at. */
  refused: number;
  longestLine: number;
  /** Of all mails, in characters. */
  size: number;
}

/** Composes mails of hostile strings and reads every one back twice. @throws Error with the seed and the number of the first case that is not as it must be */
export async function proveMime(cases: number, seed: number): Promise<Figures> {
  const random = randomOf(seed);
  const figures: Figures = { seed, cases, attached: 0, refused: 0, longestLine: 0, size: 0 };
  for (let number = 0; number < cases; number++) {
    const one = hostileCase(random);
    try {
      await proveOne(one, figures);
    } catch (error) {
      throw new Error(
        `seed ${seed}, case ${number}: ${error instanceof Error ? error.message : String(error)}\n${JSON.stringify(one).slice(0, 3_000)}`,
        { cause: error },
      );
    }
  }
  return figures;
}

async function proveOne({ company, papers }: HostileCase, figures: Figures): Promise<void> {
  const address = addressOf(company);
  if (address === null) figures.refused += 1;
  else checkAddress(address, recipientOf(company) ?? "");
  const to = address ?? "nobody@firm.example";
  const letter = { ...letterTo(company, papers), to };
  same("a control sign in the name", CONTROL.test(letter.from.name), false);
  same("a control sign in the subject", CONTROL.test(letter.subject), false);
  same(
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
  const frame = await compose(letter, "<1@mail.example>", new Date("2026-11-21T10:00:00Z"));
  const mime = textOfMime({ ...frame, attached });
  const strict = readStrictly(mime);
  same("the headers", [...strict.headers.keys()].toSorted(), letter.attachment ? WITH_CV : HEADERS);
  same("To", strict.headers.get("to"), to);
  same("From", addressIn(strict.headers.get("from")), letter.from.address);
  same("Subject", strict.headers.get("subject"), letter.subject);
  // A mail ends with a line break, a part of one does not.
  same("the text, read strictly", strict.text, letter.attachment ? letter.text : `${letter.text}\n`);
  same("the attachment, read strictly", strict.attachment && [...strict.attachment.bytes], attached && [...attached]);
  same(
    "its name",
    strict.attachment?.headers.get("content-disposition"),
    letter.attachment ? `attachment; filename=${letter.attachment.name}` : undefined,
  );

  const { name, type, size } = letter.attachment ?? {};
  const wanted = {
    from: letter.from,
    to,
    subject: letter.subject,
    text: letter.text,
    attachment: size === undefined ? null : { name, size, type },
  };
  same("the mail, read by a parser without what is attached", await readBack(frame, size ?? 0), wanted);
  const whole = await PostalMime.parse(mime);
  same(
    "what is attached, read by a parser",
    whole.attachments.map(({ content }) => [...new Uint8Array(content as ArrayBuffer)]),
    attached ? [[...attached]] : [],
  );
  figures.attached += letter.attachment ? 1 : 0;
  figures.longestLine = Math.max(figures.longestLine, strict.longestLine);
  figures.size += mime.length;
}

/** One plain address, and the one the company has. */
function checkAddress(address: string, given: string): void {
  same("a plain address", /^[a-z0-9.!#$%&'+=_~-]+@[a-z0-9.-]+$/u.test(address), true);
  const at = given.lastIndexOf("@");
  same(
    "the address of the company",
    address,
    `${given.slice(0, at).toLowerCase()}@${new URL(`http://${given.slice(at + 1)}`).hostname}`,
  );
}

/** The address of a From header: what stands alone, or in the one pair of brackets behind the name. */
const addressIn = (from = ""): string => /<([^<>]*)>$/u.exec(from)?.[1] ?? from;

function same(what: string, found: unknown, wanted: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}: ${a?.slice(0, 500)} is not ${b?.slice(0, 500)}`);
}
