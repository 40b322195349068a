import { z } from "zod";
import { CheckInput } from "../../worker/letter-check/input.ts";
import { WRITTEN_ON } from "./letter-cases.ts";
import { readNdjson } from "./ndjson.ts";

const Row = z.intersection(
  CheckInput,
  z.object({
    id: z.string(),
    lies: z.array(z.object({ replaces: z.string(), sentence: z.string(), kind: z.enum(["hard", "soft"]) })),
  }),
);

/** An honest letter with what its writer rests it on, and lies that each take the place of a sentence. */
interface LetterWithLies {
  id: string;
  honest: CheckInput;
  /** A hard lie is one that the CV denies, a soft one is what no source says. Each quotes what its sentence did. */
  lies: { kind: "hard" | "soft"; sentence: string; input: CheckInput }[];
}

/**
 * Whole letters and lies by authors who had not seen the check: "learned" by forty-six of them, which its weights and
 * rules were learned from, "unseen" by four others.
 */
export const LIE_SETS = { learned: "with-lies", unseen: "with-lies-unseen" } as const;

/** A letter with another sentence in the place of one, which quotes what that did. */
export const replaceSentence = (letter: CheckInput, replaces: string, sentence: string): CheckInput => ({
  ...letter,
  text: letter.text.replace(replaces, () => sentence),
  claims: letter.claims?.map((each) =>
    each.sentence.includes(replaces) || replaces.includes(each.sentence) ? { ...each, sentence } : each,
  ),
});

export const listLettersWithLies = (set: keyof typeof LIE_SETS): LetterWithLies[] =>
  readNdjson(`letters/${LIE_SETS[set]}.ndjson`, Row).map(({ id, lies, ...given }) => {
    const honest = { ...given, today: WRITTEN_ON };
    return {
      id,
      honest,
      lies: lies.map(({ replaces, sentence, kind }) => ({
        kind,
        sentence,
        input: replaceSentence(honest, replaces, sentence),
      })),
    };
  });
