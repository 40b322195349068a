import { type OpenElements, parseSelector, type Selector, type StyledElement } from "./css-selectors";
import { parseCssRules } from "./parse-css";

/**
 * How a style hides text. `removed`: it takes no space. `invisible`, `faded`: it keeps its space and may appear.
 */
export type Hiding = "removed" | "invisible" | "faded";
/** Effect of the style sheets on the text of an element; undefined parts have none. */
export type StyleEffect = { hides?: Hiding; turns?: TextDirection; before?: string; after?: string };

/**
 * `reversed`: all letters are shown in reverse. `right to left`: only the direction is set, which moves signs only.
 */
export type TextDirection = "reversed" | "right to left";

const MAX_SHEETS = 60;
/** A sheet for paper or for some screens. */
const CONDITIONAL_SHEET = /media\s{0,3}=[^>]{0,100}(?:print|width|height|speech)/i;
const MAX_UNREAD_RULES = 8000;
/** Rules for one name. */
const MAX_RULES_PER_NAME = 24;
/** Each hiding style with the pattern of a rule that undoes it. */
const HIDING_STYLES: readonly { hiding: Hiding; hides: RegExp; shows: RegExp }[] = [
  {
    hiding: "removed",
    hides: /(?:^|[;\s])display\s{0,3}:\s{0,3}none/i,
    shows: /(?:^|[;\s])display\s{0,3}:\s{0,3}(?!none)[a-z]/i,
  },
  {
    hiding: "removed",
    hides: /(?:^|[;\s])(?:left|top|right|margin-left)\s{0,3}:\s{0,3}-(?:\d{4,}|9\d\d)(?:\.\d+)?(?:px|em|rem|pt|vw)/i,
    shows: /(?:^|[;\s])(?:left|top|right|margin-left)\s{0,3}:\s{0,3}(?:\d|auto|inherit|initial)/i,
  },
  {
    hiding: "removed",
    hides: /(?:^|[;\s])clip\s{0,3}:\s{0,3}rect\(\s{0,3}[01](?:px)?[\s,]/i,
    shows: /(?:^|[;\s])clip\s{0,3}:\s{0,3}auto/i,
  },
  {
    hiding: "invisible",
    hides: /(?:^|[;\s])visibility\s{0,3}:\s{0,3}(?:hidden|collapse)/i,
    shows: /(?:^|[;\s])visibility\s{0,3}:\s{0,3}(?:visible|inherit|initial)/i,
  },
  {
    hiding: "faded",
    hides: /(?:^|[;\s])opacity\s{0,3}:\s{0,3}0?(?:\.0+)?%?\s{0,3}(?:;|!|$)/i,
    shows: /(?:^|[;\s])opacity\s{0,3}:\s{0,3}(?:0?\.0*[1-9]|[1-9])/i,
  },
  // An image replaces the text.
  {
    hiding: "faded",
    hides: /(?:^|[;\s])text-indent\s{0,3}:\s{0,3}-(?:\d{4,}|9\d\d)(?:\.\d+)?(?:px|em|rem|pt|vw)/i,
    shows: /(?:^|[;\s])text-indent\s{0,3}:\s{0,3}(?:\d|inherit|initial)/i,
  },
  {
    hiding: "faded",
    hides: /(?:^|[;\s])font-size\s{0,3}:\s{0,3}0(?:px|em|rem|pt|%)?\s{0,3}(?:;|!|$)/i,
    shows: /(?:^|[;\s])font-size\s{0,3}:\s{0,3}(?:0?\.0*[1-9]|[1-9a-z])/i,
  },
];
const RIGHT_TO_LEFT = /direction\s{0,3}:\s{0,3}rtl/i;
const OVERRIDE = /unicode-bidi\s{0,3}:\s{0,3}(?:isolate-)?(?:bidi-)?override/i;
const CONTENT = /(?:^|[;\s])content\s{0,3}:\s{0,3}([^;]{1,200})/i;
const AFFECTS_TEXT = /display|left|top|right|text-indent|clip|visibility|opacity|font-size|direction|content/i;
/** Text that becomes visible by an animation. */
const ANIMATED = /transition|animation/i;

const listHidingStyles = (style: string): number[] =>
  HIDING_STYLES.flatMap(({ hides, hiding }, way) =>
    hides.test(style) && !(hiding !== "removed" && ANIMATED.test(style)) ? [way] : [],
  );

/** Of a `style` attribute. */
export const parseHiding = (style: string): Hiding | undefined =>
  style !== "" && AFFECTS_TEXT.test(style) ? HIDING_STYLES[listHidingStyles(style)[0] ?? -1]?.hiding : undefined;
export function parseTextDirection(style: string): TextDirection | undefined {
  if (style === "" || !RIGHT_TO_LEFT.test(style)) return undefined;
  return OVERRIDE.test(style) ? "reversed" : "right to left";
}

/** `hiding`: indexes of HIDING_STYLES; `hides`: the effect without the styles that other rules undo. */
type StyleRule = {
  selector: Selector;
  hiding: readonly number[];
  hides?: Hiding | "not";
  turns: TextDirection | undefined;
  content: string | undefined;
};
/** `isSometimes`: on some screens only. */
type RevealingRule = { names: readonly string[]; weight: number; ways: readonly number[]; isSometimes: boolean };

/** The rules of a page's inline style sheets that affect its text. */
export class PageStyles {
  /** By the id, else the last class, else the tag of the selected element. */
  readonly #rules = new Map<string, StyleRule[]>();
  /** Revealing rules by each id and class of their element. */
  readonly #showing = new Map<string, RevealingRule[]>();
  /** Possible revealing rules, parsed only once a hidden element is found. */
  #unread: { selectors: string; body: string; isAlways: boolean }[] = [];
  /** Whether any selector names an ancestor. */
  hasNestedSelectors = false;

  get isEmpty(): boolean {
    return this.#rules.size === 0;
  }

  /** Needs all inline sheets first: one at the end also applies to the text before it. */
  static parse(html: string): PageStyles {
    const styles = new PageStyles();
    let start = html.indexOf("<style");
    for (let sheets = 0; start !== -1 && sheets < MAX_SHEETS; sheets++) {
      const open = html.indexOf(">", start);
      const close = open === -1 ? -1 : html.indexOf("</style", open);
      if (close === -1) break;
      for (const { selectors, body, isAlways } of parseCssRules(html.slice(open + 1, close)))
        styles.#addRule(selectors, body, isAlways && !CONDITIONAL_SHEET.test(html.slice(start, open)));
      start = html.indexOf("<style", close);
    }
    return styles;
  }

  #addRule(selectors: string, body: string, isAlways: boolean): void {
    if (!AFFECTS_TEXT.test(body)) return;
    if (this.#unread.length < MAX_UNREAD_RULES) this.#unread.push({ selectors, body, isAlways });
    const hiding = isAlways ? listHidingStyles(body) : [];
    const turning = isAlways ? parseTextDirection(body) : undefined;
    const content = isAlways && body.includes("content") ? CONTENT.exec(body)?.[1]?.trim() : undefined;
    if (hiding.length === 0 && !turning && content === undefined) return;
    for (const text of selectors.split(",", 50)) {
      const selector = parseSelector(text);
      if (!selector) continue;
      const names = listSelectorNames(selector);
      // Text hidden until a click (a menu, a tab) is visible to visitors.
      const hidden = selector.isConditional || selector.weight === 0 ? [] : hiding;
      const insertedText =
        selector.pseudo !== undefined && !selector.isConditional && hiding.length === 0 ? content : undefined;
      if (selector.pseudo === undefined ? hidden.length === 0 && !turning : insertedText === undefined) continue;
      addToList(this.#rules, names.at(-1) ?? selector.subject.tag, {
        selector,
        hiding: selector.pseudo ? [] : hidden,
        turns: selector.pseudo ? undefined : turning,
        content: insertedText,
      });
      this.hasNestedSelectors ||= selector.above.length > 0;
    }
  }

  /**
   * The effect on an element being opened.
   * @param isInline a rule for a tag alone hides only inline elements, where it is a decoy
   */
  findEffect(element: StyledElement, around: OpenElements, isInline: boolean): StyleEffect | undefined {
    if (this.#rules.size === 0) return undefined;
    let found: StyleEffect | undefined;
    const add = (name: string) => {
      for (const rule of this.#rules.get(name) ?? [])
        if (around.matches(element, rule.selector)) found = this.#applyRule(found, rule, element, isInline);
    };
    add(element.tag);
    for (const name of listElementNames(element)) add(name);
    return found;
  }

  #applyRule(known: StyleEffect | undefined, rule: StyleRule, element: StyledElement, isInline: boolean): StyleEffect {
    const { pseudo, subject } = rule.selector;
    rule.hides ??= this.#resolveHiding(rule);
    const isMeant = isInline || subject.id !== "" || subject.classes.length > 0;
    const hides =
      isMeant && rule.hides !== "not" && known?.hides !== "removed" && !this.#isShownOnSomeScreens(element, rule);
    return {
      ...known,
      ...(hides && rule.hides !== "not" ? { hides: rule.hides } : {}),
      ...(rule.turns ? { turns: rule.turns } : {}),
      ...(pseudo && rule.content !== undefined && /["']|attr\(/.test(rule.content) ? { [pseudo]: rule.content } : {}),
    };
  }

  #addRevealingRule({ selectors, body, isAlways }: { selectors: string; body: string; isAlways: boolean }): void {
    const ways = HIDING_STYLES.flatMap(({ shows }, way) => (shows.test(body) ? [way] : []));
    if (ways.length === 0) return;
    for (const text of selectors.split(",", 50)) {
      const selector = parseSelector(text);
      if (!selector || selector.pseudo) continue;
      const names = listSelectorNames(selector);
      for (const name of names)
        addToList(this.#showing, name, { names, weight: selector.weight, ways, isSometimes: !isAlways });
    }
  }

  #resolveHiding({ selector, hiding }: StyleRule): Hiding | "not" {
    for (const unread of this.#unread.splice(0)) this.#addRevealingRule(unread);
    const names = listSelectorNames(selector);
    const way = hiding.find((place) => !this.#isRevealed(names, selector.weight, place));
    return HIDING_STYLES[way ?? -1]?.hiding ?? "not";
  }

  /** Another class shows it on wide screens: `class="d-none d-lg-block"`. */
  #isShownOnSomeScreens(element: StyledElement, { selector, hiding }: StyleRule): boolean {
    const given = listElementNames(element);
    return given.some((first) =>
      (this.#showing.get(first) ?? []).some(
        ({ isSometimes, names, weight, ways }) =>
          isSometimes &&
          weight >= selector.weight &&
          hiding.some((way) => ways.includes(way)) &&
          names.every((name) => given.includes(name)),
      ),
    );
  }

  /** A rule of at least the same weight shows it in some state: `.fade { opacity: 0 } .fade.in { opacity: 1 }`. */
  #isRevealed(names: readonly string[], weight: number, way: number): boolean {
    const [first] = names;
    return (
      first !== undefined &&
      (this.#showing.get(first) ?? []).some(
        (showing) =>
          showing.weight >= weight && showing.ways.includes(way) && names.every((name) => showing.names.includes(name)),
      )
    );
  }
}

const listElementNames = ({ id, classes }: StyledElement): string[] => [
  ...(classes === ""
    ? []
    : classes
        .trim()
        .split(" ", 20)
        .map((name) => `.${name}`)),
  ...(id === "" ? [] : [`#${id}`]),
];

const listSelectorNames = ({ subject }: Selector): string[] => [
  ...subject.classes.map((name) => `.${name}`),
  ...(subject.id === "" ? [] : [`#${subject.id}`]),
];

function addToList<T>(map: Map<string, T[]>, name: string, value: T): void {
  const list = map.get(name);
  if (!list) map.set(name, [value]);
  else if (list.length < MAX_RULES_PER_NAME) list.push(value);
}
