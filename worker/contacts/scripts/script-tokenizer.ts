/** `text` is the unescaped content of a string or template, or the source of a regular expression. */
export type ScriptToken = { kind: "string" | "template" | "word" | "number" | "sign" | "regex"; text: string };

const MAX_TOKENS = 60_000;
const BEFORE_REGEX = new Set(["", "(", ",", "=", ":", "[", "!", "&", "|", "?", "{", "}", ";", "+", "return"]);

const isSpace = (code: number): boolean => code <= 32 || code === 160;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36 || code > 191;

/**
 * Splits a script into strings (escapes undone), words, numbers, regular expressions and signs; comments are skipped.
 * A hand-written loop reads every character once; with one pattern an unclosed quote could take quadratic time.
 */
export function tokenizeScript(script: string): ScriptToken[] {
  const tokens: ScriptToken[] = [];
  let at = 0;
  while (at < script.length && tokens.length < MAX_TOKENS) {
    const code = script.charCodeAt(at);
    if (isSpace(code)) at += 1;
    else if (isLetter(code)) {
      const start = at;
      do at += 1;
      while (at < script.length && (isLetter(script.charCodeAt(at)) || isDigit(script.charCodeAt(at))));
      tokens.push({ kind: "word", text: script.slice(start, at) });
    } else if (code === 34 || code === 39 || code === 96) {
      const end = findStringEnd(script, at, code);
      if (script.charCodeAt(end) === code)
        tokens.push({ kind: code === 96 ? "template" : "string", text: undoEscapes(script.slice(at + 1, end)) });
      at = end + 1;
    } else if (isDigit(code)) {
      const start = at;
      do at += 1;
      while (
        at < script.length &&
        (isLetter(script.charCodeAt(at)) || isDigit(script.charCodeAt(at)) || script.charCodeAt(at) === 46)
      );
      tokens.push({ kind: "number", text: script.slice(start, at) });
    } else if (code === 47 && (script[at + 1] === "/" || script[at + 1] === "*")) at = findCommentEnd(script, at);
    else if (code === 47 && BEFORE_REGEX.has(tokens.at(-1)?.text ?? "")) {
      const end = findRegexEnd(script, at);
      tokens.push(end > at + 1 ? { kind: "regex", text: script.slice(at + 1, end - 1) } : { kind: "sign", text: "/" });
      at = end;
    } else {
      tokens.push({ kind: "sign", text: script.charAt(at) });
      at += 1;
    }
  }
  return tokens;
}

/** Offset of the closing quote, the end of the line or the end of the script. */
function findStringEnd(script: string, start: number, quote: number): number {
  let at = start + 1;
  for (; at < script.length; at++) {
    const code = script.charCodeAt(at);
    if (code === quote || (code === 10 && quote !== 96)) return at;
    if (code === 92) at += 1;
  }
  return at;
}

function findCommentEnd(script: string, start: number): number {
  const close = script[start + 1] === "/" ? "\n" : "*/";
  const end = script.indexOf(close, start + 2);
  return end === -1 ? script.length : end + close.length;
}

/** Offset after the closing slash, or of the next character without one on the line. */
function findRegexEnd(script: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < Math.min(script.length, start + 300); at++) {
    const sign = script[at];
    if (sign === "\n") break;
    if (sign === "\\") at += 1;
    else if (sign === "[") inClass = true;
    else if (sign === "]") inClass = false;
    else if (sign === "/" && !inClass) return at + 1;
  }
  return start + 1;
}

function undoEscapes(quoted: string): string {
  if (!quoted.includes("\\")) return quoted;
  return quoted.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{0{0,4}([0-9a-f]{1,5})\}|([0-3][0-7]{2})|([\s\S]))/gi,
    (_, x?: string, u?: string, long?: string, octal?: string, sign?: string) => {
      const code = x ?? u ?? long;
      if (code) return String.fromCodePoint(Number.parseInt(code, 16));
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8));
      return sign === "n" || sign === "r" || sign === "t" ? " " : sign === "\n" ? "" : (sign ?? "");
    },
  );
}
