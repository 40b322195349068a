import { lettersOf } from "./script-letters";
import type { ScriptToken } from "./script-tokens";
import {
  asText,
  callFunction,
  callMethod,
  isKnownFunction,
  type Letters,
  MAX_JOINED,
  type NamedValues,
  textsWithin,
  type Value,
  type Values,
} from "./script-values";
import { isSkippedKey } from "./structured";

const MAX_VALUES = 20_000;
const MAX_DEPTH = 24;
const KEYWORDS = new Set(["new", "return", "typeof", "var", "let", "const", "await", "function"]);
const HOST_NAMES = ["", "window.", "document."]
  .flatMap((owner) => [`${owner}location.hostname`, `${owner}location.host`])
  .concat("document.domain");
/** Characters handled in sums and methods: a script that doubles its values stops being read, not the reader. */
const BUDGET = 4_000_000;

/**
 * Reads the values a script would build without running it: literals, sums, templates, variables, lists and objects, the standard
 * functions and methods that hide addresses. Every token is taken once and never given back, so it is linear whatever the script.
 * `host` is what `location.hostname` is.
 */
export class ValueReader {
  readonly found: Values = { texts: [], named: [], calls: [], codes: [], skipped: [] };
  readonly #tokens: ScriptToken[];
  readonly #variables = new Map<string, Value>();
  #at = 0;
  #budget = BUDGET;

  constructor(tokens: ScriptToken[], host: string) {
    this.#tokens = tokens;
    for (const name of HOST_NAMES) this.#variables.set(name, host);
  }

  run(): Values {
    for (let start = 0; start < this.#tokens.length && this.found.texts.length < MAX_VALUES; start = this.#at) {
      this.#tell(this.#sum(0));
      if (this.#at === start) this.#at += 1;
    }
    return this.found;
  }

  /** Keeps the texts of a value that nothing more is done to. */
  #tell(value: Value, depth = 0): undefined {
    this.#budget -= 1;
    if (this.found.texts.length >= MAX_VALUES || depth > MAX_DEPTH || this.#budget < 0) return;
    if (typeof value === "string") {
      if (value.length > 2) this.found.texts.push(value);
    } else if (Array.isArray(value)) {
      const codes = value.filter((item) => typeof item === "number" && item >= 0 && item < 512);
      if (codes.length >= 6 && codes.length === value.length && codes.length <= 300 && this.found.codes.length < 200)
        this.found.codes.push(codes.filter((item) => typeof item === "number"));
      else for (const item of value) this.#tell(item, depth + 1);
    } else if (value instanceof Map) {
      this.found.named.push(value);
      for (const [key, item] of value) if (!this.#skips(key, item)) this.#tell(item, depth + 1);
    }
  }

  #skips(key: string, value: Value): boolean {
    if (!isSkippedKey(key)) return false;
    this.found.skipped.push(...textsWithin(value));
    return true;
  }

  #sum(depth: number): Value {
    let total = this.#term(depth);
    while (this.#sign(0) === "+" && this.#sign(1) !== "+" && this.#sign(1) !== "=") {
      this.#at += 1;
      const start = this.#at;
      const next = this.#term(depth);
      if (this.#at === start) break;
      const [left, right] = [asText(total), asText(next)];
      if (
        left !== undefined &&
        right !== undefined &&
        this.#affords(left.length + right.length) &&
        left.length + right.length <= MAX_JOINED
      ) {
        total = typeof total === "number" && typeof next === "number" ? total + next : left + right;
        continue;
      }
      // An unknown in the middle, or too long to be an address: each side is told for itself.
      this.#tell(total);
      total = next;
    }
    return total;
  }

  #term(depth: number): Value {
    const token = this.#tokens[this.#at];
    if (!token || depth > MAX_DEPTH) return undefined;
    switch (token.kind) {
      case "string":
        this.#at += 1;
        return this.#chain(token.text, "", depth);
      case "template":
        this.#at += 1;
        return this.#chain(this.#template(token.text), "", depth);
      case "number":
        this.#at += 1;
        return this.#chain(Number(token.text), "", depth);
      case "regex":
        return undefined;
      case "word":
        return this.#word(token.text, depth);
      default:
        if (token.text === "(") return this.#bracketed(depth);
        if (token.text === "[") return this.#chain(this.#list("]", depth).values, "", depth);
        return token.text === "{" && this.#opensObject() ? this.#chain(this.#object(depth), "", depth) : undefined;
    }
  }

  #bracketed(depth: number): Value {
    this.#at += 1;
    const value = this.#sum(depth + 1);
    if (this.#sign(0) !== ")") return this.#tell(value);
    this.#at += 1;
    return this.#chain(value, "", depth);
  }

