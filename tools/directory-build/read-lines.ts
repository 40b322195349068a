/** Longest line in characters: a file without line breaks must not fill the memory. */
const MAX_LINE_LENGTH = 64 * 1024;

/**
 * Splits a stream of text into lines, numbered from 1. A line that is too long has the text null.
 * Empty lines are counted and skipped.
 */
export async function* readLines(
  chunks: AsyncIterable<string>,
): AsyncGenerator<{ number: number; text: string | null }> {
  let number = 1;
  let rest: string | null = "";
  for await (const chunk of chunks) {
    const parts = chunk.split("\n");
    for (const [i, part] of parts.entries()) {
      if (i > 0) {
        if (rest === null || rest.trim() !== "") yield { number, text: rest };
        number += 1;
        rest = "";
      }
      rest = rest === null || rest.length + part.length > MAX_LINE_LENGTH ? null : rest + part;
    }
  }
  if (rest === null || rest.trim() !== "") yield { number, text: rest };
}
