import { isVoid } from "./element-kinds";

/** One compound of a selector, and whether it must be the parent of the next one. */
type Compound = { tag: string; id: string; classes: readonly string[]; isParent: boolean };

/**
 * `above`: required ancestors, nearest first. `weight`: specificity. `isConditional`: depends on a state that is not in
 * the HTML (`:hover`, `[open]`, after a sibling).
 */
export type Selector = {
  subject: Compound;
  above: readonly Compound[];
  pseudo: "before" | "after" | undefined;
  weight: number;
  isConditional: boolean;
};

const MAX_SELECTOR_CHARACTERS = 300;
const MAX_COMPOUNDS = 8;
/** Steps between elements that matching may take on one page. */
const MAX_MATCHING_STEPS = 1_000_000;
const MAX_OPEN_ELEMENTS = 200;
const MAX_CLOSE_LOOKBACK = 60;

/** @returns undefined for unsupported selectors */
export function parseSelector(given: string): Selector | undefined {
  const text = given
    .trim()
    .replace(/\\([^\da-f])/gi, (_, sign: string) =>
      String.fromCharCode(ESCAPE_CODE_BASE + (sign.charCodeAt(0) & 0xff)),
    );
  if (text === "" || text.length > MAX_SELECTOR_CHARACTERS) return undefined;
  const pseudo = /::?(before|after)$/i.exec(text)?.[1]?.toLowerCase();
  // Conditions on states and siblings are dropped, but make the selector conditional.
  const bare = text
    .replace(/::?(?:before|after)$/i, "")
    .replace(/\[[^\]]*\]/g, "")
    .replace(/:[\w-]+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?/g, "");
  const compounds: Compound[] = [];
  let isParent = false;
  for (const piece of bare
    .replace(/\s*([>+~])\s*/g, " $1 ")
    .trim()
    .split(/\s+/, MAX_COMPOUNDS * 2)
    .reverse()) {
    if (piece === ">" || piece === "+" || piece === "~") isParent = piece === ">";
    else {
      const compound = parseCompound(piece, isParent);
      if (!compound || compounds.length >= MAX_COMPOUNDS) return undefined;
      compounds.push(compound);
      isParent = false;
    }
  }
  const [subject, ...above] = compounds;
  if (!subject) return undefined;
  const weight = [...text.matchAll(/[#.:[]/g)].reduce((sum, [sign]) => sum + (sign === "#" ? 100 : 1), 0);
  // Rules for pages without scripts do not apply to visitors.
  return {
    subject,
    above,
    pseudo: pseudo === "before" || pseudo === "after" ? pseudo : undefined,
    weight,
    isConditional: bare !== text.replace(/::?(?:before|after)$/i, "") || /[+~]|no-?js/i.test(bare),
  };
}

/** `.lg\\:block`: escaped signs are part of a name. */
const ESCAPE_CODE_BASE = 0xe100;
const undoNameEscapes = (name: string): string =>
  name.replace(/[\uE100-\uE1FF]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - ESCAPE_CODE_BASE));

function parseCompound(piece: string, isParent: boolean): Compound | undefined {
  const [, tag = "", names = ""] = /^(\*|[a-z][\w-]*)?((?:[.#][\w\uE100-\uE1FF-]+)*)$/i.exec(piece) ?? [];
  if (tag === "" && names === "") return undefined;
  const parts: string[] = (names.match(/[.#][^.#]+/g) ?? []).map(undoNameEscapes);
  return {
    tag: tag === "*" ? "" : tag.toLowerCase(),
    id: parts.find((part) => part.startsWith("#"))?.slice(1) ?? "",
    classes: parts.filter((part) => part.startsWith(".")).map((part) => part.slice(1)),
    isParent,
  };
}

/** `classes` has a space around each class. */
export type StyledElement = { tag: string; id: string; classes: string };

export function toStyledElement(tag: string, classes: string, id: string): StyledElement {
  return { tag, id, classes: classes === "" ? "" : ` ${classes.slice(0, 1000).replace(/\s+/g, " ")} ` };
}

const matchesCompound = (element: StyledElement, { tag, id, classes }: Compound): boolean =>
  (tag === "" || tag === element.tag) &&
  (id === "" || id === element.id) &&
  classes.every((name) => element.classes.includes(` ${name} `));

/** Elements with an optional end tag, closed by the next of their kind. */
const ENDED_BY: Readonly<Record<string, readonly string[]>> = {
  li: ["li"],
  dt: ["dt", "dd"],
  dd: ["dt", "dd"],
  td: ["td", "th"],
  th: ["td", "th"],
  tr: ["td", "th", "tr"],
  option: ["option"],
  p: ["p"],
  div: ["p"],
  ul: ["p"],
  table: ["p"],
  section: ["p"],
};

/** The open elements, at most 200 deep; every step is bounded, whatever the nesting. */
export class OpenElements {
  readonly #stack: StyledElement[] = [];
  #deeper = 0;
  #steps = MAX_MATCHING_STEPS;

  open(element: StyledElement): void {
    if (isVoid(element.tag)) return;
    if (this.#stack.length >= MAX_OPEN_ELEMENTS) {
      this.#deeper += 1;
      return;
    }
    const ended = ENDED_BY[element.tag];
    while (ended?.includes(this.#stack.at(-1)?.tag ?? "")) this.#stack.pop();
    this.#stack.push(element);
  }

  close(tag: string): void {
    if (this.#deeper > 0) this.#deeper -= 1;
    else {
      for (let place = this.#stack.length - 1; place >= Math.max(0, this.#stack.length - MAX_CLOSE_LOOKBACK); place--) {
        if (this.#stack[place]?.tag !== tag) continue;
        this.#stack.length = place;
        return;
      }
    }
  }

  /** Whether a selector matches an element being opened. */
  matches(element: StyledElement, { subject, above }: Selector): boolean {
    if (!matchesCompound(element, subject)) return false;
    let place = this.#stack.length - 1;
    for (const compound of above) {
      let found = false;
      for (; place >= 0 && !found && this.#steps > 0; place--) {
        this.#steps -= 1;
        const around = this.#stack[place];
        found = around !== undefined && matchesCompound(around, compound);
        if (!found && compound.isParent) return false;
      }
      if (!found) return false;
    }
    return true;
  }
}
