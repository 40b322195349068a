import { normalizeText, tokenize } from "./tokenize.ts";

/** Where words stand in a text, whatever their case, accents, signs and spaces: a line may be broken inside a word. */
export class WordIndex {
  /** All words, folded, without a space between. */
  readonly #text: string;
  /** Number of the word that begins at a place of it. */
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

  /** The numbers, counted from 0, of the words where this phrase begins; none for a blank one. */
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
