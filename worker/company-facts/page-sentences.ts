import { SEAM } from "../contacts/html/page-text";
import type { Page } from "../contacts/html/parse-page";
import words from "./data/words.json" with { type: "json" };
import { isThirdPartyHeading } from "./rules-sentence";

/** Lengths of a sentence that is worth quoting. */
export const MIN_SENTENCE_CHARACTERS = 20;
export const MAX_SENTENCE_CHARACTERS = 200;
const MAX_TEXT_CHARACTERS = 200_000;
const MAX_PARAGRAPH_CHARACTERS = 4_000;

/** The paragraphs of a page's text, without blocks about third parties and job requirements. */
export function* iterateParagraphs(page: Page): Generator<string> {
  const skipped = new SkippedRanges(page);
  let paragraph = "";
  let from = 0;
  const text = page.text.slice(0, MAX_TEXT_CHARACTERS);
  for (const [line, at] of iterateLines(text)) {
    const plain = line.includes(SEAM) ? line.replaceAll(SEAM, "") : line;
    const shown = (/\s\s|[^\S ]/u.test(plain) ? plain.replace(/\s+/gu, " ") : plain).trim();
    if (shown === "" || skipped.has(at + line.search(/\S/u))) {
      if (paragraph.length >= MIN_SENTENCE_CHARACTERS) yield paragraph;
      paragraph = "";
      continue;
    }
    if (paragraph === "") from = at;
    // A line break in a sentence; else the line above is a title or an item.
    const goesOn = /^\p{Ll}/u.test(shown) || /[,–-]$/u.test(paragraph);
    if (paragraph !== "" && !goesOn && !/[.!?…]["»”)]?$/u.test(paragraph)) paragraph = "";
    paragraph = paragraph === "" ? shown : `${paragraph} ${shown}`;
    if (at - from > MAX_PARAGRAPH_CHARACTERS) paragraph = "";
  }
  if (paragraph.length >= MIN_SENTENCE_CHARACTERS) yield paragraph;
}

function* iterateLines(text: string): Generator<[line: string, at: number]> {
  for (let at = 0; at <= text.length;) {
    const end = text.indexOf("\n", at);
    const to = end < 0 ? text.length : end;
    yield [text.slice(at, to), at];
    at = to + 1;
  }
}

/** "Dr.", "z. B.", "M. Morel": a full stop that ends no sentence. */
function isAbbreviation(beforeGap: string): boolean {
  const word = /(\p{L}+)\.$/u.exec(beforeGap)?.[1]?.toLowerCase() ?? "";
  return word.length === 1 || abbreviations.has(word);
}
const abbreviations = new Set(words.abbreviations);
const MAX_ABBREVIATION_CHARACTERS = 12;

export function* iterateSentences(paragraph: string): Generator<string> {
  let start = 0;
  for (const { index, 0: gap } of paragraph.matchAll(/[.!?…]["»”)]?\s+(?=[\p{Lu}\p{N}"«„“([])/gu)) {
    const end = index + gap.trimEnd().length;
    if (isAbbreviation(paragraph.slice(Math.max(start, end - MAX_ABBREVIATION_CHARACTERS), end))) continue;
    yield paragraph.slice(start, end);
    start = index + gap.length;
  }
  yield paragraph.slice(start);
}

/** Blocks about third parties, and sections whose heading says that they are no facts of the company. */
class SkippedRanges {
  readonly #ranges: { from: number; to: number }[];

  constructor({ text, others, headings }: Page) {
    this.#ranges = [...others];
    headings.forEach(({ at, level, until }, index) => {
      const title =
        text
          .slice(at, at + 200)
          .replaceAll(SEAM, "")
          .trim()
          .split("\n", 1)[0] ?? "";
      if (title.length > 80 || !isThirdPartyHeading(title)) return;
      const next = headings.find((other, later) => later > index && other.level <= level);
      this.#ranges.push({ from: at, to: Math.min(until ?? text.length, next?.at ?? text.length) });
    });
  }

  has = (at: number): boolean => this.#ranges.some(({ from, to }) => at >= from && at < to);
}
