import words from "./data/number-words.json" with { type: "json" };
import { remember } from "./remember.ts";
import type { Token } from "./tokenize.ts";

const small: Record<string, number> = words.small;
/** What a word multiplies the number before it by. */
export const scales: Record<string, number> = words.scales;

const GERMAN_ONES = "ein|zwei|drei|vier|funf|sechs|sieben|acht|neun";
const GERMAN_TENS = "zwanzig|dreissig|vierzig|funfzig|sechzig|siebzig|achtzig|neunzig";
const germanCompound = new RegExp(`^(${GERMAN_ONES})und(${GERMAN_TENS})$`, "u");
/** "fuenfundzwanzig", "zweihundertfünfzig", folded; null when it is no German number. */
const german = remember(20_000, (word): number | null => {
  const known = small[word] ?? ((scales[word] ?? 0) >= 1e6 ? undefined : scales[word]);
  if (known !== undefined) return known;
  if (word.length > 45 || !(word.includes("und") || word.includes("hundert") || word.includes("tausend"))) return null;
  const thousands = /^(.*)tausend(?:und)?(.*)$/u.exec(word);
  if (thousands) return sum(thousands[1] ?? "", 1000, thousands[2] ?? "");
  const hundreds = /^(.*)hundert(?:und)?(.*)$/u.exec(word);
  if (hundreds) return sum(hundreds[1] ?? "", 100, hundreds[2] ?? "");
  const joined = germanCompound.exec(word);
  return joined ? (small[joined[1] ?? ""] ?? 0) + (small[joined[2] ?? ""] ?? 0) : null;
});
function sum(front: string, scale: number, rest: string): number | null {
  const many = front === "" ? 1 : german(front);
  const more = rest === "" ? 0 : german(rest);
  return many === null || more === null ? null : many * scale + more;
}

/** "vingt et un", "two hundred and fifty": the number continues after the conjunction. */
function joins(word: string, next: string, current: number, inside: boolean): boolean {
  if (!inside) return false;
  if (word === "et") return current >= 20 && current % 10 === 0 && /^(une?|onze)$/u.test(next);
  return word === "and" && current >= 100 && current % 100 === 0 && small[next] !== undefined;
}

const DOZEN = 12;

/**
 * The number that begins at a token of a text.
 * @returns its value and its length in tokens; null when none begins there
 */
export function numberAt(tokens: Token[], from: number, text: string): { value: number; length: number } | null {
  const first = tokens[from]?.word ?? "";
  if (small[first] === undefined && scales[first] === undefined) {
    const compound = german(first);
    return compound === null ? null : { value: compound, length: 1 };
  }
  let total = 0;
  let current = 0;
  let at = from;
  for (; at < tokens.length; at += 1) {
    // "thirty. Four" are two numbers.
    if (at > from && !/^[ -]$/u.test(text.slice(tokens[at - 1]?.end, tokens[at]?.at))) break;
    const word = tokens[at]?.word ?? "";
    const next = tokens[at + 1]?.word ?? "";
    // "Twenty two- and three-year-olds"
    if (at > from && /^-\s/u.test(text.slice(tokens[at]?.end))) break;
    const value = small[word];
    const scale = scales[word];
    if (value !== undefined) {
      // "quatre-vingt-dix", "soixante-douze", "twenty-five": a smaller number continues; "deux trois" are two.
      if (word.startsWith("vingt") && current % 100 === 4) current += 76;
      else if (
        current === 0 ||
        (current % 10 === 0 && value < (current % 100 === 60 || current % 100 === 80 ? 20 : 10)) ||
        current % 100 === 0
      )
        current += value;
      // "drei Dutzend"
      else if (value === DOZEN && current < DOZEN) current *= DOZEN;
      else break;
    } else if (scale !== undefined && (at > from || scale === 100 || scale === 1000)) {
      if (scale === 100) current = (current || 1) * 100;
      else {
        total += (current || 1) * scale;
        current = 0;
      }
    } else if (joins(word, next, current, at > from)) continue;
    else break;
  }
  return at > from ? { value: total + current, length: at - from } : null;
}

/** "zweijährige", "zehnmonatig", "achtköpfig", folded: the number, and what it counts. */
export function germanAdjective(word: string): { value: number; unit: string } | null {
  if (!/ig|fach|mal/u.test(word)) return null;
  const match = /^(.+?)(jahrig|monatig|wochig|kopfig|fach|stellig|mal)(?:e[nmrs]?|s)?$/u.exec(word);
  if (!match) return null;
  const value = /^\d+$/u.test(match[1] ?? "") ? Number(match[1]) : german(match[1] ?? "");
  return value === null ? null : { value, unit: match[2] ?? "" };
}
