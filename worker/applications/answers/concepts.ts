import listed from "./data/concepts.json" with { type: "json" };

// Words of three languages by what they mean, so that what is learned from one language holds in the others.

/** Words as they stand, "begin*" and "*end". */
const exact = new Map<string, string[]>();
const beginnings = new Map<string, { begin: string; concept: string }[]>();
const endings: { end: string; concept: string }[] = [];
/** Long enough to tell most words apart. */
const KEY_CHARS = 3;

for (const [concept, words] of Object.entries(listed))
  for (const word of words.split(" ")) {
    if (word.startsWith("*")) endings.push({ end: word.slice(1), concept });
    else if (word.endsWith("*")) {
      const begin = word.slice(0, -1);
      const key = begin.slice(0, KEY_CHARS);
      beginnings.set(key, [...(beginnings.get(key) ?? []), { begin, concept }]);
    } else exact.set(word, [...(exact.get(word) ?? []), concept]);
  }

/** What a folded word may mean. */
export function findConcepts(word: string): string[] {
  const found = [...(exact.get(word) ?? [])];
  for (const { begin, concept } of beginnings.get(word.slice(0, KEY_CHARS)) ?? [])
    if (word.startsWith(begin)) found.push(concept);
  for (const { end, concept } of endings) if (word.length > end.length + 1 && word.endsWith(end)) found.push(concept);
  return found;
}
