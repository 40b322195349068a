import { WordIndex } from "../../lib/word-index";

/** Stands where a page of the CV begins. */
const PAGE_MARK = "\f";

/** Joins the texts of a CV's pages, an empty line between two, with a mark where each begins. */
export const joinPages = (pages: readonly string[]): string =>
  pages.reduce(
    (text, page) => `${text}${page !== "" && withoutPageMarks(text) !== "" ? "\n\n" : ""}${PAGE_MARK}${page}`,
    "",
  );

/** The text of a CV without the marks of its pages. */
export const withoutPageMarks = (text: string): string => text.replaceAll(PAGE_MARK, "");

/**
 * The page of a CV on which words of it stand, whatever their case, accents, punctuation and line breaks.
 * @param text as stored, with its page marks
 * @returns counted from 1; null when the words are not in it, or the text has no marks
 */
export const findCvPage = (text: string, quote: string): number | null => createCvPageFinder(text)(quote);

/** The same for many quotes: the text is read once. */
export function createCvPageFinder(text: string): (quote: string) => number | null {
  if (!text.includes(PAGE_MARK)) return () => null;
  const words = new WordIndex(text);
  return (quote) => {
    const [place] = words.findPhrase(quote);
    return place ? text.slice(0, words.toRange(place).at).split(PAGE_MARK).length - 1 : null;
  };
}
