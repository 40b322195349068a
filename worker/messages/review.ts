import type { LetterWarning } from "../contract/companies";
import type { MessageLanguage } from "../contract/fields";
import { DEFAULT_SUBJECT } from "../contract/mail";
import type { LetterReason } from "../contract/messages";
import type { Checked } from "./ask";
import { messagesLike, namesTouching } from "./besides";
import type { GateCase } from "./gate/case.ts";
import { type Earlier, judge } from "./gate/judge.ts";
import { read, plain } from "./gate/text.ts";
import { little } from "./gate/words.ts";
import type { Letter } from "./prompt";
import { tidyLetter, tidyTemplate } from "./rules";

/** Everything a letter is held against. */
export type Papers = Omit<GateCase, "subject" | "text">;

export interface ReviewedLetter extends Letter {
  warnings: LetterWarning[];
}

/** Tidies a written letter and has the gate judge it. @returns null for one that is none */
export function reviewLetter(written: Letter, papers: Papers, earlier: Earlier[]): Checked<ReviewedLetter> | null {
  const letter = tidyLetter(written);
  if (letter === null) return null;
  const others = namesTouching(`${letter.subject}\n${letter.body}`, papers.others);
  const { ok, reasons, warnings } = judge(
    { ...papers, others, subject: letter.subject, text: letter.body },
    messagesLike(letter.body, earlier),
  );
  return ok
    ? { good: { ...letter, warnings: [...new Set(warnings.map(({ code }) => code))] } }
    : { objections: reasons };
}

/** A template names no company yet, and is as long as the user likes. */
const NOT_OF_A_TEMPLATE: ReadonlySet<LetterReason> = new Set(["company_missing", "other_company", "length"]);

/** The same for a template, which is written to no one company. */
export function reviewTemplate(
  written: string,
  papers: Pick<Papers, "cv" | "template" | "candidate" | "language">,
): Checked<string> | null {
  const text = tidyTemplate(written);
  if (text === null) return null;
  const company = { name: "", website: "", city: "", country: "", about: "" };
  const objections = judge({
    ...papers,
    company,
    others: [],
    subject: DEFAULT_SUBJECT[papers.language],
    text,
  }).reasons.filter(({ code }) => !NOT_OF_A_TEMPLATE.has(code));
  return objections.length === 0 ? { good: text } : { objections };
}

/** The language most of a text's little words are of. @param otherwise for a text that does not tell */
export function languageOf(text: string, otherwise: MessageLanguage): MessageLanguage {
  const words = read(plain(text)).tokens;
  const scores = (["fr", "en", "de"] as const).map((language) => ({
    language,
    score: words.filter(({ word }) => little[language].has(word)).length + (language === otherwise ? 0.5 : 0),
  }));
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).language;
}
