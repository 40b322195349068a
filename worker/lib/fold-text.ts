/**
 * Lower case, accents removed, ligatures and ß spelled out: "Œuvre" is "oeuvre", "Straße" is "strasse", "Müller" is
 * "muller".
 * Folded names are stored as keys (directory/place-keys.ts): a change here needs a new build of the directory.
 */
export function foldText(text: string): string {
  // Most texts are plain ASCII, and normalizing takes eight times as long.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replaceAll("ø", "o");
}
