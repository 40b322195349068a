import { parseCompanyName } from "./company-name.ts";
import { tokenize, normalizeText } from "./tokenize.ts";

const SIZE = 4;

/** All runs of four words of a text, without the words of its company's name. */
function shingles(text: string, company: string): Set<string> {
  const { core } = parseCompanyName(company);
  const words = tokenize(normalizeText(text))
    .tokens.map(({ word }) => word)
    .filter((word) => !core.includes(word));
  return new Set(
    words.slice(0, Math.max(1, words.length - SIZE + 1)).map((_, at) => words.slice(at, at + SIZE).join(" ")),
  );
}

/** Similarity of two messages from 0 to 1, regardless of the company names. */
export function measureSimilarity(a: { text: string; company: string }, b: { text: string; company: string }): number {
  const [first, second] = [shingles(a.text, a.company), shingles(b.text, b.company)];
  let shared = 0;
  for (const each of first) if (second.has(each)) shared += 1;
  return shared / (first.size + second.size - shared);
}
