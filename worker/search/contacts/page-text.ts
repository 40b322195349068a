import { type Appearance, appearanceOf } from "./appearance";
import type { Styles, Turn } from "./css";
import { headingLevel, isBold, isSection, isVoid, type Kind, kindOf } from "./elements";
import { OpenElements, styled } from "./selectors";
import { TableHeads } from "./table-heads";
import type { Attributes } from "./tokens";

/** Stands where one inline element ended and another began: neither a space nor nothing. */
export const SEAM = "\uE000";
/** Invisible characters, and marks of ours; none stands in what a page says. */
const UNSEEN = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uE000-\uE00F]/g;
const ADDRESS = /[\w-]\uE000?@\uE000?\w[\w-]{0,60}[.\uE000]{1,3}[a-z]{2,}(?![\w@])/i;
const MAX_REGIONS = 12;
const MAX_HEADINGS = 3000;
const MAX_SECTIONS = 100;

/**
 * A heading: where its words begin in the text, how deep it stands (1 to 6; 7 for a label such as a `dt`), where its
 * section ends.
 */
export type Heading = { at: number; level: number; until?: number };

/** Something an open element does to its words until it ends. `start` counts parts, `from` characters. */
type Region = Pick<Appearance, "hidden" | "turned" | "after" | "others" | "consent"> & {
  tag: string;
  depth: number;
  start: number;
  from: number;
};

/**
 * The words of a page as a reader sees them: blocks on lines of their own, seams between inline elements, what is hidden
 * left out, what style sheets add put in, text that they turn round turned round.
 */
export class PageText {
  readonly headings: Heading[] = [];
  readonly others: { from: number; to: number }[] = [];
  readonly #styles: Styles;
  readonly #isLinked: (id: string) => boolean;
  readonly #heads = new TableHeads();
  readonly #open = new OpenElements();
  #parts: string[] = [];
  #regions: Region[] = [];
  /** 1 and more: inside something nobody sees. */
  #hidden = 0;
  #preformatted = 0;
  /** What stands last is a space that further ones melt into, or a line's end. */
  #afterSpace = true;
  /** Where the block at hand begins, where its first word is bold from, and to. */
  #block = 0;
  #boldFrom = -1;
  #boldTo = -1;
  /** Sections that are open: how many headings there were before each, and which tag it is. */
  #sections: { tag: string; headings: number }[] = [];
  length = 0;

  /** @param isLinked does the page link to a place of this id? What a link opens is no secret */
  constructor(styles: Styles, isLinked: (id: string) => boolean) {
    this.#styles = styles;
    this.#isLinked = isLinked;
  }

  get hidden(): boolean {
    return this.#hidden > 0;
  }

