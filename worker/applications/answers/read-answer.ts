import type { Email } from "postal-mime";
import type { Outcome } from "../../contract/companies";
import { LIMITS } from "../../contract/limits.ts";
import { parseEmail, readEmailText, toOneLine } from "../parse-email.ts";
import { readOwnText } from "./own-text.ts";
import type { AnswerMail } from "./read-features.ts";

/** An answer as it is given: text that the user pasted, a mail as a file, maybe cut off, or one that is parsed. */
export type GivenAnswer = { text: string } | { eml: Uint8Array } | { email: Email };

/** What is read in an answer. */
export interface AnswerReading {
  /** Null when it cannot be told. */
  outcome: Outcome | null;
  /** From 0 to 1. */
  confidence: number;
  /** A reply that nobody wrote: it is no outcome. */
  isAutomatic: boolean;
  /** Of the mail, where it is known. */
  from: string | null;
  subject: string | null;
  /** What it was read from, at most LIMITS.answerExcerpt characters. */
  excerpt: string | null;
  /** The same in full, also where nothing was told. */
  body: string;
}

/** Reads an answer. Nothing is told yet: the user is asked. */
export async function readAnswer(given: GivenAnswer): Promise<AnswerReading> {
  // Its weights are loaded by the first answer only: most calls read none.
  const { classifyAnswer } = await import("./classify-answer.ts");
  const mail = await readGiven(given);
  const text = mail.text.slice(0, MAX_TEXT_CHARS);
  const { outcome, confidence, isAutomatic } = classifyAnswer({ ...mail, text });
  const { body } = readOwnText(text);
  const excerpt = body.slice(0, LIMITS.answerExcerpt).trim();
  return {
    outcome,
    confidence,
    isAutomatic,
    from: mail.from || null,
    subject: mail.subject || null,
    excerpt: excerpt || null,
    body,
  };
}

/** Answers are short; what follows is quoted. */
const MAX_TEXT_CHARS = 20_000;
const MAX_LINE_CHARS = 300;
const NO_MAIL: AnswerMail = { from: "", subject: "", text: "", headers: new Map() };

async function readGiven(given: GivenAnswer): Promise<AnswerMail> {
  if ("text" in given) return readPasted(given.text);
  if ("email" in given) return toAnswerMail(given.email);
  const email = await parseEmail(given.eml);
  if (email) return toAnswerMail(email);
  // What cannot be parsed is read as the text that it is.
  return { ...NO_MAIL, text: new TextDecoder().decode(given.eml.subarray(0, MAX_TEXT_CHARS)) };
}

function toAnswerMail(email: Email): AnswerMail {
  const { from, subject } = email;
  const sender = from ? [from.name, "address" in from && from.address ? `<${from.address}>` : ""] : [];
  return {
    from: toOneLine(sender.join(" ")).slice(0, MAX_LINE_CHARS),
    subject: toOneLine(subject ?? "").slice(0, MAX_LINE_CHARS),
    text: readEmailText(email, { maxChars: MAX_TEXT_CHARS, skipsQuotes: true }),
    headers: new Map(email.headers.map(({ key, value }) => [key.toLowerCase(), value])),
  };
}

const HEADERS = {
  from: /^(?:from|de|von|da|expéditeur|absender)\s?:\s?(.+)$/iu,
  subject: /^(?:subject|objet|betreff|oggetto|sujet)\s?:\s?(.+)$/iu,
  other: /^(?:sent|envoyé|gesendet|date|datum|to|à|a|an|cc|inviato)\s?:/iu,
};
const MAX_PASTED_HEADERS = 8;

/** Text that was pasted, maybe with the head of its mail. */
function readPasted(given: string): AnswerMail {
  const lines = given.replace(/\r\n?/gu, "\n").trimStart().split("\n");
  let from = "";
  let subject = "";
  let end = 0;
  for (; end < Math.min(lines.length, MAX_PASTED_HEADERS); end += 1) {
    const line = (lines[end] ?? "").trim().slice(0, MAX_LINE_CHARS);
    const sender = HEADERS.from.exec(line)?.[1];
    const title = HEADERS.subject.exec(line)?.[1];
    if (sender === undefined && title === undefined && !HEADERS.other.test(line)) break;
    from ||= sender ?? "";
    subject ||= title ?? "";
  }
  return { ...NO_MAIL, from, subject, text: lines.slice(from !== "" && subject !== "" ? end : 0).join("\n") };
}
