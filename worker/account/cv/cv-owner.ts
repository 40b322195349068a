import { foldText } from "../../lib/fold-text";

/** Shorter words of a name stand in any text. */
const MIN_NAME_LENGTH = 3;
const keepLetters = (text: string): string => foldText(text).replace(/[^\p{L}]/gu, "");

/**
 * Whether a CV names its owner: some word of the name is in its text, which may be spaced out like "M A R T I N".
 * @param beginning of the CV's text, where the name stands
 */
export function namesOwner(beginning: string, name: string): boolean {
  const letters = keepLetters(beginning);
  const words = name
    .split(/[^\p{L}\p{M}]+/u)
    .map(keepLetters)
    .filter(({ length }) => length >= MIN_NAME_LENGTH);
  return words.length === 0 || words.some((word) => letters.includes(word));
}
