import { join } from "node:path";
import { z } from "zod";
import { SentenceClaims } from "../../worker/contract/field-schemas.ts";
import { CheckInput } from "../../worker/letter-check/input.ts";
import { WRITTEN_ON } from "./letter-cases.ts";
import { readNdjson } from "./ndjson.ts";

const Claims = SentenceClaims.shape.claims;
const Base = z.object({
  kind: z.literal("base"),
  id: z.string(),
  letter_language: z.enum(["fr", "en", "de"]),
  cv_language: z.enum(["fr", "en", "de"]),
  cv: z.string(),
  template: z.string(),
  company: CheckInput.shape.company,
  confirmed: z.array(z.string()),
  candidate: CheckInput.shape.candidate,
  subject: z.string(),
  /** With `{{S}}` where a sentence is put. */
  letter: z.string(),
  claims: z.array(SentenceClaims),
});
const Pair = z.object({
  kind: z.literal("pair"),
  id: z.string(),
  base: z.string(),
  class: z.string(),
  hard: z.boolean(),
  lie: z.string(),
  lie_claims: Claims,
  honest: z.string(),
  honest_claims: Claims,
  honest_cv: z.string().optional(),
  honest_company_about: z.string().optional(),
  honest_confirmed: z.array(z.string()).optional(),
});
const Row = z.discriminatedUnion("kind", [Base, Pair]);

/** A letter with its sources, what its writer would cite, and the sentence that is looked at. */
export interface PairedLetter {
  input: CheckInput;
  claims: SentenceClaims[];
  /** Empty for a letter as it was written. */
  sentence: string;
}

/** A lie and the nearest true sentence, each in its letter. */
export interface LetterPair {
  id: string;
  class: string;
  hard: boolean;
  lie: PairedLetter;
  honest: PairedLetter;
}

interface HonestLetter extends PairedLetter {
  /** The CV is in another language. */
  crossed: boolean;
}

type Base = z.output<typeof Base>;

function putSentence(
  base: Base,
  sentence: string,
  claims: z.output<typeof Claims>,
  sources?: Partial<Base>,
): PairedLetter {
  const { letter_language: language, letter, ...rest } = { ...base, ...sources };
  const text = sentence === "" ? letter.replace(/ ?\{\{S\}\}/u, "") : letter.replace("{{S}}", () => sentence);
  return {
    input: CheckInput.parse({ ...rest, language, text, claims: undefined, today: WRITTEN_ON }),
    claims: sentence === "" ? base.claims : [...base.claims, { sentence, claims }],
    sentence,
  };
}

/** "tuned": used to change the check. "unseen": measured in sums only, and not looked at while changing it. */
export type PairSet = "tuned" | "unseen";

/**
 * Honest letters, and lies to put into them, each with the nearest true sentence.
 * @param folder with files `pairs-letters.ndjson` and `pairs-<set>.ndjson`
 */
export function listLetterPairs(
  set: PairSet,
  folder = join(import.meta.dirname, "letters"),
): { pairs: LetterPair[]; letters: HonestLetter[] } {
  const rows = ["letters", set].flatMap((name) => readNdjson(join(folder, `pairs-${name}.ndjson`), Row));
  const bases = new Map(rows.flatMap((row) => (row.kind === "base" ? [[row.id, row] as const] : [])));
  return {
    letters: [...bases.values()].map((base) => ({
      ...putSentence(base, "", []),
      crossed: base.letter_language !== base.cv_language,
    })),
    pairs: rows.flatMap((row): LetterPair[] => {
      const base = row.kind === "pair" ? bases.get(row.base) : undefined;
      if (row.kind !== "pair" || !base) return [];
      return [
        {
          id: row.id,
          class: row.class,
          hard: row.hard,
          lie: putSentence(base, row.lie, row.lie_claims),
          honest: putSentence(base, row.honest, row.honest_claims, {
            cv: row.honest_cv ?? base.cv,
            confirmed: row.honest_confirmed ?? base.confirmed,
            company: { ...base.company, about: row.honest_company_about ?? base.company.about },
          }),
        },
      ];
    }),
  };
}
