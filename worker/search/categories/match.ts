import MiniSearch from "minisearch";
import type { Language } from "../../contract/fields";
import { catalogue, type CatalogueEntry } from "./catalogue";
import { wordsOf } from "./text";

interface Match {
  entry: CatalogueEntry;
  score: number;
  /** The words of the query that stand in the entry as they are: no prefix, no typo. */
  exact: string[];
}

/** Longer queries are sentences; what matters was said by then, and each word costs a fuzzy walk. */
const mostWords = 24;
const longestPhrase = 4;

interface Document {
  id: number;
  fr: string;
  en: string;
  de: string;
  termsFr: string;
  termsEn: string;
}
interface Index {
  mini: MiniSearch<Document>;
  /** A whole name or term, as joined words, and the entries it names with the weight of that. */
  phrases: Map<string, Map<number, number>>;
}

let built: Index | undefined;

/** Built at the first question and kept: 10 to 30 ms that a Worker without searches never pays. */
function index(): Index {
  if (built) return built;
  const mini = new MiniSearch<Document>({
    fields: ["fr", "en", "de", "termsFr", "termsEn"],
    // Texts arrive as words already, joined by spaces.
    tokenize: (text) => text.split(" "),
    processTerm: (term) => term || null,
  });
  const phrases: Index["phrases"] = new Map();
  const say = (words: string[], id: number, weight: number): string => {
    const phrase = words.join(" ");
    const named = phrases.get(phrase) ?? new Map<number, number>();
    phrases.set(phrase, named.set(id, Math.max(weight, named.get(id) ?? 0)));
    return phrase;
  };
  const documents = catalogue.map(({ name, terms }, id) => ({
    id,
    fr: say(wordsOf(name.fr), id, 3),
    en: say(wordsOf(name.en), id, 3),
    de: say(wordsOf(name.de), id, 2),
    // The first terms are the jobs and the plain words: those the most people type.
    termsFr: terms.fr.map((term, rank) => say(wordsOf(term), id, rank < 16 ? 2 : 1)).join(" "),
    termsEn: terms.en.map((term, rank) => say(wordsOf(term), id, rank < 16 ? 2 : 1)).join(" "),
  }));
  phrases.delete("");
  mini.addAll(documents);
  built = { mini, phrases };
  return built;
}

/** How much of the query is, word for word, a name or a term of each entry: 0 to 3 by entry. */
function phraseWeights(words: string[], phrases: Index["phrases"]): Map<number, number> {
  const weights = new Map<number, number>();
  for (let from = 0; from < words.length; from += 1)
    for (let length = 1; length <= Math.min(longestPhrase, words.length - from); length += 1)
      for (const [id, weight] of phrases.get(words.slice(from, from + length).join(" ")) ?? [])
        weights.set(id, Math.max(weights.get(id) ?? 0, (weight * length) / words.length));
  return weights;
}

/**
 * Categories that answer a free text in French or English (German job words are known too), best first.
 * `language` only tips the scales: names and terms of both are searched.
 */
export function bestMatches(text: string, language: Language): Match[] {
  const words = [...new Set(wordsOf(text))].slice(0, mostWords);
  if (words.length === 0) return [];
  const { mini, phrases } = index();
  const weights = phraseWeights(words, phrases);
  const own = (field: Language): number => (field === language ? 1.25 : 1);
  const found = mini.search(words.join(" "), {
    boost: { fr: 2 * own("fr"), en: 2 * own("en"), de: 1.5, termsFr: own("fr"), termsEn: own("en") },
    prefix: (term) => term.length >= 3,
    fuzzy: (term) => (term.length >= 5 ? 0.2 : false),
    maxFuzzy: 2,
    weights: { prefix: 0.35, fuzzy: 0.2 },
    // Long entries are those we wrote job words for: they are not to lose against short ones for it.
    bm25: { k: 1.2, b: 0.3, d: 0.5 },
  });
  const matches: Match[] = [];
  for (const result of found) {
    const id = Number(result.id);
    const entry = catalogue[id];
    if (!entry) continue;
    const exact = words.filter((word) => result.terms.includes(word));
    matches.push({ entry, score: result.score * (1 + (weights.get(id) ?? 0)), exact });
  }
  return matches.sort((a, b) => b.score - a.score);
}