  open(tag: string, attributes: Attributes): void {
    for (const region of this.#regions) if (region.tag === tag) region.depth += 1;
    const kind = kindOf(tag);
    if (isBold(tag) && this.length - this.#block < 12 && this.since(this.#block).trim() === "")
      this.#boldFrom = this.#block;
    else if (tag === "pre") this.#preformatted += 1;
    this.#separate(kind);
    if (kind === "cell" || tag === "tr" || tag === "table")
      this.add(this.#heads.open(tag, this.length, (start) => this.since(start)));
    if (isSection(tag) && this.#sections.length < MAX_SECTIONS)
      this.#sections.push({ tag, headings: this.headings.length });
    const level = headingLevel(tag);
    if (level !== undefined && !this.hidden && this.headings.length < MAX_HEADINGS)
      this.headings.push({ at: this.length, level });
    if (!this.#styles.empty) this.#show(tag, this.#styled(tag, kind, attributes));
    else if (attributes.names.length > 0 || tag === "bdo" || tag === "blockquote" || tag === "q")
      this.#show(tag, appearanceOf(tag, kind, attributes, this.#isLinked));
  }

  close(tag: string): void {
    if (isBold(tag) && (this.#boldTo !== -1 || this.#boldFrom === this.#block)) this.#boldTo = this.length;
    else if (tag === "pre") this.#preformatted = Math.max(0, this.#preformatted - 1);
    if (this.#regions.length > 0) this.#leave(tag);
    if (this.#styles.nested) this.#open.close(tag);
    this.#separate(kindOf(tag), true);
    if (isSection(tag)) this.#endSection(tag);
  }

  /**
   * Its headings speak of nothing behind it, unless they are all it holds: some builders wrap each heading in a
   * section of its own.
   */
  #endSection(tag: string): void {
    const place = this.#sections.findLastIndex((section) => section.tag === tag);
    const first = this.#sections[place]?.headings;
    if (first === undefined) return;
    this.#sections.length = place;
    const last = this.headings.at(-1);
    if (
      !last ||
      this.headings.length <= first ||
      (this.length - last.at < 120 &&
        this.since(last.at)
          .trim()
          .split("\n")
          .filter((line) => /\p{L}|\d/u.test(line)).length < 2)
    )
      return;
    for (const heading of this.headings.slice(first)) heading.until ??= this.length;
  }

  add(value: string): void {
    if (this.#hidden > 0 || value === "") return;
    if (this.#preformatted > 0) return this.#push(plain(value));
    // As a browser does: white space of the source is one space on the page, and none at a line's beginning.
    let text = value.replace(/[\t\n\f\r ]{2,}|[\t\n\f\r]/g, " ");
    if (this.#afterSpace && text.charCodeAt(0) === 32) text = text.slice(1);
    if (text === "") return;
    this.#push(plain(text));
    this.#afterSpace = text.charCodeAt(text.length - 1) === 32;
  }

  /** A page without any markup, such as a vCard, keeps its lines. */
  keepLines(): void {
    this.#preformatted = Number.POSITIVE_INFINITY;
  }

  /** The text from an earlier `length` on, at most 300 characters, without seams. */
  since(start: number): string {
    let at = this.length;
    let index = this.#parts.length;
    while (index > 0 && at > start) at -= this.#parts[--index]?.length ?? 0;
    let text = "";
    for (; index < this.#parts.length && text.length < 300; index++) text += this.#parts[index];
    return text.slice(0, 300).replaceAll(SEAM, "");
  }

  toString(): string {
    for (const region of this.#regions.splice(0).reverse()) this.#end(region);
    return this.#parts.join("");
  }

  #styled(tag: string, kind: Kind, attributes: Attributes): Appearance {
    const element = styled(tag, attributes.get("class") ?? "", attributes.get("id") ?? "");
    const effect = this.#styles.effect(element, this.#open, kind === "inline");
    if (this.#styles.nested) this.#open.open(element);
    return appearanceOf(tag, kind, attributes, this.#isLinked, effect);
  }

  #show(tag: string, { word, before, after, hidden, turned, others, consent }: Appearance): void {
    this.add(word);
    this.add(before);
    if (hidden === "no" && turned === undefined && after === "" && !others && !consent) return;
    if (isVoid(tag) || this.#regions.length >= MAX_REGIONS) return;
    if (hidden === "yes") this.#hidden += 1;
    this.#regions.push({
      tag,
      depth: 1,
      hidden,
      turned,
      after,
      others,
      consent,
      start: this.#parts.length,
      from: this.length,
    });
  }

  #leave(tag: string): void {
    const kept: Region[] = [];
    const ended: Region[] = [];
    for (const region of this.#regions) {
      if (region.tag === tag) region.depth -= 1;
      (region.depth > 0 ? kept : ended).push(region);
    }
    this.#regions = kept;
    for (const region of ended.reverse()) this.#end(region);
  }

  #end(region: Region): void {
    if (region.hidden === "yes") this.#hidden -= 1;
    // A whole address or number that is out of sight is told; a piece of one is bait.
    else if (region.hidden === "unless whole" && !/\S@\S+\.\S|\d(?:[^\d\n]{0,3}\d){7}/.test(this.#wordsOf(region)))
      this.#cut(region);
    if (region.consent ? this.length - region.from < 30_000 : region.others && this.#speaksOfOthers(region))
      this.others.push({ from: region.from, to: this.length });
    if (region.turned) this.#turnRound(region, region.turned);
    this.add(region.after);
  }

  #wordsOf({ start }: Region): string {
    return this.#parts.slice(start).join("");
  }

  #push(value: string): void {
    this.#parts.push(value);
    this.length += value.length;
  }

  /** A row of cells is one paragraph of several lines; between two blocks stands an empty line. */
  #separate(kind: Kind, ends = false): void {
    if (kind === "seamless" || (kind === "cell" && ends)) return;
    if (kind === "block" || kind === "cell") this.#endBlock();
    if (kind === "spaced") return this.add(" ");
    this.#push(kind === "inline" ? SEAM : "\n");
    if (kind !== "inline") this.#afterSpace = true;
  }

  /** A block that is all bold is a heading to its reader: <p><b>Hébergeur</b></p>. */
  #endBlock(): void {
    if (
      this.#boldTo > this.#block &&
      this.#boldTo - this.#block < 80 &&
      this.length - this.#boldTo < 40 &&
      /^[\s:]*$/.test(this.since(this.#boldTo))
    ) {
      if (this.headings.length < MAX_HEADINGS) this.headings.push({ at: this.#block, level: 7 });
    }
    this.#block = this.length;
    this.#boldTo = -1;
  }

  /** Old pages indent with blockquotes, and layouts name large blocks; a quotation has its marks, and is short. */
  #speaksOfOthers(region: Region): boolean {
    return this.length - region.from <= 3000 && (region.tag !== "blockquote" || /[«“„‟"]/.test(this.#wordsOf(region)));
  }

  #cut(region: Region): void {
    this.#parts.length = region.start;
    this.length = region.from;
    this.#push(SEAM);
    this.#afterSpace = false;
  }

  #turnRound(region: Region, turn: Turn): void {
    if (this.length - region.from > 4000) return;
    const text = this.#wordsOf(region);
    const turned = [...text].reverse().join("");
    // A layout may run from right to left; only an address that makes sense the other way round is taken for one turned.
    if (turn === "loosely" && (ADDRESS.test(text) || !ADDRESS.test(turned))) return;
    this.#parts.length = region.start;
    this.#parts.push(turned);
  }
}

/** Full-width signs made plain, invisible characters dropped. */
export function plain(value: string): string {
  if (!/[^\n\r\t -~]/.test(value)) return value;
  return value
    .replace(UNSEEN, "")
    .replace(/[\uFF01-\uFF5E\uFE6B\uFE52]/g, (sign) => sign.normalize("NFKC"))
    .replace(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, " ")
    .replace(/[\u2010\u2011\u2012]/g, "-");
}
