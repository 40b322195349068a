import type { Letter } from "./letter";

/** Composes the letter as a tagged PDF. The same letter of the same day has the same bytes. @param day YYYY-MM-DD */
export async function composeLetterPdf(letter: Letter, day: string): Promise<Uint8Array> {
  // Loaded by the first letter only: library and fonts are a third of a megabyte that other requests do not read.
  const { writeLetterPdf } = await import("./write-letter-pdf");
  return writeLetterPdf(letter, day);
}
