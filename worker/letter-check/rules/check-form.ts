import listed from "../data/check-form.json" with { type: "json" };
import type { BlockingCode, Finding, WarningCode } from "../findings.ts";
import type { CheckInput } from "../input.ts";
import { compilePattern } from "../patterns.ts";
import { compilePhrases, splitSentences } from "../phrases.ts";
import type { LetterText, RefusalSources } from "../refusal-texts.ts";
import { foldText, normalizeText } from "../tokenize.ts";

const placeholders = listed.placeholders.map((each) => compilePattern(each));
const placeholderPhrases = compilePhrases(listed.placeholderPhrases);
/** Tags, entities, Markdown, escapes and data formats. */
const markup = listed.markup.map((each) => compilePattern(each));
/** Invisible characters, and letters of other scripts and styles that look like ours. */
const unseen = compilePattern(listed.unseen);
const disguised = compilePattern(listed.disguised);
const otherScript = compilePattern(listed.otherScript);

/** Words of a letter, and of a follow-up, greeting and closing included. */
const LEAST = { stop: 60, warn: 90 };
const MOST = { stop: 330, warn: 260 };
const LEAST_OF_FOLLOW_UP = { stop: 20, warn: 30 };
const MOST_OF_FOLLOW_UP = { stop: 150, warn: 120 };

/** Whether a letter is too long to be worth parsing. */
export const isEndless = ({ text, subject }: CheckInput) =>
  text.length > 10_000 || subject.length > 1_000 || countWords(text) > MOST.stop * 2;
const countWords = (text: string) => normalizeText(text).match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;

/** Checks placeholders, markup, characters, length and repetition. */
export function formFindings(
  { subject, text, company: { name }, followUp }: CheckInput,
  letter: LetterText,
  { own }: RefusalSources,
): { reasons: Finding<BlockingCode>[]; warnings: Finding<WarningCode>[] } {
  const reasons: Finding<BlockingCode>[] = [];
  const warnings: Finding<WarningCode>[] = [];
  const blame = (code: BlockingCode, detail: string | null | undefined) => {
    if (detail !== null && detail !== undefined) reasons.push({ code, detail: detail.trim() });
  };
  const given = `${subject}\n${text}`;
  const known = `${own.text}\n${name}`;
  const isKnown = (found: string) => known.includes(found) || known.includes(found.replace(/^\(|\)$/gu, ""));
  for (const pattern of placeholders)
    blame(
      "placeholder",
      letter.text.match(pattern)?.find((found) => !isKnown(found)),
    );
  for (const sentence of splitSentences(letter.text)) {
    const found = placeholderPhrases.exec(sentence)?.text;
    if (found !== undefined && !own.folded.includes(found)) blame("placeholder", found);
  }
  for (const pattern of markup)
    blame(
      "markup",
      [text, subject]
        .map((part) => pattern.exec(part.replace(/[©®™]/gu, ""))?.[0])
        .find((found) => found !== undefined && !isKnown(found)),
    );
  if (isShouted(text)) blame("markup", "capitals throughout");
  if (/^[ \t]*[-–•][ \t]+\S.*\n[ \t]*[-–•][ \t]+\S/mu.test(text)) warnings.push({ code: "list", detail: "a list" });

  const sign = unseen.exec(given.replace(/[\n\r\t]/gu, ""))?.[0];
  if (sign !== undefined)
    blame("hidden_characters", `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`);
  blame("hidden_characters", disguised.exec(given.normalize("NFC"))?.[0]);
  // "bаl" with a Cyrillic letter is hidden, a name in Greek may stand in the CV.
  blame(
    "hidden_characters",
    given.match(otherScript)?.find((run) => !own.text.includes(run) || isMixed(run, given)),
  );

  const words = countWords(text);
  const [least, most] = followUp ? [LEAST_OF_FOLLOW_UP, MOST_OF_FOLLOW_UP] : [LEAST, MOST];
  if (words < least.stop || words > most.stop) blame("length", `${words} words`);
  else if (words < least.warn || words > most.warn) warnings.push({ code: "unusual_length", detail: `${words} words` });
  if (subject.trim() === "" || subject.length > 200 || /\n/u.test(subject.trim()))
    blame("length", "the subject is not one line");
  const twice = findRepeated(text);
  if (twice !== null) blame("machine_talk", `said again: ${twice}`);
  return { reasons, warnings };
}

const isMixed = (run: string, text: string) =>
  [...text.matchAll(/[\p{L}\p{M}]+/gu)].some(([word]) => word.includes(run) && /\p{Script=Latin}/u.test(word));

function isShouted(text: string): boolean {
  const words = text.match(/\p{L}{4,}/gu) ?? [];
  return words.length > 20 && words.filter((word) => word === word.toUpperCase()).length > words.length / 3;
}

/** A sentence that stands there twice, or a short one three times. */
function findRepeated(text: string): string | null {
  const times = new Map<string, number>();
  for (const sentence of text.split(/[.!?\n]+/u)) {
    const key = foldText(sentence)
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
    const count = (times.get(key) ?? 0) + 1;
    if (count >= (key.length > 30 ? 2 : 3) && key.length > 15) return sentence.trim();
    times.set(key, count);
  }
  return null;
}
