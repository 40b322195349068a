import MiniSearch from "minisearch";
import type { Language } from "../contract/field-schemas";
import { catalogue, type CatalogueEntry } from "./catalogue";
import { stripTradeEnding, toSearchWords } from "./search-words";

interface CategoryMatch {
  entry: CatalogueEntry;
  score: number;
  /** Words of the query that are in the entry exactly: no prefix, no typo. */
  exact: string[];
}

/** Longer queries are sentences; each word costs a walk through the index. */
const MAX_QUERY_WORDS = 10;
const MAX_UNKNOWN_WORDS = 5;
const SHORT_QUERY_WORDS = 3;
const MAX_PHRASE_WORDS = 4;
/** Shorter words and parts would split almost any word into a wrong compound. */
const MIN_COMPOUND_CHARACTERS = 8;
const MIN_PART_CHARACTERS = 5;

interface CategoryDocument {
  id: number;
  fr: string;
  en: string;
  de: string;
  termsFr: string;
  termsEn: string;
  termsDe: string;
}
interface CategoryIndex {
  mini: MiniSearch<CategoryDocument>;
  /** By whole name or term, as joined words: the weights of its entries. */
  phrases: Map<string, Map<number, number>>;
  /** All words of all names and terms. */
  known: Set<string>;
  /** Words by root. */
  kin: Map<string, string[]>;
}

let cachedIndex: CategoryIndex | undefined;

/** Built on first use, in about 100 ms, and cached. */
function loadIndex(): CategoryIndex {
  if (cachedIndex) return cachedIndex;
  const mini = new MiniSearch<CategoryDocument>({
    fields: ["fr", "en", "de", "termsFr", "termsEn", "termsDe"],
    // Texts are already split into words, joined by spaces.
    tokenize: (text) => text.split(" "),
    processTerm: (term) => term || null,
  });
  const phrases: CategoryIndex["phrases"] = new Map();
  const known: CategoryIndex["known"] = new Set();
  const addPhrase = (text: string, id: number, weight: number): string => {
    const words = toSearchWords(text);
    for (const word of words) known.add(word);
    const phrase = words.join(" ");
    const named = phrases.get(phrase) ?? new Map<number, number>();
    phrases.set(phrase, named.set(id, Math.max(weight, named.get(id) ?? 0)));
    return phrase;
  };
  // The first terms are jobs and plain words, which most people type.
  const addTerms = (terms: string[], id: number): string =>
    terms.map((term, rank) => addPhrase(term, id, rank < 16 ? 2 : 1)).join(" ");
  const documents = catalogue.map(({ name, terms }, id) => ({
    id,
    fr: addPhrase(name.fr, id, 3),
    en: addPhrase(name.en, id, 3),
    de: addPhrase(name.de, id, 3),
    termsFr: addTerms(terms.fr, id),
    termsEn: addTerms(terms.en, id),
    termsDe: addTerms(terms.de, id),
  }));
  phrases.delete("");
  mini.addAll(documents);
  const kin: CategoryIndex["kin"] = new Map();
  for (const word of known) kin.set(stripTradeEnding(word), [...(kin.get(stripTradeEnding(word)) ?? []), word]);
  cachedIndex = { mini, phrases, known, kin };
  return cachedIndex;
}

/** By entry, how much of the query is exactly one of its names or terms: 0 to 3. */
function weighPhrases(words: string[], phrases: CategoryIndex["phrases"]): Map<number, number> {
  const weights = new Map<number, number>();
  for (let from = 0; from < words.length; from += 1)
    for (let length = 1; length <= Math.min(MAX_PHRASE_WORDS, words.length - from); length += 1)
      for (const [id, weight] of phrases.get(words.slice(from, from + length).join(" ")) ?? [])
        weights.set(id, Math.max(weights.get(id) ?? 0, (weight * length) / words.length));
  return weights;
}

/** Of a long text only known words, and a few unknown ones that may be typos; in order. */
function pickQueryWords(text: string, known: CategoryIndex["known"]): string[] {
  const words = [...new Set(toSearchWords(text))];
  if (words.length <= MAX_QUERY_WORDS) return words;
  const unknown = words.filter((word) => !known.has(word)).slice(0, MAX_UNKNOWN_WORDS);
  const knownWords = words.filter((word) => known.has(word)).slice(0, MAX_QUERY_WORDS - unknown.length);
  const picked = new Set([...knownWords, ...unknown]);
  return words.filter((word) => picked.has(word));
}

