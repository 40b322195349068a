import { normalizeText, tokenize } from "./tokenize.ts";

/** Finds phrases in a text regardless of case, accents, punctuation and spaces: a CV may break a line inside a word. */
export class WordIndex {
  /** All folded words, joined without spaces. */
  readonly #text: string;
  /** Start offset in the joined text -> index of the word. */
  readonly #starts = new Map<number, number>();
  readonly #ends = new Set<number>();

  constructor(text: string) {
    let compact = "";
    for (const [number, { word }] of tokenizeText(text).entries()) {
      this.#starts.set(compact.length, number);
      compact += word;
      this.#ends.add(compact.length);
    }
    this.#text = compact;
  }

  /** Indexes of the words at which the phrase begins; none for a blank phrase. */
  findPhrase(phrase: string): number[] {
    const wanted = tokenizeText(phrase)
      .map(({ word }) => word)
      .join("");
    const found: number[] = [];
    if (wanted === "") return found;
    for (let at = this.#text.indexOf(wanted); at !== -1; at = this.#text.indexOf(wanted, at + 1)) {
      const number = this.#starts.get(at);
      if (number !== undefined && this.#ends.has(at + wanted.length)) found.push(number);
    }
    return found;
  }
}

const tokenizeText = (text: string) => tokenize(normalizeText(text)).tokens;
