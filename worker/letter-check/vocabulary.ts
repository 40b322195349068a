import { LANGUAGES } from "../contract/limits.ts";
import certificates from "./data/certificates.json" with { type: "json" };
import concepts from "./data/concepts.json" with { type: "json" };
import developerTools from "./data/developer-tools.json" with { type: "json" };
import diplomas from "./data/diplomas.json" with { type: "json" };
import fields from "./data/fields.json" with { type: "json" };
import titles from "./data/job-titles.json" with { type: "json" };
import languages from "./data/languages.json" with { type: "json" };
import months from "./data/months.json" with { type: "json" };
import organisations from "./data/organisations.json" with { type: "json" };
import places from "./data/places.json" with { type: "json" };
import regions from "./data/regions.json" with { type: "json" };
import skills from "./data/skills.json" with { type: "json" };
import tools from "./data/tools.json" with { type: "json" };
import type { LetterLanguage } from "./input.ts";
import { remember } from "./remember.ts";
import { foldText, type Token } from "./tokenize.ts";

/** A meaning with its words in three languages. */
export interface Concept {
  id: string;
  /** "word" for those of everyday working life, else what kind of slot it fills. */
  sort: string;
  /** What its family is used for: see the data. */
  family: string;
  /** Concepts that say this one too: TypeScript says JavaScript. */
  impliedBy: string[];
}

/** A concept found in a text, with its first and last token. */
export interface Hit {
  concept: Concept;
  from: number;
  to: number;
}

interface FormWord {
  text: string;
  fit: "whole" | "start" | "inside";
  /** Required spelling, for forms with a capital or an accent. */
  raw: string | undefined;
}
interface Form {
  concept: Concept;
  words: FormWord[];
  /** Undefined: in all languages. */
  language: LetterLanguage | undefined;
}

/**
 * Forms are folded words. One with a capital must be written so; `x*` is any word that begins with x, `~x` any that
 * contains it. The family of a diploma is its grade, that of a trade's skill the trade.
 */
const TABLES: [string, { id: string; family?: string; impliedBy?: string[]; forms: string[] }[]][] = [
  ["tool", tools],
  ["tool", developerTools],
  ["certificate", certificates],
  ["diploma", diplomas],
  ["language", languages],
  ["field", fields],
  ["skill", skills],
  ["title", titles],
  ["place", places],
  ["house", organisations],
  ["region", regions],
  ["month", months],
];
/** Length of the index keys. */
const KEY = 4;
const byId = new Map<string, Concept>();
const whole = new Map<string, Form[]>();
const starts = new Map<string, Form[]>();
const insides = new Map<string, Form[]>();

const push = <V>(index: Map<string, V[]>, key: string, value: V) => {
  const list = index.get(key);
  if (list) list.push(value);
  else index.set(key, [value]);
};

function addConcept(concept: Concept, forms: string[], language?: LetterLanguage): void {
  byId.set(concept.id, concept);
  for (const form of forms) {
    const words = form
      .split(/[ _]/u)
      .filter(Boolean)
      .map((text): FormWord => {
        const bare = text.replace(/^~|\*$/gu, "");
        const fit = text.startsWith("~") ? "inside" : text.endsWith("*") ? "start" : "whole";
        return { text: foldText(bare), fit, raw: /\p{Lu}|[^\0-\x7f]/u.test(bare) ? bare : undefined };
      });
    const [first] = words;
    if (!first) continue;
    const entry = { concept, words, language };
    if (first.fit === "whole") push(whole, first.text, entry);
    else push(first.fit === "start" ? starts : insides, first.text.slice(0, KEY), entry);
    // The second half of a German compound: "Entwicklungsingenieurin".
    const isTrade = concept.sort !== "word" || concept.family === "trade";
    if (isTrade && first.fit === "start" && words.length === 1 && first.text.length >= (language === "de" ? 5 : 7))
      push(insides, first.text.slice(0, KEY), { ...entry, words: [{ ...first, fit: "inside" as const }] });
  }
}

for (const [sort, rows] of TABLES)
  for (const { id, family = "", impliedBy = [], forms } of rows)
    addConcept({ id: byId.has(id) ? `${sort}:${id}` : id, sort, family, impliedBy }, forms);
