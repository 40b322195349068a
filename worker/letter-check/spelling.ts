import { remember } from "./remember.ts";

/** Whether two folded words are one word in two languages: "kostum" and "costume", "phonetik" and "phonetique". */
export function isCognate(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 3) return false;
  const [first, second] = [root(a), root(b)];
  return first.length >= 5 && first === second;
}
const root = remember(20_000, (word) =>
  word
    .replace(/ph/gu, "f")
    .replace(/th/gu, "t")
    .replace(/qu|[kc]h?/gu, "c")
    .replace(/z/gu, "s")
    .replace(/y/gu, "i")
    .replace(/(.)\1/gu, "$1")
    .replace(/(?:e[nrs]?|es|s|ung|tion)$/u, ""),
);
