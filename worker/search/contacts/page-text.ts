import type { Attributes } from "./tokens";

/** Stands where one inline element ended and another began: neither a space nor nothing. */
export const SEAM = "\uE000";

const INLINE = new Set([
  "span", "b", "i", "em", "strong", "small", "font", "u", "big", "code", "mark", "bdo", "bdi", "sup", "sub", "abbr", "tt", "s", "q", "noscript",
]);
const SEAMLESS = new Set(["wbr", "img", "svg", "path", "link", "meta"]);
const SPACED = new Set(["a", "button", "label", "cite", "time", "option", "kbd"]);
const AT_ICON = /(?:^|[\s-])(?:fa|icon|bi|glyphicon|ti|mdi)-at(?:\s|$)/;
const HIDDEN_STYLE = /display\s{0,3}:\s{0,3}none|font-size\s{0,3}:\s{0,3}0(?:px)?\s{0,3}(?:;|$)/i;
const REVERSED_STYLE = /direction\s{0,3}:\s{0,3}rtl/i;

type Region = { tag: string; depth: number };

/**
 * The words of a page as a reader sees them: blocks on lines of their own, seams between inline elements, hidden spans
 * left out, text that CSS turns round turned round.
 */
export class PageText {
  private parts: string[] = [];
  private hidden: Region | undefined;
  private reversed: (Region & { part: number }) | undefined;
  private readonly hiddenClasses = new Set<string>();
  private readonly reversedClasses = new Set<string>();
  length = 0;

  open(tag: string, attributes: Attributes): void {
    if (this.hidden?.tag === tag) this.hidden.depth += 1;
    if (this.reversed?.tag === tag) this.reversed.depth += 1;
    this.separate(tag);
    const style = attributes.get("style") ?? "";
    const classes = (attributes.get("class") ?? "").split(/\s+/, 20);
    const inline = INLINE.has(tag);
    if (inline && !this.hidden && (HIDDEN_STYLE.test(style) || attributes.has("hidden") || classes.some((name) => this.hiddenClasses.has(name)))) {
      this.hidden = { tag, depth: 1 };
    }
    const turned = REVERSED_STYLE.test(style) || (tag === "bdo" && attributes.get("dir")?.toLowerCase() === "rtl");
    if (!this.reversed && (turned || classes.some((name) => this.reversedClasses.has(name)))) {
      this.reversed = { tag, depth: 1, part: this.parts.length };
    }
    if (tag === "img" && /^\s?[([]?(?:@|at|arobase)[)\]]?\s?$/i.test(attributes.get("alt") ?? "")) this.push("@");
    else if (inline && AT_ICON.test(attributes.get("class") ?? "")) this.push("@");
  }

  close(tag: string): void {
    if (this.hidden?.tag === tag && --this.hidden.depth === 0) this.hidden = undefined;
    if (this.reversed?.tag === tag && --this.reversed.depth === 0) this.turnRound();
    this.separate(tag);
  }

  add(value: string): void {
    if (!this.hidden) this.push(plain(value));
  }

  /** Classes of a style sheet of the page that hide or turn round what they are put on. */
  learnStyle(css: string): void {
    for (const rule of css.slice(0, 100_000).matchAll(/\.([\w-]{1,60})\s{0,3}\{([^{}]{0,400})\}/g)) {
      if (HIDDEN_STYLE.test(rule[2] ?? "")) this.hiddenClasses.add(rule[1] ?? "");
      if (REVERSED_STYLE.test(rule[2] ?? "")) this.reversedClasses.add(rule[1] ?? "");
    }
  }

  /** The text from an earlier `length` on, without seams. */
  since(start: number): string {
    let at = this.length;
    let index = this.parts.length;
    while (index > 0 && at > start) at -= this.parts[--index]?.length ?? 0;
    return this.parts.slice(index, index + 400).join("").replaceAll(SEAM, "");
  }

  toString(): string {
    if (this.reversed) this.turnRound();
    return this.parts.join("");
  }

  private push(value: string): void {
    this.parts.push(value);
    this.length += value.length;
  }

  private separate(tag: string): void {
    if (SEAMLESS.has(tag)) return;
    this.push(INLINE.has(tag) ? SEAM : SPACED.has(tag) ? " " : "\n");
  }

  private turnRound(): void {
    const start = this.reversed?.part ?? 0;
    this.reversed = undefined;
    const turned = [...this.parts.slice(start).join("")].reverse().join("");
    this.parts.length = start;
    this.parts.push(turned);
  }
}

/** Full-width signs made plain, invisible characters dropped. */
function plain(value: string): string {
  if (!/[^\s!-~]/.test(value)) return value;
  return value
    .replace(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF\uE000]/g, "")
    .replace(/[\uFF01-\uFF5E\uFE6B\uFE52]/g, (sign) => sign.normalize("NFKC"))
    .replace(/[\u00A0\u2000-\u200A\u202F\u3000]/g, " ")
    .replace(/[\u2010\u2011]/g, "-");
}
