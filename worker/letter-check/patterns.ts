/** The source of a regular expression over several lines: line breaks and the spaces around them are left out. */
export const source = ({ raw }: TemplateStringsArray, ...parts: string[]): string =>
  String.raw({ raw: raw.map((text) => text.replace(/\s*\n\s*/gu, "")) }, ...parts);

/** Matches a word that begins with one of the patterns. */
export const wordStart = (patterns: readonly string[]): RegExp => new RegExp(`^(?:${patterns.join("|")})`, "u");
