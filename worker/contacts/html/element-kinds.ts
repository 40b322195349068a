/** How an element separates the text around it. */
export type ElementKind = "inline" | "seamless" | "spaced" | "cell" | "block";

const ELEMENT_KINDS = new Map<string, ElementKind>([
  ...[
    "span",
    "b",
    "i",
    "em",
    "strong",
    "small",
    "font",
    "u",
    "big",
    "code",
    "mark",
    "bdo",
    "bdi",
    "sup",
    "sub",
    "abbr",
    "tt",
    "s",
    "q",
    "noscript",
    "del",
    "ins",
    "kbd",
    "var",
    "samp",
    "strike",
  ].map((tag) => [tag, "inline"] as const),
  ...[
    "wbr",
    "img",
    "svg",
    "path",
    "link",
    "meta",
    "g",
    "use",
    "circle",
    "rect",
    "template",
    "html",
    "head",
    "body",
  ].map((tag) => [tag, "seamless"] as const),
  // A `dd` ends its row of a list of terms: it is a block.
  ...["td", "th", "dt"].map((tag) => [tag, "cell"] as const),
  ...["a", "button", "label", "cite", "time", "option", "input", "picture", "source"].map(
    (tag) => [tag, "spaced"] as const,
  ),
]);
const HEADING_LEVELS = new Map([
  ["h1", 1],
  ["h2", 2],
  ["h3", 3],
  ["h4", 4],
  ["h5", 5],
  ["h6", 6],
  ["legend", 6],
  ["dt", 7],
  ["summary", 6],
]);
const VOID_TAGS = new Set([
  "br",
  "img",
  "wbr",
  "input",
  "hr",
  "meta",
  "link",
  "source",
  "area",
  "base",
  "col",
  "embed",
  "param",
  "track",
]);

export const getElementKind = (tag: string): ElementKind => ELEMENT_KINDS.get(tag) ?? "block";

/** 1 to 6 of a heading, 7 of a label such as a `dt`. */
export const getHeadingLevel = (tag: string): number | undefined => HEADING_LEVELS.get(tag);

/** Has no end tag and no content. */
export const isVoid = (tag: string): boolean => VOID_TAGS.has(tag);

export const isBold = (tag: string): boolean => tag === "b" || tag === "strong";

/** Its headings apply to its own content only. */
export const isSection = (tag: string): boolean => tag === "section" || tag === "article" || tag === "aside";
