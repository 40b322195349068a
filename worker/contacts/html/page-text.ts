import { OpenElements, toStyledElement } from "./css-selectors";
import { getHeadingLevel, isBold, isSection, isVoid, type ElementKind, getElementKind } from "./element-kinds";
import type { TagAttributes } from "./html-tokenizer";
import type { PageStyles, TextDirection } from "./page-styles";
import { type Appearance, getAppearance } from "./visibility";

/** Marks the boundary of two inline elements, which may or may not separate words. */
export const SEAM = "\uE000";
/** Invisible characters, and our own marks, which are removed from the source of a page. */
const INVISIBLE_CHARACTERS = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uE000-\uE00F]/g;
const EMAIL_LIKE = /[\w-]\uE000?@\uE000?\w[\w-]{0,60}[.\uE000]{1,3}[a-z]{2,}(?![\w@])/i;
const MAX_REGIONS = 12;
const MAX_HEADINGS = 3000;
const MAX_SECTIONS = 100;

/**
 * `at`: start in the text; `level`: 1 to 6, or 7 for a label such as a `dt`; `until`: end of its section.
 */
export type Heading = { at: number; level: number; until?: number };

/** Effect of an open element on its text. `start` is an index of parts, `from` an offset in characters. */
type TextRegion = Pick<Appearance, "hidden" | "turned" | "after" | "others" | "consent"> & {
  tag: string;
  depth: number;
  start: number;
  from: number;
};

/**
 * The text of a page as visitors see it: blocks on separate lines, seams between inline elements, without hidden text,
 * with text added or reversed by style sheets.
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
  /** Number of open hidden elements. */
  #hidden = 0;
  #preformatted = 0;
  /** The text ends with a space or line end, so further spaces are dropped. */
  #afterSpace = true;
  /** Start of the current block, and start and end of its bold text. */
  #block = 0;
  #boldFrom = -1;
  #boldTo = -1;
  /** Open sections: their tags, and the number of headings before each. */
  #sections: { tag: string; headings: number }[] = [];
  length = 0;

  /** @param isLinked whether the page links to this id: a block opened by a link is visible */
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
   * Headings of a section end with it, unless it contains nothing else: some builders wrap each heading in a section.
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
    // As in a browser: white space is one space, and none at the start of a line.
    let text = value.replace(/[\t\n\f\r ]{2,}|[\t\n\f\r]/g, " ");
    if (this.#afterSpace && text.charCodeAt(0) === 32) text = text.slice(1);
    if (text === "") return;
    this.#push(toPlainText(text));
    this.#afterSpace = text.charCodeAt(text.length - 1) === 32;
  }

  /** A page without markup, such as a vCard, keeps its lines. */
  keepLines(): void {
    this.#preformatted = Number.POSITIVE_INFINITY;
  }

  /** The text from `start`, at most 300 characters, without seams. */
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
    const open: TextRegion[] = [];
    const ended: TextRegion[] = [];
    for (const region of this.#regions) {
      if (region.tag === tag) region.depth -= 1;
      (region.depth > 0 ? open : ended).push(region);
    }
    this.#regions = open;
    for (const region of ended.reverse()) this.#endRegion(region);
  }

  #endRegion(region: TextRegion): void {
    if (region.hidden === "yes") this.#hidden -= 1;
    // Keep a complete hidden address or number; a fragment is a decoy.
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

  /** Cells of a row are lines of one paragraph; blocks are separated by an empty line. */
  #separate(kind: ElementKind, ends = false): void {
    if (kind === "seamless" || (kind === "cell" && ends)) return;
    if (kind === "block" || kind === "cell") this.#endBlock();
    if (kind === "spaced") return this.add(" ");
    this.#push(kind === "inline" ? SEAM : "\n");
    if (kind !== "inline") this.#afterSpace = true;
  }

  /** A block that is entirely bold is a heading: <p><b>Hébergeur</b></p>. */
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

  /** Old pages indent with blockquotes, and layouts name large blocks: a real quotation is short and has quotes. */
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
    const reversed = [...text].reverse().join("");
    // A layout may simply run from right to left: reverse only text that becomes an address.
    if (turn === "right to left" && (EMAIL_LIKE.test(text) || !EMAIL_LIKE.test(reversed))) return;
    this.#parts.length = region.start;
    this.#parts.push(reversed);
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

/** Labels of the numbers in a table, from its column headers. */
class TableHeaders {
  #columns: ("fax" | "phone" | undefined)[] = [];
  #cell: { column: number; start: number } | undefined;

  /**
   * @param at length of the page's text. @param textFrom the text from such a length
   * @returns the label to insert before the cell: "Fax" below such a header
   */
  openTag(tag: string, at: number, textFrom: (start: number) => string): string {
    if (this.#cell) this.#addHeader(this.#cell.column, textFrom(this.#cell.start).trim());
    if (tag === "table") this.#columns = [];
    const column = tag === "td" || tag === "th" ? (this.#cell?.column ?? -1) + 1 : -1;
    this.#cell = column >= 0 && column < 30 ? { column, start: at } : undefined;
    // With a single header the first cell is the label of its row: "Telefon | 030 …".
    const heads = this.#columns.filter((head) => head !== undefined);
    if (column === -1 || heads.length < 2) return "";
    return this.#columns[column] === "fax" ? " Fax " : this.#columns[column] === "phone" ? " ☎ " : "";
  }

  #addHeader(column: number, label: string): void {
    if (label.length >= 30 || /\d/.test(label)) return;
    if (/t[ée]l(?!e?fax|[ée]fax|[ée]copie)|phone|fon\b|mobil|handy/i.test(label)) this.#columns[column] = "phone";
    else if (/fax|t[ée]l[ée]copie/i.test(label)) this.#columns[column] = "fax";
  }
}