/** The longest known words that a word starts and ends with: "Zahnarzthelferin", "Versicherungsmakler". */
function splitCompound(word: string, known: CategoryIndex["known"]): string[] {
  if (word.length < MIN_COMPOUND_CHARACTERS) return [];
  const cuts = Array.from({ length: word.length - MIN_PART_CHARACTERS }, (_, at) => at + 1);
  const head = cuts.map((cut) => word.slice(0, -cut)).find((part) => known.has(part));
  const tail = cuts.map((cut) => word.slice(cut)).find((part) => known.has(part));
  return [head, tail].filter((part) => part !== undefined);
}

/** Known words of the same root ("ramonage" for "ramoneur"), else the parts of a compound. */
function findRelatedWords(word: string, { known, kin }: CategoryIndex): string[] {
  return kin.get(stripTradeEnding(word)) ?? splitCompound(word, known);
}

/** Words that are a whole name or term of categories. */
export interface NamedPart {
  /** Position of its first word, and how many words it has. */
  from: number;
  length: number;
  /** Weights by gcid: 3 for a name, 2 for a plain word or a job of ours, 1 for another term. */
  weights: Map<string, number>;
}

/** Every part of a text that is a whole name or term of categories. */
export function findNamedParts(words: string[]): NamedPart[] {
  const { phrases } = loadIndex();
  const parts: NamedPart[] = [];
  for (let from = 0; from < words.length; from += 1)
    for (let length = 1; length <= Math.min(MAX_PHRASE_WORDS, words.length - from); length += 1) {
      const named = phrases.get(words.slice(from, from + length).join(" "));
      if (!named) continue;
      const weights = new Map([...named].map(([id, weight]) => [catalogue[id]?.gcid ?? "", weight]));
      parts.push({ from, length, weights });
    }
  return parts;
}

/** Whether a word is in a name or term. */
export const isKnownWord = (word: string): boolean => loadIndex().known.has(word);

/** Categories for a text in any of the three languages, best first; matches in `language` weigh more. */
export function matchCategories(text: string, language: Language): CategoryMatch[] {
  const loadedIndex = loadIndex();
  const words = pickQueryWords(text, loadedIndex.known);
  if (words.length === 0) return [];
  const unknown = words.filter((word) => !loadedIndex.known.has(word)).slice(0, MAX_UNKNOWN_WORDS);
  const relatedWords = new Set(unknown.flatMap((word) => findRelatedWords(word, loadedIndex)));
  const weights = weighPhrases(words, loadedIndex.phrases);
  const getLanguageBoost = (field: Language): number => (field === language ? 1.25 : 1);
  const found = loadedIndex.mini.search([...new Set([...words, ...relatedWords])].join(" "), {
    boost: {
      fr: 2 * getLanguageBoost("fr"),
      en: 2 * getLanguageBoost("en"),
      de: 2 * getLanguageBoost("de"),
      termsFr: getLanguageBoost("fr"),
      termsEn: getLanguageBoost("en"),
      termsDe: getLanguageBoost("de"),
    },
    boostTerm: (term) => (relatedWords.has(term) ? 0.5 : 1),
    prefix: (term) => term.length >= 3 && !relatedWords.has(term),
    fuzzy: (term) => {
      if (term.length < 5 || relatedWords.has(term)) return false;
      if (unknown.includes(term)) return 0.2;
      // A known word may be the typo of another ("magazin"), but in a long text the walk costs too much.
      return words.length <= SHORT_QUERY_WORDS ? 1 : false;
    },
    maxFuzzy: 2,
    weights: { prefix: 0.35, fuzzy: 0.2 },
    // Our own job words make entries long; low `b` keeps BM25 from ranking them lower for it.
    bm25: { k: 1.2, b: 0.3, d: 0.5 },
  });
  const matches: CategoryMatch[] = [];
  for (const result of found) {
    const id = Number(result.id);
    const entry = catalogue[id];
    if (!entry) continue;
    const exact = words.filter((word) => result.terms.includes(word));
    matches.push({ entry, score: result.score * (1 + (weights.get(id) ?? 0)), exact });
  }
  return matches.sort((a, b) => b.score - a.score);
}
