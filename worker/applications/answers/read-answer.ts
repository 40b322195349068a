import { Parser } from "htmlparser2";
import PostalMime from "postal-mime";
import type { Outcome } from "../../contract/companies";
import { LIMITS } from "../../contract/limits.ts";
import { readOwnText } from "./own-text.ts";
import type { AnswerMail } from "./read-features.ts";

/** An answer as the user gives it: text that they pasted, a mail as a file, maybe cut off, or one that is parsed. */
export type GivenAnswer = { text: string } | { eml: Uint8Array } | { mail: AnswerMail };

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
}

/** Reads an answer. Nothing is told yet: the user is asked. */
export async function readAnswer(given: GivenAnswer): Promise<AnswerReading> {
  // Its weights are loaded by the first answer only: most calls read none.
  const { classifyAnswer } = await import("./classify-answer.ts");
  const mail = "mail" in given ? given.mail : "eml" in given ? await parseFile(given.eml) : readPasted(given.text);
  const text = mail.text.slice(0, MAX_TEXT_CHARS);
  const { outcome, confidence, isAutomatic } = classifyAnswer({ ...mail, text });
  const excerpt = readOwnText(text).body.slice(0, LIMITS.answerExcerpt).trim();
  return {
    outcome,
    confidence,
    isAutomatic,
    from: mail.from || null,
    subject: mail.subject || null,
    excerpt: excerpt || null,
  };
}

/** Answers are short; what follows is quoted. */
const MAX_TEXT_CHARS = 20_000;
const MAX_NESTING = 12;
const MAX_HEADER_BYTES = 128 * 1024;
const MAX_LINE_CHARS = 300;
const NO_MAIL: AnswerMail = { from: "", subject: "", text: "", headers: new Map() };

async function parseFile(eml: Uint8Array): Promise<AnswerMail> {
  const email = await PostalMime.parse(eml, {
    forceRfc822Attachments: true,
    maxNestingDepth: MAX_NESTING,
    maxHeadersSize: MAX_HEADER_BYTES,
  }).catch(() => null);
  // What cannot be parsed is read as the text that it is.
  if (!email) return { ...NO_MAIL, text: new TextDecoder().decode(eml.subarray(0, MAX_TEXT_CHARS)) };
  const { from, subject, text, html } = email;
  const sender = from ? [from.name, "address" in from && from.address ? `<${from.address}>` : ""] : [];
  return {
    from: toOneLine(sender.join(" ")),
    subject: toOneLine(subject ?? ""),
    text: text ?? toPlainText(html ?? ""),
    headers: new Map(email.headers.map(({ key, value }) => [key.toLowerCase(), value])),
  };
}

const toOneLine = (text: string): string => text.replace(/\s+/gu, " ").trim().slice(0, MAX_LINE_CHARS);

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

const BLOCK_TAGS: ReadonlySet<string> = new Set(["br", "p", "div", "tr", "li", "h1", "h2", "h3", "td"]);
const UNREAD_TAGS: ReadonlySet<string> = new Set(["script", "style", "title", "blockquote"]);

/** The text of a mail that has no other form; what it quotes is left out. */
function toPlainText(html: string): string {
  let text = "";
  let unread = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (UNREAD_TAGS.has(name)) unread += 1;
      else if (BLOCK_TAGS.has(name)) text += "\n";
    },
    ontext(piece) {
      if (unread === 0 && text.length < MAX_TEXT_CHARS) text += piece;
    },
    onclosetag(name) {
      if (UNREAD_TAGS.has(name)) unread -= 1;
    },
  });
  parser.end(html);
  return text;
}
