import { remember } from "./remember.ts";
import { foldText, normalizeText } from "./tokenize.ts";

/*
 * Phrases are data. One is written as its words, folded; between them any punctuation but the end of a sentence.
 *
 *     word*     any ending             a|b       one of them
 *     (word)    may be missing         {name}    a phrase of that list
 *     ..        up to three words      ...       up to nine words
 *     :         a colon                ^  $      start and end of the sentence
 */

type PhraseLists = Record<string, string[]>;

/** Stands for each letter and digit beyond ASCII: an engine takes milliseconds to compile `\p{L}`. */
const OTHER_LETTER = "\u0100";
const LETTER = `A-Za-z0-9${OTHER_LETTER}`;
const WORD = `[${LETTER}]+`;
const GAP = `[^${LETTER}.!?;:\\n]+`;
const GAPS: Record<string, number> = { "..": 3, "...": 9 };
const SIGNS = {
  "^": `^[^${LETTER}]*`,
  ":": `[^${LETTER}\\n]*:[^${LETTER}\\n]*`,
  $: `[^${LETTER}]*$`,
};

function toSource(phrase: string, lists: PhraseLists): string {
  let source = "";
  // No gap is needed at the start, and after a colon.
  let isOpen = true;
  for (const part of phrase.split(" ").filter(Boolean)) {
    const most = GAPS[part];
    const optional = /^\((.*)\)$/u.exec(part)?.[1];
    if (part === "^" || part === ":" || part === "$") {
      source += SIGNS[part];
      isOpen = part !== "$";
    } else if (most !== undefined) {
      source += isOpen ? `(?:${WORD}${GAP}){0,${most}}?` : `(?:${GAP}${WORD}){0,${most}}?`;
    } else if (optional !== undefined) {
      const word = toWord(optional, lists);
      source += isOpen ? `(?:${word}${GAP})?` : `(?:${GAP}${word})?`;
    } else {
      source += (isOpen ? "" : GAP) + toWord(part, lists);
      isOpen = false;
    }
  }
  return source;
}

