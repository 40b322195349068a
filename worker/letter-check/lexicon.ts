import certificates from "./data/certificates.json" with { type: "json" };
import developerTools from "./data/developer-tools.json" with { type: "json" };
import diplomas from "./data/diplomas.json" with { type: "json" };
import feats from "./data/feats.json" with { type: "json" };
import fields from "./data/fields.json" with { type: "json" };
import titles from "./data/job-titles.json" with { type: "json" };
import languages from "./data/languages.json" with { type: "json" };
import months from "./data/months.json" with { type: "json" };
import organisations from "./data/organisations.json" with { type: "json" };
import places from "./data/places.json" with { type: "json" };
import regions from "./data/regions.json" with { type: "json" };
import skills from "./data/skills.json" with { type: "json" };
import tools from "./data/tools.json" with { type: "json" };
import { foldText, type Token } from "./tokenize.ts";

type Sort =
  | "tool"
  | "certificate"
  | "diploma"
  | "language"
  | "field"
  | "skill"
  | "title"
  | "feat"
  | "place"
  | "house"
  | "region"
  | "month";

/** A concept with its words in three languages. */
interface Concept {
  id: string;
  sort: Sort;
  /** Common family of fields and skills of one trade. */
  family: string;
  /** Concepts that imply this one: TypeScript implies JavaScript. */
  impliedBy: string[];
}

/** A concept found in a text, with its first and last token. */
export interface Hit {
  concept: Concept;
  from: number;
  to: number;
}

interface Word {
  text: string;
  /** "whole" word or its plural, "exact", "start" of a word, "inside" a word. */
  fit: "whole" | "exact" | "start" | "inside";
  /** Required spelling: initial capital or all capitals; undefined: any. */
  exactly: string | undefined;
}
interface Form {
  concept: Concept;
  words: Word[];
}

/** A concept as the files of data/ hold it. */
interface ConceptRow {
  id: string;
  family?: string;
  impliedBy?: string[];
  /**
   * Folded words. A form with a capital must be written with one; `x*` is any word that begins with x, `~x` any that
   * contains it. Forms of places and organisations match exactly.
   */
  forms: string[];
}

/**
 * Fields and skills have the family of their trade: a CV of a trade covers its other fields. Skills are broad enough
 * for a paraphrase of the CV. The family of a diploma is its grade: 3 an apprenticeship, 4 school-leaving,
 * 5 two years of study, 6 a bachelor, 7 a master, 8 a doctorate; "craft" those above a craft; 9 honours, 0 hints.
 * Places: a letter may use any name of a place in a source. Regions: it may name the region of a town. Months: a source
 * may write them as digits. Feats: prizes, foundations, increases, savings.
 */
const TABLES: [Sort, ConceptRow[]][] = [
  ["tool", tools],
  ["tool", developerTools],
  ["certificate", certificates],
  ["diploma", diplomas],
  ["language", languages],
  ["field", fields],
  ["skill", skills],
  ["title", titles],
  ["feat", feats],
  ["place", places],
  ["house", organisations],
  ["region", regions],
  ["month", months],
];

/** Length of the index keys. */
const KEY = 4;

class Lexicon {
  readonly concepts = new Map<string, Concept>();
  private readonly whole = new Map<string, Form[]>();
  private readonly starts = new Map<string, Form[]>();
  private readonly insides = new Map<string, Form[]>();
  private readonly parts = new Map<string, Form[]>();
  private readonly seen = { letters: new Map<string, Form[]>(), sources: new Map<string, Form[]>() };

  add(sort: Sort, rows: ConceptRow[]): void {
    for (const { id, family = "", impliedBy = [], forms } of rows) {
      const key = this.concepts.has(id) ? `${sort}:${id}` : id;
      const concept = { id: key, sort, family, impliedBy };
      this.concepts.set(key, concept);
      for (const form of forms) this.addForm(concept, form);
    }
  }

