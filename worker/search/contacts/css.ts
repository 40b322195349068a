/** What a style sheet does to the words of an element; undefined parts are left alone. `hidesInside`: tags that it hides within it. */
export type Effect = { hides?: boolean; turns?: Turn; before?: string; after?: string; hidesInside?: readonly string[] };

/** `wholly`: every letter is shown the other way round. `loosely`: only the direction is given, which turns signs and not words. */
export type Turn = "wholly" | "loosely";

const MAX_RULES = 4000;
const HIDES =
  /(?:^|[;{\s])(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}(?:hidden|collapse)|font-size\s{0,3}:\s{0,3}0(?:px|em|rem|pt|%)?\s{0,3}(?:;|!|$)|opacity\s{0,3}:\s{0,3}0(?:\.0+)?\s{0,3}(?:;|!|$)|(?:left|top|right|text-indent|margin-left)\s{0,3}:\s{0,3}-\d{3,}(?:\.\d+)?(?:px|em|rem|pt|vw)|clip\s{0,3}:\s{0,3}rect\(\s{0,3}[01](?:px)?[\s,])/i;
const RIGHT_TO_LEFT = /direction\s{0,3}:\s{0,3}rtl/i;
const OVERRIDE = /unicode-bidi\s{0,3}:\s{0,3}(?:isolate-)?(?:bidi-)?override/i;
const CONTENT = /(?:^|[;\s])content\s{0,3}:\s{0,3}([^;]{1,200})/i;
const NARROW_MEDIA = /^@(?:media[^{]*(?:print|width|height|hover|speech|prefers)|supports|font-face|(?:-\w+-)?keyframes|page|counter-style|property)/i;

/** Of a `style` attribute. */
export const hides = (style: string): boolean => style !== "" && HIDES.test(style);
export function turns(style: string): Turn | undefined {
  if (style === "" || !RIGHT_TO_LEFT.test(style)) return undefined;
  return OVERRIDE.test(style) ? "wholly" : "loosely";
}

/** The rules of a page's own style sheets that bear on its words, by the class, id or tag they are put on. */
export class Styles {
  readonly #rules = new Map<string, Effect>();

  get empty(): boolean {
    return this.#rules.size === 0;
  }

  /** The page's inline sheets, wherever they stand: a sheet at the end counts for what is before it. */
  static of(html: string): Styles {
    const styles = new Styles();
    let start = html.indexOf("<style");
    for (let sheets = 0; start !== -1 && sheets < 60; sheets++) {
      const open = html.indexOf(">", start);
      const close = open === -1 ? -1 : html.indexOf("</style", open);
      if (close === -1) break;
      styles.learn(html.slice(open + 1, close));
      start = html.indexOf("<style", close);
    }
    return styles;
  }

  /** One pass over a sheet: `{` and `}` are looked for, nothing is looked at twice. */
  learn(sheet: string): void {
    const css = sheet.slice(0, 200_000);
    let at = 0;
    let skipped = 0;
    for (let brace = css.indexOf("{", at), rules = 0; brace !== -1 && rules < MAX_RULES; brace = css.indexOf("{", at), rules++) {
      const prelude = css.slice(Math.max(at, brace - 600), brace);
      // Blocks that were open and have ended before this one begins.
      for (const sign of prelude) if (sign === "}" && skipped > 0) skipped -= 1;
      const selector = prelude.slice(prelude.lastIndexOf("}") + 1).trim();
      at = brace + 1;
      if (selector.startsWith("@")) {
        if (skipped > 0 || NARROW_MEDIA.test(selector)) skipped += 1;
        continue;
      }
      const end = css.indexOf("}", at);
      const body = css.slice(at, end === -1 ? css.length : end);
      at = end === -1 ? css.length : end + 1;
      if (skipped === 0 && body.length < 2000) this.#rule(selector, body);
    }
  }

  #rule(selectors: string, body: string): void {
    const content = body.includes("content") ? CONTENT.exec(body)?.[1]?.trim() : undefined;
    const hiding = HIDES.test(body);
    const turning = turns(body);
    if (!hiding && !turning && content === undefined) return;
    for (const selector of selectors.split(",", 50)) {
      // The last element of a selector is the one it styles; where it must stand is not looked at.
      const last = /([^\s>+~]+)$/.exec(selector)?.[1] ?? "";
      // Of `.a.b` the last name is kept: the first is the common one.
      const [, tag = "", more = "", pseudo] = /^([\w*]*)((?:[.#][\w-]+)*)(?:::?(before|after))?$/i.exec(last) ?? [];
      const name = more.lastIndexOf(".") > 0 ? more.slice(more.lastIndexOf(".")) : `${tag === "*" ? "" : tag}${more}`;
      if (name === "" || (pseudo !== undefined) !== (content !== undefined)) continue;
      // What is hidden until something beside it is pressed (a menu, a tab) a visitor may well see; nor is a whole kind of element a decoy.
      const hidesIt = hiding && more !== "" && !/[+~[:]/.test(selector);
      if (hiding && more === "" && pseudo === undefined) this.#hideInside(selector, tag);
      if (pseudo === undefined && !hidesIt && !turning) continue;
      const effect = this.#rules.get(name.toLowerCase()) ?? {};
      if (pseudo === undefined) Object.assign(effect, hidesIt ? { hides: true } : {}, turning ? { turns: turning } : {});
      else if (!hiding && content !== undefined && /["']|attr\(/.test(content)) effect[pseudo.toLowerCase() === "before" ? "before" : "after"] = content;
      this.#rules.set(name.toLowerCase(), effect);
    }
  }

  /** `.mail i { display: none }`: a decoy wherever the element stands, if it stands in a `.mail`. */
  #hideInside(selector: string, tag: string): void {
    const outer = /([.#][\w-]+)\s*[\s>]\s*[a-z]+$/i.exec(selector)?.[1]?.toLowerCase();
    if (outer === undefined || /[+~[:]/.test(selector)) return;
    const effect = this.#rules.get(outer) ?? {};
    this.#rules.set(outer, { ...effect, hidesInside: [...(effect.hidesInside ?? []), tag.toLowerCase()].slice(0, 20) });
  }

  /** All that is known of an element. @param classes the class attribute */
  effect(tag: string, classes: string, id: string): Effect | undefined {
    if (this.#rules.size === 0) return undefined;
    let found = this.#rules.get(tag);
    const add = (name: string) => {
      const more = this.#rules.get(name);
      if (more) found = { ...found, ...more };
    };
    if (classes !== "") {
      for (const name of classes.toLowerCase().split(/\s+/, 20)) {
        add(`.${name}`);
        add(`${tag}.${name}`);
      }
    }
    if (id !== "") {
      add(`#${id.toLowerCase()}`);
      add(`${tag}#${id.toLowerCase()}`);
    }
    return found;
  }
}

/** The words of a `content` declaration: quoted strings with their escapes undone, and attributes of the element. */
export function contentText(content: string, attribute: (name: string) => string | undefined): string {
  let text = "";
  for (const [, double, single, name] of content.matchAll(/"([^"]{0,200})"|'([^']{0,200})'|attr\(\s{0,3}([\w-]{1,60})\s{0,3}\)/g)) {
    text += name ? (attribute(name.toLowerCase()) ?? "") : (double ?? single ?? "").replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_, hex?: string, sign?: string) => (hex ? codePoint(hex) : (sign ?? "")));
  }
  return text;
}

function codePoint(hex: string): string {
  const code = Number.parseInt(hex, 16);
  // Icon fonts live in the private use area, where our own marks do: they say nothing.
  return code > 0x1f && code < 0x10ffff && !(code >= 0xe000 && code <= 0xf8ff) ? String.fromCodePoint(code) : "";
}
