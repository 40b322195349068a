import { z } from "zod";
import type { CheckInput } from "../../worker/letter-check/input.ts";
import { listClaimedLetters } from "./claimed-letters.ts";
import { listWholeLetters } from "./letter-cases.ts";
import { listLettersWithLies, replaceSentence } from "./letter-lies.ts";
import { readNdjson } from "./ndjson.ts";

const KINDS = ["honest", "hard", "soft"] as const;
const sentences = z.array(z.string()).default([]);
const Row = z.object({
  /** Of the letter. */
  id: z.string(),
  author: z.string(),
  variants: z.array(z.object({ replaces: z.string(), honest: sentences, hard: sentences, soft: sentences })),
});

/** A sentence in the place of another one of a whole letter. */
interface LetterVariant {
  id: string;
  kind: (typeof KINDS)[number];
  sentence: string;
  /** A lie quotes what its sentence did; a letter with a true one has no claims. */
  input: CheckInput;
}

/**
 * What others wrote in the place of sentences of the letters that weights are learned from: true sentences in other
 * words, and lies; by authors who saw the letters and their sources, but not the check.
 */
export function listLetterVariants(): LetterVariant[] {
  const letters = new Map<string, CheckInput>([
    ...[...listClaimedLetters(), ...listWholeLetters()].map((letter) => [letter.id, letter] as const),
    ...listLettersWithLies("learned").map(({ id, honest }) => [id, honest] as const),
  ]);
  return readNdjson("letters/variants.ndjson", Row).flatMap(({ id, variants }) => {
    const letter = letters.get(id);
    if (!letter) throw new Error(`variants of an unknown letter: ${id}`);
    return variants.flatMap(({ replaces, ...written }) =>
      KINDS.flatMap((kind) =>
        written[kind].map((sentence) => ({
          id,
          kind,
          sentence,
          input: { ...replaceSentence(letter, replaces, sentence), ...(kind === "honest" && { claims: [] }) },
        })),
      ),
    );
  });
}
