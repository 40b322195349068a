/** A text without accents and case, and with plain apostrophes, for comparing and searching. */
export const foldText = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("\u2019", "'").toLowerCase();