function toWord(part: string, lists: PhraseLists): string {
  const choices = part.split("|").map((choice) => {
    const name = /^\{(.*)\}$/u.exec(choice)?.[1];
    if (name === undefined) return choice.replace(/['-]/gu, GAP).replaceAll("*", `[${LETTER}]*`);
    const list = lists[name];
    if (list === undefined) throw new Error(`no list of phrases is called ${name}`);
    return list.map((phrase) => toSource(phrase, lists)).join("|");
  });
  return choices.length === 1 && !part.includes("{") ? choices.join("") : `(?:${choices.join("|")})`;
}

/** Words of which a part of a phrase needs one, "prefix*" for a beginning; null when any may do. */
function findAnchors(part: string, lists: PhraseLists): string[] | null {
  const all = part.split("|").map((choice): string[] | null => {
    const name = /^\{(.*)\}$/u.exec(choice)?.[1];
    if (name === undefined) {
      const [word = ""] = choice.split(/['-]/u);
      return word === "" || word.startsWith("*") ? null : [word];
    }
    const inner = (lists[name] ?? []).map(
      (phrase) =>
        listParts(phrase)
          .map((each) => findAnchors(each, lists))
          .filter((each) => each !== null)
          .toSorted((a, b) => a.length - b.length)[0] ?? null,
    );
    return inner.every((each) => each !== null) ? inner.flat() : null;
  });
  return all.every((each) => each !== null) ? all.flat() : null;
}

/** The words that a phrase cannot do without. */
const listParts = (phrase: string) =>
  phrase.split(" ").filter((part) => part !== "" && !part.startsWith("(") && !(part in SIGNS) && !(part in GAPS));

/** Phrases in a form that finds them in folded sentences. */
export interface Phrases {
  test: (sentence: string) => boolean;
  /** The first place that one of them fits. */
  exec: (sentence: string) => { index: number; text: string } | null;
}

interface Phrase {
  list: object;
  /** Its place in the list. */
  at: number;
  /** Its parts that can be told by a word. */
  needs: number[];
  pattern: RegExp;
}

// One index for the phrases of all lists: a sentence is looked up once, and then tried on one list after another.
const parts = new Map<string, number>();
const exact = new Map<string, number[]>();
const prefixes = new Map<string, { prefix: string; part: number }[]>();
/** By the first part that they need. */
const phrasesByNeed = new Map<number, Phrase[]>();

const push = <K, V>(index: Map<K, V[]>, key: K, value: V) => {
  const list = index.get(key);
  if (list) list.push(value);
  else index.set(key, [value]);
};

function addPart(anchors: string[] | null): number[] {
  if (anchors === null || anchors.some((anchor) => anchor.indexOf("*") === 1)) return [];
  const key = anchors.join("|");
  const known = parts.get(key);
  if (known !== undefined) return [known];
  const part = parts.size;
  parts.set(key, part);
  for (const anchor of new Set(anchors)) {
    const [prefix = ""] = anchor.split("*");
    if (prefix === anchor) push(exact, anchor, part);
    else push(prefixes, prefix.slice(0, 2), { prefix, part });
  }
  return [part];
}

interface ReadSentence {
  /** As long as the sentence. */
  plain: string;
  /** By their list: those of which it has the words. */
  candidates: Map<object, Phrase[]>;
}

const KEPT_SENTENCES = 1_000;
const readSentence = remember(KEPT_SENTENCES, (sentence): ReadSentence => {
  const plain = sentence.replace(/[^\0-\x7f]/gu, (sign) =>
    /[\p{L}\p{N}]/u.test(sign) ? OTHER_LETTER.repeat(sign.length) : sign,
  );
  const found = new Set<number>();
  for (const word of sentence.match(/[\p{L}\p{N}]+/gu) ?? []) {
    for (const part of exact.get(word) ?? []) found.add(part);
    for (const { prefix, part } of prefixes.get(word.slice(0, 2)) ?? []) if (word.startsWith(prefix)) found.add(part);
  }
  const candidates = new Map<object, Phrase[]>();
  for (const part of found)
    for (const phrase of phrasesByNeed.get(part) ?? [])
      if (phrase.needs.every((need) => found.has(need))) push(candidates, phrase.list, phrase);
  return { plain, candidates };
});

/** Compiles phrases for folded sentences; only those of which a sentence has the words are tried. */
export function compilePhrases(phrases: string[], lists: PhraseLists = {}): Phrases {
  const list = {};
  const compiled = phrases.map((phrase, at): Phrase => {
    const needs = listParts(phrase).flatMap((part) => addPart(findAnchors(part, lists)));
    const pattern = new RegExp(`(?<![${LETTER}])(?:${toSource(phrase, lists)})(?![${LETTER}])`, "u");
    return { list, at, needs, pattern };
  });
  for (const phrase of compiled) if (phrase.needs[0] !== undefined) push(phrasesByNeed, phrase.needs[0], phrase);
  const unanchored = compiled.filter(({ needs }) => needs.length === 0);
  const listCandidates = ({ candidates }: ReadSentence) => [...unanchored, ...(candidates.get(list) ?? [])];
  return {
    test: (sentence) => {
      const read = readSentence(sentence);
      return listCandidates(read).some(({ pattern }) => pattern.test(read.plain));
    },
    exec: (sentence) => {
      const read = readSentence(sentence);
      const found = listCandidates(read).flatMap(({ pattern, at }) => {
        const match = pattern.exec(read.plain);
        return match ? [{ at, index: match.index, length: match[0].length }] : [];
      });
      const [first] = found.toSorted((a, b) => a.index - b.index || a.at - b.at);
      return first ? { index: first.index, text: sentence.slice(first.index, first.index + first.length) } : null;
    },
  };
}

/** The sentences of a text, folded. */
export const splitSentences = (text: string): string[] =>
  foldText(normalizeText(text))
    .split(/(?<=[.!?…])["»)\]]?\s+|\n+/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
