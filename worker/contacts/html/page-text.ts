import { OpenElements, toStyledElement } from "./css-selectors";
import { getHeadingLevel, isBold, isSection, isVoid, type ElementKind, getElementKind } from "./element-kinds";
import type { TagAttributes } from "./html-tokenizer";
import type { PageStyles, TextDirection } from "./page-styles";
import { type Appearance, getAppearance } from "./visibility";

/** Stands where one inline element ended and another began: neither a space nor nothing. */
export const SEAM = "\uE000";
/** Invisible characters, and marks of ours; none stands in what a page says. */
const INVISIBLE_CHARACTERS = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uE000-\uE00F]/g;
const EMAIL_LIKE = /[\w-]\uE000?@\uE000?\w[\w-]{0,60}[.\uE000]{1,3}[a-z]{2,}(?![\w@])/i;
const MAX_REGIONS = 12;
const MAX_HEADINGS = 3000;
const MAX_SECTIONS = 100;

/**
 * A heading: where its words begin in the text, how deep it stands (1 to 6; 7 for a label such as a `dt`), where its
 * section ends.
 */
export type Heading = { at: number; level: number; until?: number };

/** Something an open element does to its words until it ends. `start` counts parts, `from` characters. */
type TextRegion = Pick<Appearance, "hidden" | "turned" | "after" | "others" | "consent"> & {
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
  readonly #styles: PageStyles;
  readonly #isLinked: (id: string) => boolean;
  readonly #tableHeaders = new TableHeaders();
  readonly #openElements = new OpenElements();
  #parts: string[] = [];
  #regions: TextRegion[] = [];
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
  constructor(styles: PageStyles, isLinked: (id: string) => boolean) {
    this.#styles = styles;
    this.#isLinked = isLinked;
  }

  get isHidden(): boolean {
    return this.#hidden > 0;
  }

  open(tag: string, attributes: TagAttributes): void {
    for (const region of this.#regions) if (region.tag === tag) region.depth += 1;
    const kind = getElementKind(tag);
    if (isBold(tag) && this.length - this.#block < 12 && this.readFrom(this.#block).trim() === "")
      this.#boldFrom = this.#block;
    else if (tag === "pre") this.#preformatted += 1;
    this.#separate(kind);
    if (kind === "cell" || tag === "tr" || tag === "table")
      this.add(this.#tableHeaders.openTag(tag, this.length, (start) => this.readFrom(start)));
    if (isSection(tag) && this.#sections.length < MAX_SECTIONS)
      this.#sections.push({ tag, headings: this.headings.length });
    const level = getHeadingLevel(tag);
    if (level !== undefined && !this.isHidden && this.headings.length < MAX_HEADINGS)
      this.headings.push({ at: this.length, level });
    if (!this.#styles.isEmpty) this.#applyAppearance(tag, this.#getStyledAppearance(tag, kind, attributes));
    else if (attributes.names.length > 0 || tag === "bdo" || tag === "blockquote" || tag === "q")
      this.#applyAppearance(tag, getAppearance(tag, kind, attributes, this.#isLinked));
  }

  close(tag: string): void {
    if (isBold(tag) && (this.#boldTo !== -1 || this.#boldFrom === this.#block)) this.#boldTo = this.length;
    else if (tag === "pre") this.#preformatted = Math.max(0, this.#preformatted - 1);
    if (this.#regions.length > 0) this.#endRegionsOfTag(tag);
    if (this.#styles.hasNestedSelectors) this.#openElements.close(tag);
    this.#separate(getElementKind(tag), true);
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
        this.readFrom(last.at)
          .trim()
          .split("\n")
          .filter((line) => /\p{L}|\d/u.test(line)).length < 2)
    )
      return;
    for (const heading of this.headings.slice(first)) heading.until ??= this.length;
  }

  add(value: string): void {
    if (this.#hidden > 0 || value === "") return;
    if (this.#preformatted > 0) return this.#push(toPlainText(value));
    // As a browser does: white space of the source is one space on the page, and none at a line's beginning.
    let text = value.replace(/[\t\n\f\r ]{2,}|[\t\n\f\r]/g, " ");
    if (this.#afterSpace && text.charCodeAt(0) === 32) text = text.slice(1);
    if (text === "") return;
    this.#push(toPlainText(text));
    this.#afterSpace = text.charCodeAt(text.length - 1) === 32;
  }

  /** A page without any markup, such as a vCard, keeps its lines. */
  keepLines(): void {
    this.#preformatted = Number.POSITIVE_INFINITY;
  }

  /** The text from an earlier `length` on, at most 300 characters, without seams. */
  readFrom(start: number): string {
    let at = this.length;
    let index = this.#parts.length;
    while (index > 0 && at > start) at -= this.#parts[--index]?.length ?? 0;
    let text = "";
    for (; index < this.#parts.length && text.length < 300; index++) text += this.#parts[index];
    return text.slice(0, 300).replaceAll(SEAM, "");
  }

  toString(): string {
    for (const region of this.#regions.splice(0).reverse()) this.#endRegion(region);
    return this.#parts.join("");
  }

  #getStyledAppearance(tag: string, kind: ElementKind, attributes: TagAttributes): Appearance {
    const element = toStyledElement(tag, attributes.get("class") ?? "", attributes.get("id") ?? "");
    const effect = this.#styles.findEffect(element, this.#openElements, kind === "inline");
    if (this.#styles.hasNestedSelectors) this.#openElements.open(element);
    return getAppearance(tag, kind, attributes, this.#isLinked, effect);
  }

  #applyAppearance(tag: string, { word, before, after, hidden, turned, others, consent }: Appearance): void {
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

  #endRegionsOfTag(tag: string): void {
    const kept: TextRegion[] = [];
    const ended: TextRegion[] = [];
    for (const region of this.#regions) {
      if (region.tag === tag) region.depth -= 1;
      (region.depth > 0 ? kept : ended).push(region);
    }
    this.#regions = kept;
    for (const region of ended.reverse()) this.#endRegion(region);
  }

  #endRegion(region: TextRegion): void {
    if (region.hidden === "yes") this.#hidden -= 1;
    // A whole address or number that is out of sight is told; a piece of one is bait.
    else if (
      region.hidden === "unless it holds a contact" &&
      !/\S@\S+\.\S|\d(?:[^\d\n]{0,3}\d){7}/.test(this.#readRegion(region))
    )
      this.#removeRegion(region);
    if (region.consent ? this.length - region.from < 30_000 : region.others && this.#isAboutOthers(region))
      this.others.push({ from: region.from, to: this.length });
    if (region.turned) this.#reverseRegion(region, region.turned);
    this.add(region.after);
  }

  #readRegion({ start }: TextRegion): string {
    return this.#parts.slice(start).join("");
  }

  #push(value: string): void {
    this.#parts.push(value);
    this.length += value.length;
  }

  /** A row of cells is one paragraph of several lines; between two blocks stands an empty line. */
  #separate(kind: ElementKind, ends = false): void {
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
      /^[\s:]*$/.test(this.readFrom(this.#boldTo))
    ) {
      if (this.headings.length < MAX_HEADINGS) this.headings.push({ at: this.#block, level: 7 });
    }
    this.#block = this.length;
    this.#boldTo = -1;
  }

  /** Old pages indent with blockquotes, and layouts name large blocks; a quotation has its marks, and is short. */
  #isAboutOthers(region: TextRegion): boolean {
    return (
      this.length - region.from <= 3000 && (region.tag !== "blockquote" || /[«“„‟"]/.test(this.#readRegion(region)))
    );
  }

  #removeRegion(region: TextRegion): void {
    this.#parts.length = region.start;
    this.length = region.from;
    this.#push(SEAM);
    this.#afterSpace = false;
  }

  #reverseRegion(region: TextRegion, turn: TextDirection): void {
    if (this.length - region.from > 4000) return;
    const text = this.#readRegion(region);
    const turned = [...text].reverse().join("");
    // A layout may simply run from right to left: reverse only text that becomes an address.
    if (turn === "right to left" && (EMAIL_LIKE.test(text) || !EMAIL_LIKE.test(turned))) return;
    this.#parts.length = region.start;
    this.#parts.push(turned);
  }
}

/** Full-width signs made plain, invisible characters dropped. */
export function toPlainText(value: string): string {
  if (!/[^\n\r\t -~]/.test(value)) return value;
  return value
    .replace(INVISIBLE_CHARACTERS, "")
    .replace(/[\uFF01-\uFF5E\uFE6B\uFE52]/g, (sign) => sign.normalize("NFKC"))
    .replace(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, " ")
    .replace(/[\u2010\u2011\u2012]/g, "-");
}

/** What the heads of a table's columns say of the numbers below them. */
class TableHeaders {
  #columns: ("fax" | "phone" | undefined)[] = [];
  #cell: { column: number; start: number } | undefined;

  /**
   * A tag of a table has begun. @param at length of the page's text. @param textFrom the text from such a length on
   * @returns the word to put before the words of a cell: "Fax" under a head that says so
   */
  openTag(tag: string, at: number, textFrom: (start: number) => string): string {
    if (this.#cell) this.#addHeader(this.#cell.column, textFrom(this.#cell.start).trim());
    if (tag === "table") this.#columns = [];
    const column = tag === "td" || tag === "th" ? (this.#cell?.column ?? -1) + 1 : -1;
    this.#cell = column >= 0 && column < 30 ? { column, start: at } : undefined;
    // With one such head the first cell names its row: "Telefon | 030 …".
    const heads = this.#columns.filter((head) => head !== undefined);
    if (column === -1 || heads.length < 2) return "";
    return this.#columns[column] === "fax" ? " Fax " : this.#columns[column] === "phone" ? " ☎ " : "";
  }

  #addHeader(column: number, said: string): void {
    if (said.length >= 30 || /\d/.test(said)) return;
    if (/t[ée]l(?!e?fax|[ée]fax|[ée]copie)|phone|fon\b|mobil|handy/i.test(said)) this.#columns[column] = "phone";
    else if (/fax|t[ée]l[ée]copie/i.test(said)) this.#columns[column] = "fax";
  }
}