for (const [family, rows] of Object.entries<Record<string, string[]>>(concepts))
  for (const [id, forms] of Object.entries(rows))
    LANGUAGES.forEach((language, at) =>
      addConcept(
        { id: `${family}.${id}`, sort: "word", family, impliedBy: [] },
        (forms[at] ?? "").split(" ").filter(Boolean),
        language,
      ),
    );

export const findConcept = (id: string) => byId.get(id);

/** Whether a word has a meaning of its own, so that its parts say nothing: "Erfahrung" is no drive. */
const isDirect = (word: string, language: LetterLanguage | null): boolean =>
  formsAt(word).some(
    ({ words: [first], concept, language: only }) =>
      first?.fit !== "inside" &&
      concept.sort === "word" &&
      (only === undefined || language === null || only === language),
  );

/** Forms that a word begins. */
const formsAt = remember(20_000, (word): Form[] => {
  const found = singular(word).flatMap((each) => whole.get(each) ?? []);
  for (let length = Math.min(KEY, word.length); length >= 2; length -= 1)
    found.push(...(starts.get(word.slice(0, length)) ?? []));
  for (let at = 0; at === 0 || at + KEY <= word.length; at += 1)
    found.push(...(insides.get(word.slice(at, at + KEY)) ?? []));
  return found.filter(({ words: [first], language }) => first && fitsWord(first, word, language));
});

const ENDINGS = { de: ["s", "x", "n", "e", "es", "en", "em", "er"], any: ["s", "x", "n", "en", "es"] };

/** A word, and the word without the endings of a plural or case. */
const singular = (word: string, endings = ENDINGS.de) => [
  word,
  ...(word.length < 4 ? [] : endings)
    .filter((ending) => word.endsWith(ending) && word.length - ending.length >= 3)
    .map((ending) => word.slice(0, -ending.length)),
];

const fits = (form: FormWord, token: Token | undefined, only: LetterLanguage | undefined): boolean =>
  token !== undefined && fitsSpelling(form, token) && fitsWord(form, token.word, only);

function fitsSpelling({ raw }: FormWord, token: Token): boolean {
  if (raw === undefined) return true;
  // "Würde" is no "wurde".
  if (/[^\0-\x7f]/u.test(raw)) return token.raw.toLowerCase().startsWith(raw);
  if (/\p{Lu}.*\p{Lu}/u.test(raw)) return token.raw === raw;
  // "Sagen Sie" is no "Sage".
  return token.capital && !(token.opens && token.raw === `${raw}n`);
}

function fitsWord({ text, fit }: FormWord, word: string, only: LetterLanguage | undefined): boolean {
  if (fit === "start") return word.startsWith(text);
  return fit === "inside"
    ? word.includes(text)
    : singular(word, ENDINGS[only === undefined ? "any" : "de"]).includes(text);
}

/** Families of words that keep their meaning inside longer expressions: "ich" in "kann ich". */
const GRAMMAR = new Set(["me", "we", "you", "no", "split"]);

/**
 * Finds all concepts in a text.
 * @param language null for a source, which may mix them: more is safer there
 */
export function findConcepts(tokens: Token[], language: LetterLanguage | null): Hit[] {
  const hits: Hit[] = [];
  tokens.forEach((token, from) => {
    for (const { concept, words, language: only } of formsAt(token.word)) {
      if (only !== undefined && language !== null && only !== language) continue;
      const isInside = words[0]?.fit === "inside" && token.word.indexOf(words[0].text) > 0;
      // "Laborleiter" is a title whatever its first half means.
      const isTitle = concept.sort === "title";
      if (isInside && ((language !== null && language !== "de") || (!isTitle && isDirect(token.word, language))))
        continue;
      if (words.every((word, step) => (step === 0 ? fitsSpelling(word, token) : fits(word, tokens[from + step], only))))
        hits.push({ concept, from, to: from + words.length - 1 });
    }
  });
  if (language === null) return hits;
  const longest = hits.map(({ from, to }) => to - from);
  return hits.filter(
    (hit, at) =>
      GRAMMAR.has(hit.concept.family) ||
      !hits.some(
        (other, its) => other.from <= hit.from && other.to >= hit.to && (longest[its] ?? 0) > (longest[at] ?? 0),
      ),
  );
}
