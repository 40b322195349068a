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

/** Compiles phrases for folded sentences. */
export const compilePhrases = (phrases: string[], lists: PhraseLists = {}): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${phrases.map((phrase) => toSource(phrase, lists)).join("|")})(?![\p{L}\p{N}])`,
    "u",
  );

/** The sentences of a text, folded. */
export const splitSentences = (text: string): string[] =>
  foldText(normalizeText(text))
    .split(/(?<=[.!?…])["»)\]]?\s+|\n+/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
