export type ScriptToken = { kind: "string" | "word" | "number" | "sign"; text: string };

const MAX_TOKENS = 60_000;
const WORD = /[A-Za-z_$][\w$]*/y;
const NUMBER = /\d[\w.]*/y;
const BEFORE_REGEX = new Set(["", "(", ",", "=", ":", "[", "!", "&", "|", "?", "{", "}", ";", "+", "return"]);

/**
 * Splits a script into strings (escapes undone), words, numbers and signs; comments and regular expressions are skipped.
 * By hand and not by one pattern: every character is looked at once, so an unclosed quote or comment costs nothing.
 */
export function scriptTokens(script: string): ScriptToken[] {
  const tokens: ScriptToken[] = [];
  let at = 0;
  while (at < script.length && tokens.length < MAX_TOKENS) {
    const sign = script[at] ?? "";
    if (/\s/.test(sign)) at += 1;
    else if (sign === '"' || sign === "'" || sign === "`") {
      const end = stringEnd(script, at, sign);
      if (script[end] === sign) tokens.push({ kind: "string", text: unescape(script.slice(at + 1, end)) });
      at = end + 1;
    } else if (sign === "/" && (script[at + 1] === "/" || script[at + 1] === "*")) at = commentEnd(script, at);
    else if (sign === "/" && BEFORE_REGEX.has(tokens.at(-1)?.text ?? "")) at = regexEnd(script, at);
    else {
      const word = match(WORD, script, at);
      const text = word ?? match(NUMBER, script, at) ?? sign;
      tokens.push({ kind: word ? "word" : /\d/.test(sign) ? "number" : "sign", text });
      at += text.length;
    }
  }
  return tokens;
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** The place of the closing quote, of the line's end, or the script's end. */
function stringEnd(script: string, start: number, quote: string): number {
  let at = start + 1;
  for (; at < script.length; at++) {
    const sign = script[at];
    if (sign === quote || (sign === "\n" && quote !== "`")) return at;
    if (sign === "\\") at += 1;
  }
  return at;
}

function commentEnd(script: string, start: number): number {
  const close = script[start + 1] === "/" ? "\n" : "*/";
  const end = script.indexOf(close, start + 2);
  return end === -1 ? script.length : end + close.length;
}

/** After a regular expression's closing slash, or one character on when none closes it on its line. */
function regexEnd(script: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < Math.min(script.length, start + 500); at++) {
    const sign = script[at];
    if (sign === "\n") break;
    if (sign === "\\") at += 1;
    else if (sign === "[") inClass = true;
    else if (sign === "]") inClass = false;
    else if (sign === "/" && !inClass) return at + 1;
  }
  return start + 1;
}

function unescape(quoted: string): string {
  if (!quoted.includes("\\")) return quoted;
  return quoted.replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{0{0,4}([0-9a-f]{1,5})\}|([\s\S]))/gi, (_, x?: string, u?: string, long?: string, sign?: string) => {
    const code = x ?? u ?? long;
    if (code) return String.fromCodePoint(Number.parseInt(code, 16));
    return sign === "n" || sign === "r" || sign === "t" ? " " : sign === "\n" ? "" : (sign ?? "");
  });
}
