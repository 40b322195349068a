import { isSkippedKey } from "../html/structured-data";
import type { ScriptToken } from "./script-tokenizer";
import {
  toText,
  callFunction,
  callMethod,
  isKnownFunction,
  type LetterTransform,
  MAX_JOINED_CHARACTERS,
  type NamedScriptValues,
  listTexts,
  type ScriptValue,
  type ScriptValues,
} from "./script-values";

const MAX_VALUES = 20_000;
const MAX_EXPRESSION_DEPTH = 24;
const KEYWORDS = new Set(["new", "return", "typeof", "var", "let", "const", "await", "function"]);
const HOST_NAMES = ["", "window.", "document."]
  .flatMap((owner) => [`${owner}location.hostname`, `${owner}location.host`])
  .concat("document.domain");
/** Characters processed in sums and methods: bounds the work for a script that keeps doubling its values. */
const MAX_HANDLED_CHARACTERS = 4_000_000;

/**
 * Computes the values of a script without running it: literals, sums, templates, variables, lists, objects, and the
 * standard functions and methods used to hide addresses. Reads every token once, so it is linear for any script.
 * `host` is the value of `location.hostname`.
 */
export class ScriptEvaluator {
  readonly found: ScriptValues = { texts: [], named: [], calls: [], codes: [], skipped: [] };
  readonly #tokens: ScriptToken[];
  readonly #variables = new Map<string, ScriptValue>();
  #at = 0;
  #budget = MAX_HANDLED_CHARACTERS;

  constructor(tokens: ScriptToken[], host: string) {
    this.#tokens = tokens;
    for (const name of HOST_NAMES) this.#variables.set(name, host);
  }

  run(): ScriptValues {
    for (let start = 0; start < this.#tokens.length && this.found.texts.length < MAX_VALUES; start = this.#at) {
      this.#collect(this.#readSum(0));
      if (this.#at === start) this.#at += 1;
    }
    return this.found;
  }

  /** Collects the texts of a final value. */
  #collect(value: ScriptValue, depth = 0): undefined {
    this.#budget -= 1;
    if (this.found.texts.length >= MAX_VALUES || depth > MAX_EXPRESSION_DEPTH || this.#budget < 0) return;
    if (typeof value === "string") {
      if (value.length > 2) this.found.texts.push(value);
    } else if (Array.isArray(value)) {
      const codes = value.filter((item) => typeof item === "number" && item >= 0 && item < 512);
      if (codes.length >= 6 && codes.length === value.length && codes.length <= 300 && this.found.codes.length < 200)
        this.found.codes.push(codes.filter((item) => typeof item === "number"));
      else for (const item of value) this.#collect(item, depth + 1);
    } else if (value instanceof Map) {
      this.found.named.push(value);
      for (const [key, item] of value) if (!this.#skipSample(key, item)) this.#collect(item, depth + 1);
    }
  }

  #skipSample(key: string, value: ScriptValue): boolean {
    if (!isSkippedKey(key)) return false;
    this.found.skipped.push(...listTexts(value));
    return true;
  }

  #readSum(depth: number): ScriptValue {
    let total = this.#readTerm(depth);
    while (this.#peekSign(0) === "+" && this.#peekSign(1) !== "+" && this.#peekSign(1) !== "=") {
      this.#at += 1;
      const start = this.#at;
      const next = this.#readTerm(depth);
      if (this.#at === start) break;
      const [left, right] = [toText(total), toText(next)];
      if (
        left !== undefined &&
        right !== undefined &&
        this.#spendBudget(left.length + right.length) &&
        left.length + right.length <= MAX_JOINED_CHARACTERS
      ) {
        total = typeof total === "number" && typeof next === "number" ? total + next : left + right;
        continue;
      }
      // With an unknown part, or too long for an address: collect each side alone.
      this.#collect(total);
      total = next;
    }
    return total;
  }

  #readTerm(depth: number): ScriptValue {
    const token = this.#tokens[this.#at];
    if (!token || depth > MAX_EXPRESSION_DEPTH) return undefined;
    switch (token.kind) {
      case "string":
        this.#at += 1;
        return this.#readChain(token.text, "", depth);
      case "template":
        this.#at += 1;
        return this.#readChain(this.#fillTemplate(token.text), "", depth);
      case "number":
        this.#at += 1;
        return this.#readChain(Number(token.text), "", depth);
      case "regex":
        return undefined;
      case "word":
        return this.#readWord(token.text, depth);
      default:
        if (token.text === "(") return this.#readBracketed(depth);
        if (token.text === "[") return this.#readChain(this.#readList("]", depth).values, "", depth);
        return token.text === "{" && this.#opensObject()
          ? this.#readChain(this.#readObject(depth), "", depth)
          : undefined;
    }
  }

