import { foldText } from "./fold-text";

/** Where a phrase stands: its first and last word, counted from 0. */
export interface PhrasePlace {
  first: number;
  last: number;
}
/** Offsets in the text; `end` is exclusive. */
export interface TextRange {
  at: number;
  end: number;
}

const WORD = /[\p{L}\p{M}\p{N}]+[+#]{0,3}/gu;

/** The words of a text as they are compared: lower case, without accents and punctuation. */
export const toFoldedWords = (text: string): string[] => [...text.matchAll(WORD)].map(([word]) => foldText(word));

/** Finds phrases in a text regardless of case, accents, punctuation and spaces: a CV may break a line inside a word. */
export class WordIndex {
  readonly #words: TextRange[];
  /** All folded words, joined without spaces. */
  readonly #text: string;
  /** Offset in the joined text -> the word that starts there, or ends there. */
  readonly #starts = new Map<number, number>();
  readonly #ends = new Map<number, number>();

  constructor(text: string) {
    let compact = "";
    const matches = [...text.matchAll(WORD)];
    for (const [number, [word]] of matches.entries()) {
      this.#starts.set(compact.length, number);
      compact += foldText(word);
      this.#ends.set(compact.length, number);
    }
    this.#text = compact;
    this.#words = matches.map(({ 0: word, index: at }) => ({ at, end: at + word.length }));
  }

  /** Every place where a phrase stands; none for a blank one. */
  findPhrase(phrase: string): PhrasePlace[] {
    const wanted = toFoldedWords(phrase).join("");
    const found: PhrasePlace[] = [];
    if (wanted === "") return found;
    for (let at = this.#text.indexOf(wanted); at !== -1; at = this.#text.indexOf(wanted, at + 1)) {
      const [first, last] = [this.#starts.get(at), this.#ends.get(at + wanted.length)];
      if (first !== undefined && last !== undefined) found.push({ first, last });
    }
    return found;
  }

  toRange({ first, last }: PhrasePlace): TextRange {
    return { at: this.#words[first]?.at ?? 0, end: this.#words[last]?.end ?? 0 };
  }
}
