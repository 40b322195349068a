import type { CompanyFact, CompanyFactKind } from "../contract/companies";
import { foldText } from "../lib/fold-text";
import { MAX_SENTENCE_CHARACTERS, MIN_SENTENCE_CHARACTERS, iterateSentences } from "./page-sentences";
import { classifySentence, holdsOrder, type SentenceOrigin } from "./rules-sentence";

const MAX_FACTS_OF_A_KIND = 3;
const MAX_FACTS = 12;
const MAX_URL_CHARACTERS = 300;

const hasGoodLength = ({ length }: string): boolean =>
  length >= MIN_SENTENCE_CHARACTERS && length <= MAX_SENTENCE_CHARACTERS;

/** For comparisons: folded letters and figures with single spaces. */
export const toKey = (text: string): string =>
  foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Facts of one page or site, none of them twice, three of a kind and twelve in all. */
export class FactList {
  readonly list: CompanyFact[] = [];
  readonly #keys: string[] = [];
  readonly #counts = new Map<CompanyFactKind, number>();
  readonly #url: string;

  constructor(url: string) {
    this.#url = toBoundedUrl(url);
  }

  addParagraph(paragraph: string, origin: SentenceOrigin): void {
    // What was read since the last fact: after an order the whole rest of a paragraph belongs to it.
    let read = "";
    for (const text of iterateSentences(paragraph)) {
      if (this.list.length >= MAX_FACTS) return;
      const kind = hasGoodLength(text) ? classifySentence(text, origin) : undefined;
      read = read === "" ? text : `${read} ${text}`;
      if (kind === undefined || !this.#hasRoom(kind)) continue;
      if (holdsOrder(read)) return;
      this.add(kind, text);
      read = "";
    }
  }

  add(kind: CompanyFactKind, text: string, url = this.#url): void {
    const key = toKey(text);
    if (!this.#hasRoom(kind) || this.#keys.some((known) => known.includes(key) || key.includes(known))) return;
    this.list.push({ kind, text, url });
    this.#keys.push(key);
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  #hasRoom = (kind: CompanyFactKind): boolean =>
    this.list.length < MAX_FACTS && (this.#counts.get(kind) ?? 0) < MAX_FACTS_OF_A_KIND;
}

const toBoundedUrl = (url: string): string =>
  url.length <= MAX_URL_CHARACTERS || !URL.canParse(url) ? url.slice(0, MAX_URL_CHARACTERS) : new URL(url).origin;
