import { parseCompanyName } from "./company-name.ts";
import { tokenize, normalizeText } from "./tokenize.ts";

const SIZE = 4;

/** Runs of four words of a text, its company's name left out. */
function shingles(text: string, company: string): Set<string> {
  const { core } = parseCompanyName(company);
  const words = tokenize(normalizeText(text))
    .tokens.map(({ word }) => word)
    .filter((word) => !core.includes(word));
  return new Set(
    words.slice(0, Math.max(1, words.length - SIZE + 1)).map((_, at) => words.slice(at, at + SIZE).join(" ")),
  );
}

/** How much two messages share, from 0 to 1, whatever the companies are called. */
export function measureSimilarity(a: { text: string; company: string }, b: { text: string; company: string }): number {
  const [first, second] = [shingles(a.text, a.company), shingles(b.text, b.company)];
  let shared = 0;
  for (const each of first) if (second.has(each)) shared += 1;
  return shared / (first.size + second.size - shared);
}