  private addForm(concept: Concept, form: string): void {
    const words = form
      .split(" ")
      .filter(Boolean)
      .map(parseFormWord)
      .map((word): Word =>
        (concept.sort === "place" || concept.sort === "house") && word.fit === "whole"
          ? { ...word, fit: "exact" }
          : word,
      );
    const [first] = words;
    if (!first) return;
    // In a source a German compound contains its parts: "Entwicklungsingenieurin" gives engineer.
    if (first.fit === "start" && first.text.length >= 7 && words.length === 1)
      this.push(this.parts, first.text.slice(0, KEY), { concept, words: [{ ...first, fit: "inside" }] });
    const [index, key] =
      first.fit === "whole" || first.fit === "exact"
        ? ([this.whole, first.text] as const)
        : first.fit === "start"
          ? ([this.starts, first.text.slice(0, KEY)] as const)
          : ([this.insides, first.text.slice(0, KEY)] as const);
    this.push(index, key, { concept, words });
  }

  private push(index: Map<string, Form[]>, key: string, form: Form): void {
    const forms = index.get(key);
    if (forms) forms.push(form);
    else index.set(key, [form]);
  }

  /**
   * Finds all concepts in a text.
   * @param all also matches inside longer matches and parts of long words: for sources, where more is safer
   */
  find(tokens: Token[], all: boolean): Hit[] {
    const hits: Hit[] = [];
    for (let from = 0; from < tokens.length; from += 1) {
      for (const form of this.formsAt(tokens[from]?.word ?? "", all)) {
        const to = from + form.words.length - 1;
        if (to < tokens.length && form.words.every((word, step) => fits(word, tokens[from + step])))
          hits.push({ concept: form.concept, from, to });
      }
    }
    if (all) return hits;
    return hits.filter(
      (hit) =>
        !hits.some(
          (other) => other.from <= hit.from && other.to >= hit.to && other.to - other.from > hit.to - hit.from,
        ),
    );
  }

  /** Forms that a word may begin. Cached for the next letter. */
  private formsAt(word: string, all: boolean): Form[] {
    const memo = all ? this.seen.sources : this.seen.letters;
    const known = memo.get(word);
    if (known) return known;
    if (memo.size > 20_000) memo.clear();
    const found = this.lookUp(word, all);
    memo.set(word, found);
    return found;
  }

  private lookUp(word: string, all: boolean): Form[] {
    const found = singular(word).flatMap((each) => this.whole.get(each) ?? []);
    for (let length = Math.min(KEY, word.length); length >= 2; length -= 1)
      found.push(...(this.starts.get(word.slice(0, length)) ?? []));
    for (let at = 0; at === 0 || at + KEY <= word.length; at += 1) {
      found.push(...(this.insides.get(word.slice(at, at + KEY)) ?? []));
      if (all && at > 1) found.push(...(this.parts.get(word.slice(at, at + KEY)) ?? []));
    }
    return found;
  }
}

function parseFormWord(text: string): Word {
  const bare = text.replace(/^~|\*$/gu, "");
  const fit = text.startsWith("~") ? "inside" : text.endsWith("*") ? "start" : "whole";
  return { text: foldText(bare), fit, exactly: /\p{Lu}/u.test(bare) ? bare : undefined };
}

/** A word, and the word without plural and case endings. */
function singular(word: string): string[] {
  const found = [word];
  if (word.length >= 5)
    for (const ending of ["s", "x", "n", "e", "es", "en"])
      if (word.endsWith(ending)) found.push(word.slice(0, -ending.length));
  return found;
}

function fits(word: Word, token: Token | undefined): boolean {
  if (!token) return false;
  if (word.exactly !== undefined && !(isShout(word.exactly) ? token.raw === word.exactly : token.capital)) return false;
  if (word.fit === "start") return token.word.startsWith(word.text);
  if (word.fit === "exact") return token.word === word.text;
  if (word.fit === "inside") return token.word.includes(word.text);
  return singular(token.word).includes(word.text);
}

/** "MEng", "CAP": the spelling must match. */
const isShout = (word: string) => /\p{Lu}.*\p{Lu}/u.test(word);

let built: Lexicon | undefined;

/** Built at the first letter, then cached. */
export function lexicon(): Lexicon {
  if (built) return built;
  built = new Lexicon();
  for (const [sort, rows] of TABLES) built.add(sort, rows);
  return built;
}
