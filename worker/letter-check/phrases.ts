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

const WORD = String.raw`[\p{L}\p{N}]+`;
const GAP = String.raw`[^\p{L}\p{N}.!?;:\n]+`;
const GAPS: Record<string, number> = { "..": 3, "...": 9 };
const SIGNS = {
  "^": String.raw`^[^\p{L}\p{N}]*`,
  ":": String.raw`[^\p{L}\p{N}\n]*:[^\p{L}\p{N}\n]*`,
  $: String.raw`[^\p{L}\p{N}]*$`,
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
    if (name === undefined) return choice.replace(/['-]/gu, GAP).replaceAll("*", String.raw`[\p{L}\p{N}]*`);
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
  exec: (sentence: string) => RegExpExecArray | null;
}

/** Compiles phrases for folded sentences; only those of which a sentence has the words are tried. */
export function compilePhrases(phrases: string[], lists: PhraseLists = {}): Phrases {
  const ids = new Map<string, number>();
  const exact = new Map<string, number[]>();
  const prefixes = new Map<string, { prefix: string; id: number }[]>();
  const addPart = (part: string): number[] => {
    const known = ids.get(part);
    if (known !== undefined) return [known];
    const anchors = findAnchors(part, lists);
    if (anchors === null || anchors.some((anchor) => anchor.indexOf("*") === 1)) return [];
    const id = ids.size;
    ids.set(part, id);
    for (const anchor of new Set(anchors)) {
      const [prefix = ""] = anchor.split("*");
      const start = prefix.slice(0, 2);
      if (prefix === anchor) exact.set(anchor, [...(exact.get(anchor) ?? []), id]);
      else prefixes.set(start, [...(prefixes.get(start) ?? []), { prefix, id }]);
    }
    return [id];
  };
  const compiled = phrases.map((phrase) => ({
    needs: listParts(phrase).flatMap(addPart),
    pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${toSource(phrase, lists)})(?![\p{L}\p{N}])`, "u"),
  }));
  const listCandidates = (sentence: string) => {
    const found = new Set<number>();
    for (const word of sentence.match(/[\p{L}\p{N}]+/gu) ?? []) {
      for (const id of exact.get(word) ?? []) found.add(id);
      for (const { prefix, id } of prefixes.get(word.slice(0, 2)) ?? []) if (word.startsWith(prefix)) found.add(id);
    }
    return compiled.filter(({ needs }) => needs.every((id) => found.has(id)));
  };
  return {
    test: (sentence) => listCandidates(sentence).some(({ pattern }) => pattern.test(sentence)),
    exec: (sentence) => {
      const found = listCandidates(sentence).map(({ pattern }) => pattern.exec(sentence));
      return found.filter((match) => match !== null).toSorted((a, b) => a.index - b.index)[0] ?? null;
    },
  };
}

/** The sentences of a text, folded. */
export const splitSentences = (text: string): string[] =>
  foldText(normalizeText(text))
    .split(/(?<=[.!?…])["»)\]]?\s+|\n+/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
