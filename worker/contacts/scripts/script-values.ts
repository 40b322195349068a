import { decodeBase64, decodePercent, reverse, decodeRot13, shiftCharacters } from "../emails/email-decoders";

/** Value of an expression: text, number, list or named values; undefined if it can only be known by running it. */
export type ScriptValue = string | number | ScriptValue[] | NamedScriptValues | undefined;
export type NamedScriptValues = Map<string, ScriptValue>;

/** Enough for an address; stops scripts that keep doubling a variable. */
export const MAX_JOINED_CHARACTERS = 4_000;
const MAX_LIST_ITEMS = 600;
const MAX_TEXTS_WITHIN = 40;

/**
 * Texts of a script, joined as far as possible without running it; named values; calls; lists of small numbers.
 * `skipped` are texts under keys of samples and third parties.
 */
export type ScriptValues = {
  texts: string[];
  named: NamedScriptValues[];
  calls: { name: string; texts: string[] }[];
  codes: number[][];
  skipped: string[];
};

const isString = (value: ScriptValue): value is string => typeof value === "string";

/** As converted by JavaScript's `+`; undefined if the text is not certain. */
export function toText(value: ScriptValue): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return Array.isArray(value) ? toTexts(value).join(",").slice(0, MAX_JOINED_CHARACTERS) : undefined;
}

function toTexts(values: readonly ScriptValue[]): string[] {
  return values.map((value) => (Array.isArray(value) ? "" : (toText(value) ?? "")));
}

/** What a callback does to every letter, guessed from its tokens: rot13, or a shift by a number. */
export type LetterTransform = { by: number; kind: "shift" | "rot13" | "code" } | undefined;

const KNOWN_FUNCTIONS = new Set([
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
export const isKnownFunction = (name: string): boolean => KNOWN_FUNCTIONS.has(name);

/** Standard functions used to hide addresses. */
export function callFunction(name: string, values: readonly ScriptValue[]): ScriptValue {
  const flat = values.length === 1 && Array.isArray(values[0]) ? values[0] : values;
  if (name === "fromCharCode" || name === "fromCodePoint")
    return flat.slice(0, MAX_LIST_ITEMS).map(toCharacter).join("");
  if (name === "Array") return [...flat];
  const text = toText(values[0]);
  if (text === undefined) return undefined;
  switch (name) {
    case "atob":
      return decodeBase64(text) ?? "";
    case "rot13":
    case "str_rot13":
      return decodeRot13(text);
    case "reverse":
    case "strrev":
      return reverse(text);
    case "String":
      return text;
    default:
      return decodePercent(
        text.replace(/%u([0-9a-f]{4})/gi, (_, hex: string) => toCharacter(Number.parseInt(hex, 16))),
      );
  }
}

function toCharacter(value: ScriptValue): string {
  const code = typeof value === "string" ? Number(value) : typeof value === "number" ? value : 0;
  return code >= 32 && code < 0xd800 ? String.fromCharCode(code) : "";
}

/** Standard methods of texts and lists; undefined for others. @param letters effect of a callback argument */
export function callMethod(
  target: ScriptValue,
  name: string,
  values: readonly ScriptValue[],
  letters: LetterTransform,
  pattern?: string,
): ScriptValue {
  if (typeof target === "string") return callTextMethod(target, name, values, letters, pattern);
  if (Array.isArray(target)) return callListMethod(target, name, values, letters);
  return undefined;
}

function callTextMethod(
  target: string,
  name: string,
  values: readonly ScriptValue[],
  letters: LetterTransform,
  pattern: string | undefined,
): ScriptValue {
  const [first, second] = values;
  switch (name) {
    case "split":
      if (pattern !== undefined)
        return pattern === "" || pattern === "(?:)"
          ? [...target].slice(0, MAX_JOINED_CHARACTERS)
          : target.split(parseLiteralPattern(pattern) ?? "\u0000", MAX_LIST_ITEMS);
      return isString(first)
        ? first === ""
          ? [...target].slice(0, MAX_JOINED_CHARACTERS)
          : target.split(first, MAX_LIST_ITEMS)
        : [target];
    case "replace":
    case "replaceAll":
      if (letters) return transformLetters(target, letters);
      if (pattern !== undefined) return typeof second === "string" ? replaceLiteral(target, pattern, second) : target;
      return isString(first) && isString(second) && first !== ""
        ? target.replaceAll(first, () => second).slice(0, MAX_JOINED_CHARACTERS)
        : target;
    case "concat":
      return [target, ...toTexts(values)].join("").slice(0, MAX_JOINED_CHARACTERS);
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

function callListMethod(
  target: ScriptValue[],
  name: string,
  values: readonly ScriptValue[],
  letters: LetterTransform,
): ScriptValue {
  const [first] = values;
  switch (name) {
    case "join":
      return toTexts(target)
        .join(isString(first) ? first : first === undefined && values.length === 0 ? "," : (toText(first) ?? ""))
        .slice(0, MAX_JOINED_CHARACTERS);
    case "reverse":
    case "toReversed":
      return [...target].reverse();
    case "concat":
      return [...target, ...values.flat()].slice(0, MAX_LIST_ITEMS);
    case "map":
      return letters
        ? target.map((value) =>
            typeof value === "number"
              ? toCharacter(value + (letters.kind === "shift" ? letters.by : 0))
              : transformLetters(toText(value) ?? "", letters),
          )
        : target;
    case "slice":
      return target;
    default:
      return undefined;
  }
}

function transformLetters(text: string, letters: NonNullable<LetterTransform>): string {
  if (letters.kind === "rot13") return decodeRot13(text);
  return letters.kind === "shift" ? shiftCharacters(text, letters.by) : text;
}

/** A pattern for a single text: `\[at\]`, `#`, `^www\.`. Others are not run: they could take exponential time. */
function parseLiteralPattern(pattern: string): string | undefined {
  const bare = pattern.replace(/^\^|\$$/g, "").replace(/^\[(\\?.)\]$/, "$1");
  if (/(?<!\\)[.*+?()[\]{}|^$]|\\[a-zA-Z0-9]/.test(bare)) return undefined;
  return bare.replace(/\\(.)/g, "$1");
}

function replaceLiteral(text: string, pattern: string, by: string): string {
  if (/^\\s[+*]?$/.test(pattern)) return text.replace(/\s/g, by);
  const literal = parseLiteralPattern(pattern.replace(/^\(\?:(.*)\)$/, "$1").replace(/^\\s[*+]|\\s[*+]$/g, ""));
  if (literal === undefined || literal === "") return text;
  return text.split(literal, MAX_LIST_ITEMS).join(by).slice(0, MAX_JOINED_CHARACTERS);
}

/** The texts in a value, at most three levels deep. */
export function listTexts(value: ScriptValue, depth = 0): string[] {
  if (typeof value === "string") return value.length > 2 ? [value] : [];
  const items = Array.isArray(value) ? value : value instanceof Map ? [...value.values()] : [];
  return depth < 4
    ? items
        .slice(0, MAX_TEXTS_WITHIN)
        .flatMap((item) => listTexts(item, depth + 1))
        .slice(0, MAX_TEXTS_WITHIN)
    : [];
}
