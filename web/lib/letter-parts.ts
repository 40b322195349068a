/** A piece of a letter: a sentence, by its place in the list of sentences, or what stands between two. */
export interface LetterPart {
  text: string;
  sentence: number | null;
}

const PARAGRAPH_END = /\n[^\S\n]*\n\s*/u;
const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

/** Where the words stand at or after a place, however they are spaced; null when they do not. */
function findWords(text: string, words: string, from: number): { start: number; end: number } | null {
  const wanted = words.trim();
  if (wanted === "") return null;
  const exact = text.indexOf(wanted, from);
  if (exact !== -1) return { start: exact, end: exact + wanted.length };
  const pattern = new RegExp(
    wanted
      .split(/\s+/u)
      .map(escapePattern)
      .join(String.raw`\s+`),
    "gu",
  );
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match && { start: match.index, end: match.index + match[0].length };
}

/**
 * Cuts a letter into paragraphs of sentences and what stands between them; joined, they are the letter. A sentence that
 * is not in the text, such as one that was edited since, is left out.
 */
export function toLetterParts(text: string, sentences: readonly { text: string }[]): LetterPart[][] {
  const paragraphs: LetterPart[][] = [[]];
  const add = (part: LetterPart) => void (part.text !== "" && paragraphs.at(-1)?.push(part));
  const addBetween = (between: string) => {
    let rest = between;
    for (let end = PARAGRAPH_END.exec(rest); end; end = PARAGRAPH_END.exec(rest)) {
      const [gap] = end;
      add({ text: rest.slice(0, end.index), sentence: null });
      add({ text: gap, sentence: null });
      paragraphs.push([]);
      rest = rest.slice(end.index + gap.length);
    }
    add({ text: rest, sentence: null });
  };
  let at = 0;
  for (const [sentence, { text: words }] of sentences.entries()) {
    const found = findWords(text, words, at);
    if (!found) continue;
    addBetween(text.slice(at, found.start));
    add({ text: text.slice(found.start, found.end), sentence });
    at = found.end;
  }
  addBetween(text.slice(at));
  return paragraphs.filter((parts) => parts.length > 0);
}

/** Where a sentence ends in a letter; null when it is not there. */
export const findSentenceEnd = (text: string, sentence: string): number | null =>
  findWords(text, sentence, 0)?.end ?? null;

/** The sentence that stands at a position of a letter, by its place in the list; null between two. */
export function findSentenceAt(text: string, sentences: readonly { text: string }[], position: number): number | null {
  let end = 0;
  for (const { text: words, sentence } of toLetterParts(text, sentences).flat()) {
    end += words.length;
    if (position < end || (position === end && sentence !== null)) return sentence;
  }
  return null;
}