  #word(name: string, depth: number): Value {
    this.#at += 1;
    return KEYWORDS.has(name) ? undefined : this.#chain(this.#variables.get(name), name, depth);
  }

  /** Members, indexes, calls and assignments after a value. @param path dotted name of what is read, "" for none */
  #chain(start: Value, path: string, depth: number): Value {
    let value = start;
    let name = path;
    for (let links = 0; links < 200; links++) {
      const sign = this.#sign(0);
      const next = this.#tokens[this.#at + 1];
      if (sign === "." && next?.kind === "word") {
        this.#at += 2;
        if (this.#sign(0) === "(") {
          const { values, letters, pattern } = this.#list(")", depth);
          const known = isKnownFunction(next.text) && value === undefined && this.#affords(300);
          const result = known
            ? callFunction(next.text, values)
            : next.text === "apply" || next.text === "call"
              ? callFunction(lastName(name), values.slice(1))
              : this.#method(value, next.text, values, letters, pattern);
          if (result === undefined) {
            this.#tell(value);
            this.#called(`${name}.${next.text}`, values);
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
        const { values } = this.#list("]", depth);
        const [key] = values;
        value =
          typeof key === "number" && (Array.isArray(value) || typeof value === "string")
            ? value[key]
            : typeof key === "string" && value instanceof Map
              ? value.get(key)
              : undefined;
        name = "";
      } else if (sign === "(" && name !== "") {
        const { values } = this.#list(")", depth);
        const result =
          isKnownFunction(lastName(name)) && this.#affords(300) ? callFunction(lastName(name), values) : undefined;
        if (result === undefined) this.#called(name, values);
        value = result;
        name = "";
      } else if (name !== "" && sign === "=" && this.#sign(1) !== "=" && this.#sign(1) !== ">")
        return this.#assigned(name, undefined, 1, depth);
      else if (name !== "" && sign === "+" && this.#sign(1) === "=") return this.#assigned(name, value, 2, depth);
      else return value;
    }
    return value;
  }

  #assigned(name: string, before: Value, signs: number, depth: number): Value {
    this.#at += signs;
    const right = this.#sum(depth + 1);
    const [left, more] = [asText(before), asText(right)];
    const value =
      signs === 2 && left !== undefined && more !== undefined && this.#affords(left.length + more.length)
        ? (left + more).slice(0, MAX_JOINED)
        : right;
    if (this.#variables.size < 5000) this.#variables.set(name, value);
    return name.includes(".") && this.#skips(lastName(name), value) ? undefined : value;
  }

  #method(target: Value, name: string, values: readonly Value[], letters: Letters, pattern: string | undefined): Value {
    const size = typeof target === "string" || Array.isArray(target) ? target.length : 0;
    return size > 0 && this.#affords(size * 4) ? callMethod(target, name, values, letters, pattern) : undefined;
  }

  #affords(characters: number): boolean {
    return (this.#budget -= characters) > 0;
  }

  #called(name: string, values: readonly Value[]): void {
    const texts = values.map((value) => (typeof value === "string" ? value : "")).filter((text) => text !== "");
    if (texts.length > 1 && texts.length <= 8 && this.found.calls.length < 500) this.found.calls.push({ name, texts });
    for (const value of values) this.#tell(value);
  }

  /** Values up to a closing bracket; `letters` and `pattern` are those of a callback and of a regular expression among them. */
  #list(close: string, depth: number): { values: Value[]; letters: Letters; pattern?: string } {
    this.#at += 1;
    const start = this.#at;
    const values: Value[] = [];
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
      const value = depth < MAX_DEPTH ? this.#sum(depth + 1) : undefined;
      if (this.#at === before) {
        if (token?.kind === "sign" && "{([".includes(token.text)) nested += 1;
        else if (token?.kind === "sign" && "})]".includes(token.text)) nested = Math.max(0, nested - 1);
        this.#at += 1;
      } else if (nested > 0) this.#tell(value);
      else if (values.length < 600) values.push(value);
      else this.#tell(value);
    }
    const end = Math.min(this.#at++, start + 80);
    const letters = close === ")" ? lettersOf(this.#tokens, start, end) : undefined;
    return { values, letters, ...(pattern === undefined ? {} : { pattern }) };
  }

  #opensObject(): boolean {
    const [first, second] = [this.#tokens[this.#at + 1], this.#tokens[this.#at + 2]];
    return (first?.kind === "word" || first?.kind === "string") && second?.kind === "sign" && second.text === ":";
  }

  #object(depth: number): NamedValues {
    const named: NamedValues = new Map();
    this.#at += 1;
    while (this.#at < this.#tokens.length && this.#sign(0) !== "}") {
      const key = this.#tokens[this.#at];
      if ((key?.kind === "word" || key?.kind === "string") && this.#sign(1) === ":") {
        this.#at += 2;
        const before = this.#at;
        const value = depth < MAX_DEPTH ? this.#sum(depth + 1) : undefined;
        named.set(key.text, value);
        if (this.#at !== before || this.#sign(0) === "}") continue;
      }
      this.#at += 1;
    }
    this.#at += 1;
    return named;
  }

  /** `${user}@${domain}`: what is not known leaves a gap. */
  #template(text: string): string {
    return text
      .replace(/\$\{\s{0,5}([\w$.]{1,80})\s{0,5}\}/g, (_, path: string) => asText(this.#lookUp(path)) ?? " ")
      .slice(0, 100_000);
  }

  #lookUp(path: string): Value {
    const [first = "", ...rest] = path.split(".");
    return (
      this.#variables.get(path) ??
      rest.reduce<Value>(
        (value, key) => (value instanceof Map ? value.get(key) : undefined),
        this.#variables.get(first),
      )
    );
  }

  /** The sign so many tokens on; "" for any other token. */
  #sign(offset: number): string {
    const token = this.#tokens[this.#at + offset];
    return token?.kind === "sign" ? token.text : "";
  }
}

const lastName = (path: string): string => path.slice(path.lastIndexOf(".") + 1);
