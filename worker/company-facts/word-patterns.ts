import words from "./data/words.json" with { type: "json" };

const YEAR = String.raw`(?:1[5-9]|20)\d\d`;
const NUMBER = String.raw`(?:(?!${YEAR}(?!\d))\d[\d .,']*|(?:${words.numbers.join("|")})(?![a-z]))`;

/**
 * One expression for a list of phrases of folded words. In a phrase `*` stands for the rest of a word, `~` for up to
 * three words, `#` for a number in figures or words, `@` for a year, `(a|b)` for either.
 */
export const compilePhrases = (phrases: readonly string[], from = "(?<![a-z0-9])"): RegExp =>
  new RegExp(`${from}(?:${phrases.map((phrase) => compilePhrase(phrase)).join("|")})(?![a-z0-9])`, "u");

const compilePhrase = (phrase: string): string =>
  phrase
    .replace(/[./?+]/gu, String.raw`\$&`)
    .replaceAll("(", "(?:")
    .replaceAll("*", "[a-z0-9-]*")
    .replaceAll(" ~ ", String.raw`(?:\s+\S+){0,3}?\s+`)
    .replaceAll(" ", String.raw`\s+`)
    .replaceAll("#", () => NUMBER)
    .replaceAll("@", () => YEAR);
