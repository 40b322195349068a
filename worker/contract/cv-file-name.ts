/** Letters that no decomposition turns into plain ones. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  Æ: "Ae",
  œ: "oe",
  Œ: "Oe",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
};

/**
 * Name of the attached CV, used by both sides: `CV-Ana-Martin.pdf`, only letters that every mail program and file
 * system accepts.
 */
export function toCvFileName(name: string): string {
  const clean = name
    .replace(/[ßæÆœŒøØłŁ]/gu, (letter) => PLAIN_LETTERS[letter] ?? "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/gu, "-")
    .replace(/^-+|-+$/gu, "")
    .slice(0, 60);
  return clean === "" ? "CV.pdf" : `CV-${clean}.pdf`;
}
