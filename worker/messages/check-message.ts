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

/** Everything a letter is held against. */
export type MessageSources = Omit<CheckInput, "subject" | "text">;

export interface CheckedMessage extends MessageDraft {
  warnings: MessageWarning[];
}

/** Tidies a written letter and has the gate judge it. @returns null for one that is none */
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
    ? { good: { ...message, warnings: [...new Set(warnings.map(({ code }) => code))] } }
    : { objections: reasons };
}

/** A template names no company yet, and is as long as the user likes. */
const NOT_FOR_TEMPLATES: ReadonlySet<BlockingFindingCode> = new Set(["company_missing", "other_company", "length"]);

/** The same for a template, which is written to no one company. */
export function checkTemplate(
  written: string,
  sources: Pick<MessageSources, "cv" | "template" | "candidate" | "language">,
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
  return findings.length === 0 ? { good: text } : { objections: findings };
}

/** The language most of a text's little words are of. @param otherwise for a text that does not tell */
export function detectTemplateLanguage(text: string, otherwise: MessageLanguage): MessageLanguage {
  const words = tokenize(normalizeText(text)).tokens;
  const scores = (["fr", "en", "de"] as const).map((language) => ({
    language,
    score: words.filter(({ word }) => stopWords[language].has(word)).length + (language === otherwise ? 0.5 : 0),
  }));
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).language;
}
