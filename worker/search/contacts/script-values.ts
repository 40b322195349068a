import { decodeBase64, percentDecode, reverse, rot13, shift } from "./decode";

/** What a piece of a script is worth: a text, a number, a list, or named values; undefined when only running it would tell. */
export type Value = string | number | Value[] | NamedValues | undefined;
export type NamedValues = Map<string, Value>;

/** Enough to join an address, not enough to build a bomb by doubling a variable. */
export const MAX_JOINED = 4_000;
const MAX_ITEMS = 600;
const MAX_TEXTS = 40;

/**
 * What a script holds: its texts, put together as far as can be seen without running it; its named values; its calls; lists of small
 * numbers. `skipped` are texts under keys of samples and of others.
 */
export type Values = {
  texts: string[];
  named: NamedValues[];
  calls: { name: string; texts: string[] }[];
  codes: number[][];
  skipped: string[];
};

const isText = (value: Value): value is string => typeof value === "string";

/** As JavaScript's `+` would write it; undefined for what has no sure text. */
export function asText(value: Value): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return Array.isArray(value) ? textsOf(value).join(",").slice(0, MAX_JOINED) : undefined;
}

function textsOf(values: readonly Value[]): string[] {
  return values.map((value) => (Array.isArray(value) ? "" : (asText(value) ?? "")));
}

/** What a callback does to every letter, guessed from its words: rot13, or a shift by a number. */
export type Letters = { by: number; kind: "shift" | "rot13" | "code" } | undefined;

const FUNCTIONS = new Set([
  "atob",
  "unescape",
  "decodeURIComponent",
  "decodeURI",
  "fromCharCode",
  "fromCodePoint",
  "String",
  "encodeURIComponent",
  "encodeURI",
  "rot13",
  "str_rot13",
  "reverse",
  "strrev",
  "Array",
]);
export const isKnownFunction = (name: string): boolean => FUNCTIONS.has(name);

/** The standard functions that hide an address. */
export function callFunction(name: string, values: readonly Value[]): Value {
  const flat = values.length === 1 && Array.isArray(values[0]) ? values[0] : values;
  if (name === "fromCharCode" || name === "fromCodePoint") return flat.slice(0, MAX_ITEMS).map(character).join("");
  if (name === "Array") return [...flat];
  const text = asText(values[0]);
  if (text === undefined) return undefined;
  switch (name) {
    case "atob":
      return decodeBase64(text) ?? "";
    case "rot13":
    case "str_rot13":
      return rot13(text);
    case "reverse":
    case "strrev":
      return reverse(text);
    case "String":
      return text;
    default:
      return percentDecode(text.replace(/%u([0-9a-f]{4})/gi, (_, hex: string) => character(Number.parseInt(hex, 16))));
  }
}

function character(value: Value): string {
  const code = typeof value === "string" ? Number(value) : typeof value === "number" ? value : 0;
  return code >= 32 && code < 0xd800 ? String.fromCharCode(code) : "";
}

/** The standard methods of texts and lists; undefined for any other. @param letters what a callback among the arguments does */
export function callMethod(
  target: Value,
  name: string,
  values: readonly Value[],
  letters: Letters,
  pattern?: string,
): Value {
  if (typeof target === "string") return textMethod(target, name, values, letters, pattern);
  if (Array.isArray(target)) return listMethod(target, name, values, letters);
  return undefined;
}

function textMethod(
  target: string,
  name: string,
  values: readonly Value[],
  letters: Letters,
  pattern: string | undefined,
): Value {
  const [first, second] = values;
  switch (name) {
    case "split":
      if (pattern !== undefined)
        return pattern === "" || pattern === "(?:)"
          ? [...target].slice(0, MAX_JOINED)
          : target.split(literalOf(pattern) ?? "\u0000", MAX_ITEMS);
      return isText(first)
        ? first === ""
          ? [...target].slice(0, MAX_JOINED)
          : target.split(first, MAX_ITEMS)
        : [target];
    case "replace":
    case "replaceAll":
      if (letters) return changed(target, letters);
      if (pattern !== undefined) return typeof second === "string" ? replaced(target, pattern, second) : target;
      return isText(first) && isText(second) && first !== ""
        ? target.replaceAll(first, () => second).slice(0, MAX_JOINED)
        : target;
    case "concat":
      return [target, ...textsOf(values)].join("").slice(0, MAX_JOINED);
    case "substring":
    case "slice":
      return typeof first === "number" ? target.slice(first, typeof second === "number" ? second : undefined) : target;
    case "substr":
      return typeof first === "number" ? target.substr(first, typeof second === "number" ? second : undefined) : target;
    case "charAt":
      return typeof first === "number" ? target.charAt(first) : undefined;
    case "toLowerCase":
    case "toUpperCase":
    case "trim":
    case "toString":
    case "normalize":
      return target;
    default:
      return undefined;
  }
}

function listMethod(target: Value[], name: string, values: readonly Value[], letters: Letters): Value {
  const [first] = values;
  switch (name) {
    case "join":
      return textsOf(target)
        .join(isText(first) ? first : first === undefined && values.length === 0 ? "," : (asText(first) ?? ""))
        .slice(0, MAX_JOINED);
    case "reverse":
    case "toReversed":
      return [...target].reverse();
    case "concat":
      return [...target, ...values.flat()].slice(0, MAX_ITEMS);
    case "map":
      return letters
        ? target.map((value) =>
            typeof value === "number"
              ? character(value + (letters.kind === "shift" ? letters.by : 0))
              : changed(asText(value) ?? "", letters),
          )
        : target;
    case "slice":
      return target;
    default:
      return undefined;
  }
}

function changed(text: string, letters: NonNullable<Letters>): string {
  if (letters.kind === "rot13") return rot13(text);
  return letters.kind === "shift" ? shift(text, letters.by) : text;
}

/** A pattern that stands for one text: `\[at\]`, `#`, `^www\.`. Others are not run: a page could bring one that never ends. */
function literalOf(pattern: string): string | undefined {
  const bare = pattern.replace(/^\^|\$$/g, "").replace(/^\[(\\?.)\]$/, "$1");
  if (/(?<!\\)[.*+?()[\]{}|^$]|\\[a-zA-Z0-9]/.test(bare)) return undefined;
  return bare.replace(/\\(.)/g, "$1");
}

function replaced(text: string, pattern: string, by: string): string {
  if (/^\\s[+*]?$/.test(pattern)) return text.replace(/\s/g, by);
  const literal = literalOf(pattern.replace(/^\(\?:(.*)\)$/, "$1").replace(/^\\s[*+]|\\s[*+]$/g, ""));
  if (literal === undefined || literal === "") return text;
  return text.split(literal, MAX_ITEMS).join(by).slice(0, MAX_JOINED);
}

/** The texts in a value, as deep as three lists or objects. */
export function textsWithin(value: Value, depth = 0): string[] {
  if (typeof value === "string") return value.length > 2 ? [value] : [];
  const items = Array.isArray(value) ? value : value instanceof Map ? [...value.values()] : [];
  return depth < 4
    ? items
        .slice(0, MAX_TEXTS)
        .flatMap((item) => textsWithin(item, depth + 1))
        .slice(0, MAX_TEXTS)
    : [];
}
