import { foldText } from "../lib/fold-text";
import type { MessageAnswer } from "./message-answer";

/** Shorter words say little of what a sentence is about. */
const MIN_WORD_CHARS = 4;
/** Words are compared by their beginnings, so that an ending makes no difference. */
const STEM_CHARS = 5;
/** Shares of common words from which one sentence repeats another: of both together, or of the one left out. */
const SAME_RATIO = 0.6;
const CONTAINED_RATIO = 0.75;
/** A sentence is only found inside a longer one when it has this many words that say something. */
const MIN_CONTAINED_WORDS = 3;

interface SentenceWords {
  all: string;
  stems: Set<string>;
}

function toSentenceWords(text: string): SentenceWords {
  const words = foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const telling = words.filter((word) => word.length >= MIN_WORD_CHARS || /\d/u.test(word));
  return { all: words.join(" "), stems: new Set(telling.map((word) => word.slice(0, STEM_CHARS))) };
}

/** Whether a sentence says again, in much the same words, what another says. */
function repeats(sentence: SentenceWords, leftOut: SentenceWords): boolean {
  if (leftOut.all === "") return false;
  if (sentence.all === leftOut.all) return true;
  let shared = 0;
  for (const stem of leftOut.stems) if (sentence.stems.has(stem)) shared += 1;
  const size = leftOut.stems.size;
  return (
    (shared > 1 && (2 * shared) / (sentence.stems.size + size) >= SAME_RATIO) ||
    (size >= MIN_CONTAINED_WORDS && shared / size >= CONTAINED_RATIO)
  );
}

/** An answer without the sentences that repeat what was to be left out, and those sentences. */
export function removeLeftOut(
  answer: MessageAnswer,
  leftOut: readonly string[],
): { answer: MessageAnswer; removed: string[] } {
  const unwanted = leftOut.map(toSentenceWords);
  const removed: string[] = [];
  const paragraphs = answer.paragraphs.map((sentences) =>
    sentences.filter(({ text }) => {
      const words = toSentenceWords(text);
      const isUnwanted = unwanted.some((each) => repeats(words, each));
      if (isUnwanted) removed.push(text);
      return !isUnwanted;
    }),
  );
  return { answer: { subject: answer.subject, paragraphs }, removed };
}
