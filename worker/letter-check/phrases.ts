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
    const name = findListName(choice);
    if (name === undefined) return choice.replace(/['-]/gu, GAP).replaceAll("*", `[${LETTER}]*`);
    const list = lists[name];
    if (list === undefined) throw new Error(`no list of phrases is called ${name}`);
    return list.map((phrase) => toSource(phrase, lists)).join("|");
  });
  return choices.length === 1 && !part.includes("{") ? choices.join("") : `(?:${choices.join("|")})`;
}

/** The list that "{name}" stands for. */
export const findListName = (choice: string) => /^\{(.*)\}$/u.exec(choice)?.[1];

/** For each part that a phrase cannot do without, the words of which it needs one: "prefix*" for a beginning. */
const listNeeds = (phrase: string, lists: PhraseLists): string[][] =>
  phrase
    .split(" ")
    .filter((part) => part !== "" && !part.startsWith("(") && !(part in SIGNS) && !(part in GAPS))
    .flatMap((part) => {
      const anchors = part.split("|").flatMap((choice) => findAnchors(choice, lists));
      return anchors.includes(ANY) ? [] : [anchors];
    });

/** Stands for any word. */
const ANY = "*";

function findAnchors(choice: string, lists: PhraseLists): string[] {
  const name = findListName(choice);
  if (name === undefined) return [choice.split(/['-]/u)[0]?.replace(/\*.*/u, "*") || ANY];
  return (lists[name] ?? []).flatMap(
    (phrase) => listNeeds(phrase, lists).toSorted((a, b) => a.length - b.length)[0] ?? [ANY],
  );
}

/** Phrases in a form that finds them in folded sentences. */
export interface Phrases {
  test: (sentence: string) => boolean;
  /** The first place that one of them fits. */
  exec: (sentence: string) => { index: number; text: string } | null;
}

interface Phrase {
  /** Its place in its list. */
  at: number;
  /** For each of its parts that a word tells, the words of which it needs one. */
  needs: string[][];
  pattern: RegExp;
}

/** Phrases of all lists by a word that they need: a sentence is looked up once, for one list after another. */
const phrasesByAnchor = new Map<string, { list: object; phrase: Phrase }[]>();

const push = <K, V>(index: Map<K, V[]>, key: K, value: V) => {
  const values = index.get(key);
  if (values) values.push(value);
  else index.set(key, [value]);
};

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
  const anchors = new Set<string>();
  for (const word of sentence.match(/[\p{L}\p{N}]+/gu) ?? []) {
    anchors.add(word);
    for (let end = 1; end <= word.length; end += 1) anchors.add(`${word.slice(0, end)}*`);
  }
  const found = new Map<Phrase, object>();
  for (const anchor of anchors)
    for (const { list, phrase } of phrasesByAnchor.get(anchor) ?? [])
      if (phrase.needs.every((need) => need.some((each) => anchors.has(each)))) found.set(phrase, list);
  const candidates = new Map<object, Phrase[]>();
  for (const [phrase, list] of found) push(candidates, list, phrase);
  return { plain, candidates };
});

/** Compiles phrases for folded sentences; only those of which a sentence has the words are tried. */
export function compilePhrases(phrases: string[], lists: PhraseLists = {}): Phrases {
  const list = {};
  const unanchored: Phrase[] = [];
  for (const [at, said] of phrases.entries()) {
    const needs = listNeeds(said, lists).toSorted((a, b) => a.length - b.length);
    const pattern = new RegExp(`(?<![${LETTER}])(?:${toSource(said, lists)})(?![${LETTER}])`, "u");
    const phrase = { at, needs, pattern };
    if (needs.length === 0) unanchored.push(phrase);
    for (const anchor of new Set(needs[0])) push(phrasesByAnchor, anchor, { list, phrase });
  }
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
