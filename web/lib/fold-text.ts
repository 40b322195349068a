/** Nothing to take off; the browser compiles the pattern of marks for milliseconds when it is first used. */
const PLAIN_TEXT = /^[ -~]*$/u;

/** A text without accents and case, and with plain apostrophes, for comparing and searching. */
export const foldText = (text: string): string =>
  PLAIN_TEXT.test(text)
    ? text.toLowerCase()
    : text.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("\u2019", "'").toLowerCase();