  #readBracketed(depth: number): ScriptValue {
    this.#at += 1;
    const value = this.#readSum(depth + 1);
    if (this.#peekSign(0) !== ")") return this.#collect(value);
    this.#at += 1;
    return this.#readChain(value, "", depth);
  }

  #readWord(name: string, depth: number): ScriptValue {
    this.#at += 1;
    return KEYWORDS.has(name) ? undefined : this.#readChain(this.#variables.get(name), name, depth);
  }

  /** Members, indexes, calls and assignments after a value. @param path dotted name of what is read, "" for none */
  #readChain(start: ScriptValue, path: string, depth: number): ScriptValue {
    let value = start;
    let name = path;
    for (let links = 0; links < 200; links++) {
      const sign = this.#peekSign(0);
      const next = this.#tokens[this.#at + 1];
      if (sign === "." && next?.kind === "word") {
        this.#at += 2;
        if (this.#peekSign(0) === "(") {
          const { values, letters, pattern } = this.#readList(")", depth);
          const known = isKnownFunction(next.text) && value === undefined && this.#spendBudget(300);
          const result = known
            ? callFunction(next.text, values)
            : next.text === "apply" || next.text === "call"
              ? callFunction(getLastName(name), values.slice(1))
              : this.#callMethod(value, next.text, values, letters, pattern);
          if (result === undefined) {
            this.#collect(value);
            this.#recordCall(`${name}.${next.text}`, values);
          }
          value = result;
          name = "";
        } else {
          name = name === "" ? "" : `${name}.${next.text}`;
          value =
            value instanceof Map
              ? value.get(next.text)
              : next.text === "length"
                ? undefined
                : name === ""
                  ? undefined
                  : this.#variables.get(name);
        }
      } else if (sign === "[" && (path !== "" || value !== undefined)) {
        const { values } = this.#readList("]", depth);
        const [key] = values;
        value =
          typeof key === "number" && (Array.isArray(value) || typeof value === "string")
            ? value[key]
            : typeof key === "string" && value instanceof Map
              ? value.get(key)
              : undefined;
        name = "";
      } else if (sign === "(" && name !== "") {
        const { values } = this.#readList(")", depth);
        const result =
          isKnownFunction(getLastName(name)) && this.#spendBudget(300)
            ? callFunction(getLastName(name), values)
            : undefined;
        if (result === undefined) this.#recordCall(name, values);
        value = result;
        name = "";
      } else if (name !== "" && sign === "=" && this.#peekSign(1) !== "=" && this.#peekSign(1) !== ">")
        return this.#readAssignment(name, undefined, 1, depth);
      else if (name !== "" && sign === "+" && this.#peekSign(1) === "=")
        return this.#readAssignment(name, value, 2, depth);
      else return value;
    }
    return value;
  }

  #readAssignment(name: string, before: ScriptValue, signs: number, depth: number): ScriptValue {
    this.#at += signs;
    const right = this.#readSum(depth + 1);
    const [left, more] = [toText(before), toText(right)];
    const value =
      signs === 2 && left !== undefined && more !== undefined && this.#spendBudget(left.length + more.length)
        ? (left + more).slice(0, MAX_JOINED_CHARACTERS)
        : right;
    if (this.#variables.size < 5000) this.#variables.set(name, value);
    return name.includes(".") && this.#skipSample(getLastName(name), value) ? undefined : value;
  }

  #callMethod(
    target: ScriptValue,
    name: string,
    values: readonly ScriptValue[],
    letters: LetterTransform,
    pattern: string | undefined,
  ): ScriptValue {
    const size = typeof target === "string" || Array.isArray(target) ? target.length : 0;
    return size > 0 && this.#spendBudget(size * 4) ? callMethod(target, name, values, letters, pattern) : undefined;
  }

  #spendBudget(characters: number): boolean {
    return (this.#budget -= characters) > 0;
  }

  #recordCall(name: string, values: readonly ScriptValue[]): void {
    const texts = values.map((value) => (typeof value === "string" ? value : "")).filter((text) => text !== "");
    if (texts.length > 1 && texts.length <= 8 && this.found.calls.length < 500) this.found.calls.push({ name, texts });
    for (const value of values) this.#collect(value);
  }

  /** Values up to a closing bracket, and the callback (`letters`) and regular expression (`pattern`) among them. */
  #readList(close: string, depth: number): { values: ScriptValue[]; letters: LetterTransform; pattern?: string } {
    this.#at += 1;
    const start = this.#at;
    const values: ScriptValue[] = [];
    let pattern: string | undefined;
    let nested = 0;
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at];
      if (
        nested === 0 &&
        token?.kind === "sign" &&
        (token.text === close || (close === "]" && ";}".includes(token.text)))
      )
        break;
      if (token?.kind === "regex") pattern ??= token.text;
      const before = this.#at;
      const value = depth < MAX_EXPRESSION_DEPTH ? this.#readSum(depth + 1) : undefined;
      if (this.#at === before) {
        if (token?.kind === "sign" && "{([".includes(token.text)) nested += 1;
        else if (token?.kind === "sign" && "})]".includes(token.text)) nested = Math.max(0, nested - 1);
        this.#at += 1;
      } else if (nested > 0) this.#collect(value);
      else if (values.length < 600) values.push(value);
      else this.#collect(value);
    }
    const end = Math.min(this.#at++, start + 80);
    const letters = close === ")" ? parseLetterCallback(this.#tokens, start, end) : undefined;
    return { values, letters, ...(pattern === undefined ? {} : { pattern }) };
  }

  #opensObject(): boolean {
    const [first, second] = [this.#tokens[this.#at + 1], this.#tokens[this.#at + 2]];
    return (first?.kind === "word" || first?.kind === "string") && second?.kind === "sign" && second.text === ":";
  }

  #readObject(depth: number): NamedScriptValues {
    const named: NamedScriptValues = new Map();
    this.#at += 1;
    while (this.#at < this.#tokens.length && this.#peekSign(0) !== "}") {
      const key = this.#tokens[this.#at];
      if ((key?.kind === "word" || key?.kind === "string") && this.#peekSign(1) === ":") {
        this.#at += 2;
        const before = this.#at;
        const value = depth < MAX_EXPRESSION_DEPTH ? this.#readSum(depth + 1) : undefined;
        named.set(key.text, value);
        if (this.#at !== before || this.#peekSign(0) === "}") continue;
      }
      this.#at += 1;
    }
    this.#at += 1;
    return named;
  }

  /** `${user}@${domain}`: unknown values leave a gap. */
  #fillTemplate(text: string): string {
    return text
      .replace(/\$\{\s{0,5}([\w$.]{1,80})\s{0,5}\}/g, (_, path: string) => toText(this.#lookUp(path)) ?? " ")
      .slice(0, 100_000);
  }

  #lookUp(path: string): ScriptValue {
    const [first = "", ...rest] = path.split(".");
    return (
      this.#variables.get(path) ??
      rest.reduce<ScriptValue>(
        (value, key) => (value instanceof Map ? value.get(key) : undefined),
        this.#variables.get(first),
      )
    );
  }

  /** The sign at an offset from the current token; "" for any other token. */
  #peekSign(offset: number): string {
    const token = this.#tokens[this.#at + offset];
    return token?.kind === "sign" ? token.text : "";
  }
}

const getLastName = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

/** A callback that turns codes into letters: "function (c) { return String.fromCharCode(c.charCodeAt(0) - 1) }". */
function parseLetterCallback(tokens: readonly ScriptToken[], start: number, end: number): LetterTransform {
  const inside = tokens.slice(start, end);
  if (!inside.some(({ text }) => text === "fromCharCode" || text === "fromCodePoint"))
    return inside.some(({ text }) => text === "13") && inside.some(({ text }) => text === "charCodeAt")
      ? { by: 13, kind: "rot13" }
      : undefined;
  if (inside.some(({ text }) => text === "13" || text === "26")) return { by: 13, kind: "rot13" };
  const place = inside.findLastIndex(
    ({ kind, text }, index) =>
      kind === "sign" && (text === "-" || text === "+") && inside[index + 1]?.kind === "number",
  );
  const by = Number(inside[place + 1]?.text);
  if (place === -1 || !Number.isInteger(by) || by > 100) return { by: 0, kind: "code" };
  return { by: inside[place]?.text === "-" ? -by : by, kind: "shift" };
}
