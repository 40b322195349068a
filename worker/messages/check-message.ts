import type { MessageWarning } from "../contract/companies";
import type { MessageLanguage } from "../contract/field-schemas";
import { DEFAULT_SUBJECT } from "../contract/mail";
import type { BlockingFindingCode } from "../contract/messages";
import { type EarlierMessage, checkLetter } from "../letter-check/check-letter.ts";
import type { CheckInput } from "../letter-check/input.ts";
import { findSimilarMessages, findMentionedNames } from "../letter-check/prefilter";
import { tokenize, normalizeText } from "../letter-check/tokenize.ts";
import { stopWords } from "../letter-check/word-lists.ts";
import type { CheckedAnswer } from "./generate/generate-with-retry";
import type { MessageDraft } from "./prompts/prompt-message";
import { normalizeMessage, normalizeTemplate } from "./rules-message";

/** The sources a message may state facts from. */
export type MessageSources = Omit<CheckInput, "subject" | "text">;

export interface CheckedMessage extends MessageDraft {
  warnings: MessageWarning[];
}

/** Normalizes and checks a written message. @returns null when it is empty or too long */
export function checkWritten(
  written: MessageDraft,
  sources: MessageSources,
  earlier: EarlierMessage[],
): CheckedAnswer<CheckedMessage> | null {
  const message = normalizeMessage(written);
  if (message === null) return null;
  const others = findMentionedNames(`${message.subject}\n${message.body}`, sources.others);
  const { ok, reasons, warnings } = checkLetter(
    { ...sources, others, subject: message.subject, text: message.body },
    findSimilarMessages(message.body, earlier),
  );
  return ok
    ? { accepted: { ...message, warnings: [...new Set(warnings.map(({ code }) => code))] } }
    : { findings: reasons };
}

/** Not for a template: it names no company, and the user decides its length. */
const NOT_FOR_TEMPLATES: ReadonlySet<BlockingFindingCode> = new Set(["company_missing", "other_company", "length"]);

/** The same for a template. */
export function checkTemplate(
  written: string,
  sources: Pick<MessageSources, "cv" | "template" | "confirmed" | "candidate" | "language">,
): CheckedAnswer<string> | null {
  const text = normalizeTemplate(written);
  if (text === null) return null;
  const company = { name: "", website: "", city: "", country: "", about: "" };
  const findings = checkLetter({
    ...sources,
    company,
    others: [],
    subject: DEFAULT_SUBJECT[sources.language],
    text,
  }).reasons.filter(({ code }) => !NOT_FOR_TEMPLATES.has(code));
  return findings.length === 0 ? { accepted: text } : { findings };
}

/** The language with the most stop words in a text. @param fallback wins a tie */
export function detectTemplateLanguage(text: string, fallback: MessageLanguage): MessageLanguage {
  const words = tokenize(normalizeText(text)).tokens;
  const scores = (["fr", "en", "de"] as const).map((language) => ({
    language,
    score: words.filter(({ word }) => stopWords[language].has(word)).length + (language === fallback ? 0.5 : 0),
  }));
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).language;
}
