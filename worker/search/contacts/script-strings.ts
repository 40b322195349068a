import { decodeBase64, percentDecode, reverse } from "./decode";
import { type ScriptToken, scriptTokens } from "./script-tokens";

type Value = { text: string; literals: number };

const MAX_VALUES = 20_000;
/** Enough to join an address, not enough to build a bomb by doubling a variable. */
const MAX_JOINED = 2_000;

/**
 * Reads the strings a script would build without running it: literals, sums of literals and variables, `atob`, `unescape`,
 * `decodeURIComponent`, `String.fromCharCode`, `[…].join`, `.split("").reverse().join("")`. Anything else ends a value.
 */
class StringReader {
  private at = 0;
  private readonly variables = new Map<string, Value>();
  readonly values: string[] = [];

  constructor(private readonly tokens: ScriptToken[]) {}

  run(): void {
    while (this.at < this.tokens.length && this.values.length < MAX_VALUES) {
      const start = this.at;
      const name = this.target();
      const value = this.sum(0);
      if (value) {
        const joined = name?.append ? this.joined(this.variables.get(name.name), value) : value;
        if (name) this.variables.set(name.name, joined);
        if (joined.literals > 0) this.values.push(joined.text);
      }
      if (this.at === start || (!value && name)) this.at = Math.max(this.at, start + 1);
    }
  }

  /** `x =` or `x +=`; leaves the place alone when neither stands there. */
  private target(): { name: string; append: boolean } | undefined {
    const word = this.tokens[this.at];
    if (word?.kind !== "word") return undefined;
    const append = this.sign(1) === "+" && this.sign(2) === "=";
    if (!append && !(this.sign(1) === "=" && this.sign(2) !== "=" && this.sign(2) !== ">")) return undefined;
    this.at += append ? 3 : 2;
    return { name: word.text, append };
  }

  private sum(depth: number): Value | undefined {
    let total = this.term(depth);
    while (total && this.sign(0) === "+" && this.sign(1) !== "+" && this.sign(1) !== "=") {
      const before = this.at;
      this.at += 1;
      const next = this.term(depth);
      if (!next) {
        this.at = before;
        break;
      }
      total = this.joined(total, next);
    }
    return total;
  }

  private term(depth: number): Value | undefined {
    const token = this.tokens[this.at];
    if (!token || depth > 8) return undefined;
    let value: Value | undefined;
    const start = this.at;
    if (token.kind === "string") {
      this.at += 1;
      value = { text: token.text, literals: 1 };
    } else if (token.kind === "word") value = this.word(token.text, depth);
    else if (token.text === "(") {
      this.at += 1;
      value = this.sum(depth + 1);
      if (value && this.sign(0) === ")") this.at += 1;
    } else if (token.text === "[") value = this.list(depth);
    if (!value) {
      this.at = start;
      return undefined;
    }
    return this.methods(value);
  }

  private word(name: string, depth: number): Value | undefined {
    if ((name === "window" || name === "String" || name === "self") && this.sign(1) === ".") {
      this.at += 2;
      return this.word(this.tokens[this.at]?.text ?? "", depth);
    }
    if (name === "fromCharCode" && this.sign(1) === "(") return this.charCodes();
    if (/^(?:atob|unescape|decodeURIComponent|decodeURI)$/.test(name) && this.sign(1) === "(") {
      this.at += 2;
      const inner = this.sum(depth + 1);
      if (this.sign(0) === ")") this.at += 1;
      if (!inner) return undefined;
      const text = name === "atob" ? (decodeBase64(inner.text) ?? "") : percentDecode(inner.text);
      return { text, literals: inner.literals };
    }
    const known = this.sign(1) === "(" ? undefined : this.variables.get(name);
    if (known) this.at += 1;
    return known ? { ...known, literals: 0 } : undefined;
  }

  private charCodes(): Value {
    this.at += 2;
    let text = "";
    for (let token = this.tokens[this.at]; token && token.text !== ")" && text.length < MAX_JOINED; token = this.tokens[++this.at]) {
      const code = token.kind === "number" ? Number(token.text) : 0;
      if (code >= 32 && code < 0x10000) text += String.fromCharCode(code);
    }
    this.at += 1;
    return { text, literals: 1 };
  }

  /** ["info", "firm.fr"].join("@"): a list counts only when it is joined; else its strings are read one by one. */
  private list(depth: number): Value | undefined {
    const texts: string[] = [];
    let place = this.at + 1;
    for (; place < this.tokens.length && texts.length < 200; place += 1) {
      const token = this.tokens[place];
      if (token?.kind === "string") texts.push(token.text);
      else if (token?.text !== ",") break;
    }
    if (depth > 8 || this.tokens[place]?.text !== "]") return undefined;
    const [dot, first, second] = [this.tokens[place + 1], this.tokens[place + 2], this.tokens[place + 5]];
    if (dot?.text !== "." || (first?.text !== "join" && first?.text !== "reverse")) return undefined;
    const turned = first.text === "reverse";
    if (turned && second?.text !== ".") return undefined;
    this.at = place + (turned ? 6 : 2);
    if (this.tokens[this.at]?.text !== "join") return undefined;
    const glue = this.tokens[this.at + 2];
    this.at += glue?.kind === "string" ? 4 : 3;
    return { text: (turned ? texts.reverse() : texts).join(glue?.kind === "string" ? glue.text : ",").slice(0, MAX_JOINED), literals: 1 };
  }

  /** The usual turn-round and replacement after a value. */
  private methods(value: Value): Value {
    let current = value;
    for (let rounds = 0; rounds < 8 && this.sign(0) === "."; rounds++) {
      const call = this.tokens.slice(this.at + 1, this.at + 16).map((token) => (token.kind === "string" ? JSON.stringify(token.text) : token.text)).join("");
      const turned = /^split\(""\)\.reverse\(\)\.join\(""\)/.exec(call);
      if (turned) {
        this.at += 15;
        current = { ...current, text: reverse(current.text) };
        continue;
      }
      if (this.tokens[this.at + 1]?.text !== "replace" && this.tokens[this.at + 1]?.text !== "replaceAll") return current;
      const [from, comma, to] = [this.tokens[this.at + 3], this.tokens[this.at + 4], this.tokens[this.at + 5]];
      if (from?.kind !== "string" || comma?.text !== "," || to?.kind !== "string" || from.text === "") return current;
      this.at += 7;
      current = { ...current, text: current.text.replaceAll(from.text, () => to.text).slice(0, MAX_JOINED) };
    }
    return current;
  }

  private joined(left: Value | undefined, right: Value): Value {
    return { text: ((left?.text ?? "") + right.text).slice(0, MAX_JOINED), literals: (left?.literals ?? 0) + right.literals };
  }

  private sign(offset: number): string {
    const token = this.tokens[this.at + offset];
    return token?.kind === "sign" ? token.text : "";
  }
}

/** The strings an inline script holds or would put together, in order. Never runs anything; linear, never throws. */
export function stringsOf(script: string): string[] {
  const reader = new StringReader(scriptTokens(script));
  reader.run();
  return reader.values;
}
