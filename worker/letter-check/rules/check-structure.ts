import { littleWords } from "../company-name.ts";
import type { BlockingCode, Finding } from "../findings.ts";
import type { CheckInput } from "../input.ts";
import type { ParsedLetter } from "../parse-letter.ts";
import type { CheckSources } from "../parse-sources.ts";
import { source } from "../patterns.ts";
import { foldText, normalizeText } from "../tokenize.ts";
import { stopWords } from "../word-lists.ts";

const greeting = new RegExp(
  source`^\W{0,3}(?:madame|monsieur|mesdames|messieurs|bonjour|chere?s?\b|a l'attention
  |dear|hello|hi\b|good (?:morning|day|afternoon)|to whom|sehr geehrte|guten tag|liebe[rs]?\b|hallo|hey\b|servus
  |gruezi|salut|coucou|ahoi|moin|gruss gott|grussgott|werte)`,
  "u",
);
/** Lines that may be below a signature. */
const enclosure = new RegExp(
  source`^\W*(?:p\.? ?j\.?|pieces? jointes?|enc|encl|enclosed|attachments?|anlagen?
  |anhang|cv|tel|tel\.|mobile?|email|e-mail|mail|linkedin|portfolio|github)\b`,
  "u",
);
/** Fewer shared words with the candidate's own texts mean that the letter is about someone or something else. */
const LEAST_SHARED = 3;

/** Checks the structure: a greeting first, the name last, the candidate in between. */
export function shapeFindings(
  { text, candidate }: CheckInput,
  letter: ParsedLetter,
  sources: CheckSources,
): Finding<BlockingCode>[] {
  const found: Finding<BlockingCode>[] = [];
  const lines = normalizeText(text)
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const folded = lines.map(foldText);
  const opening = folded.findIndex((line) => greeting.test(line));
  const preamble =
    opening > 0
      ? folded
          .slice(0, opening)
          .find(
            (line) =>
              line.split(/\s+/u).length >= 5 && /[:.!]$/u.test(line) && !/^(?:objet|betreff|subject|re)\b/u.test(line),
          )
      : undefined;
  if (preamble !== undefined) found.push({ code: "machine_talk", detail: preamble });
  const name = foldText(normalizeText(candidate.name)).split(/\s+/u).at(-1) ?? "";
  const signature = folded.findLastIndex(
    (line) => name !== "" && line.includes(name) && line.split(/\s+/u).length <= 6,
  );
  const below =
    signature < folded.length / 2
      ? undefined
      : folded
          .slice(signature + 1)
          .find(
            (line) =>
              line.split(/\s+/u).length >= 8 &&
              !enclosure.test(line) &&
              !sources.own.phrase.includes(line.slice(0, 20)),
          );
  if (below !== undefined) found.push({ code: "machine_talk", detail: below });
  if (!isAboutCandidate(letter, sources)) found.push({ code: "machine_talk", detail: "says nothing of the candidate" });
  return found;
}

/** Whether the letter shares words, names or figures with the candidate's texts, apart from the name. */
function isAboutCandidate(letter: ParsedLetter, { cv, template, languages }: CheckSources): boolean {
  const papers = [cv, template];
  if (cv.text.length + template.text.length < 400) return true;
  const isSame = languages.has(letter.language);
  const shared = new Set(
    letter.tokens
      .filter(
        ({ word, raw }, at) =>
          letter.named[at] !== true &&
          (isSame ? word.length >= 5 : /\p{Lu}|\d/u.test(raw)) &&
          word.length >= 2 &&
          !littleWords.has(word) &&
          !stopWords[letter.language].has(word) &&
          papers.some(({ words }) => words.has(word)),
      )
      .map(({ word }) => word),
  );
  return (
    shared.size >= (isSame ? LEAST_SHARED : 1) ||
    letter.hits.some(({ concept }) => papers.some(({ concepts }) => concepts.has(concept.id)))
  );
}
