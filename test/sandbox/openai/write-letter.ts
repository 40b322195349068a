import { hashText } from "../companies/hash";
import { type ParsedPrompt, readCompanyFacts } from "./parse-prompt";
import { phrases, type LetterParts } from "./phrases";

/** Truncates to a number of words. */
const shorten = (text: string, words: number): string =>
  text
    .split(/\s+/)
    .slice(0, words)
    .join(" ")
    .replace(/[,;:.]+$/, "");

const findFirstSentence = (text: string): string => /^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0].trim() ?? text;

/** A meaningful line of the CV, chosen by the company. Empty when the CV has none. */
function pickCvLine(cv: string, seed: string): string {
  const lines = cv
    .split("\n")
    .map((line) => line.replace(/^[\s•*–-]+/, "").trim())
    .filter((line) => line.length >= 15 && line.split(/\s+/).length >= 3 && !line.includes("@"));
  return shorten(lines[hashText(seed) % Math.max(lines.length, 1)] ?? shorten(cv, 12), 18);
}

/** A sentence of the template other than greeting and closing. */
const pickTemplateSentence = (template: string): string =>
  shorten(
    template
      .split(/(?<=[.!?])\s+|\n+/)
      .find((each) => each.trim().split(/\s+/).length >= 5)
      ?.trim() ?? "",
    24,
  );

/** The parts of the letter; anything missing in the prompt becomes conspicuous broken text. */
function toLetterParts(prompt: ParsedPrompt): LetterParts {
  const { missing } = phrases[prompt.language];
  const name = prompt.company?.["name"] || missing("company name");
  return {
    name,
    city: prompt.company?.["city"] || missing("company city"),
    sector: prompt.company?.["sector"] ?? "",
    about: shorten(findFirstSentence(readCompanyFacts(prompt)), 30),
    // An empty block is a CV whose text could not be read; no block is a broken prompt.
    cvLine: prompt.cv === undefined ? missing("CV") : pickCvLine(prompt.cv, name),
    candidate: prompt.candidate?.["name"] || missing("candidate name"),
    template: prompt.template ? pickTemplateSentence(prompt.template) : missing("template"),
  };
}

/** A letter of 120 to 220 words made from the prompt's blocks, in its language. */
export function writeLetter(prompt: ParsedPrompt): { subject: string; body: string } {
  const letter = toLetterParts(prompt);
  const words = phrases[prompt.language];
  const paragraphs = [
    words.greeting,
    words.opening(letter) + (letter.about ? ` ${words.about(letter.about)}` : ""),
    [letter.cvLine && words.cv(letter.cvLine), letter.template && words.template(letter.template)]
      .filter(Boolean)
      .join(" "),
    words.middle(letter),
    words.ending(letter),
    `${words.closing}\n${letter.candidate}`,
  ];
  return { subject: words.subject(letter), body: paragraphs.filter(Boolean).join("\n\n") };
}

/** A template for any company: from the user's own words when improving, from the CV when generating. */
export function writeTemplate(prompt: ParsedPrompt, keepOwnWords: boolean): string {
  const words = phrases[prompt.language];
  const broken = words.missing("template");
  const own = prompt.template?.trim().replace(/[ \t]+/g, " ");
  const cv = prompt.cv === undefined ? "" : pickCvLine(prompt.cv, prompt.candidate?.["name"] ?? "");
  const lines = words.general({ cvLine: cv, template: keepOwnWords ? own || broken : "" });
  const already = keepOwnWords && own !== undefined && own.startsWith(words.greeting);
  const name = prompt.candidate?.["name"];
  return [...(already ? [] : [words.greeting]), ...lines, name ? `${words.closing}\n${name}` : words.closing].join(
    "\n\n",
  );
}
