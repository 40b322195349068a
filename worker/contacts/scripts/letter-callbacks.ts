import type { ScriptToken } from "./script-tokenizer";
import type { LetterTransform } from "./script-values";

/** A callback that makes letters of codes: "function (c) { return String.fromCharCode(c.charCodeAt(0) - 1) }". */
export function parseLetterCallback(tokens: readonly ScriptToken[], start: number, end: number): LetterTransform {
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
