import { z } from "zod";
import { CheckInput } from "../../worker/letter-check/input.ts";
import { WRITTEN_ON } from "./letter-cases.ts";
import { readNdjson } from "./ndjson.ts";

const Row = z.object({
  id: z.string(),
  language: z.enum(["fr", "en", "de"]),
  name: z.string(),
  cv: z.string(),
  template: z.string(),
  about: z.string(),
  true: z.array(z.string()),
  hard: z.array(z.string()),
  soft: z.array(z.string()),
});

/** What stands around a sentence. */
const FRAMES: Record<"fr" | "en" | "de", { subject: string; greeting: string; opening: string; closing: string }> = {
  fr: {
    subject: "Candidature",
    greeting: "Madame, Monsieur,",
    opening: "Je vous propose ma candidature et serais ravi de rejoindre l’équipe de Quellmark.",
    closing: "Cordialement,",
  },
  en: {
    subject: "Application",
    greeting: "Dear Sir or Madam,",
    opening: "I would like to apply for a position and would be glad to join your team at Quellmark.",
    closing: "Yours faithfully,",
  },
  de: {
    subject: "Bewerbung",
    greeting: "Sehr geehrte Damen und Herren,",
    opening: "hiermit bewerbe ich mich und würde mich freuen, in Ihrem Team bei Quellmark mitzuarbeiten.",
    closing: "Mit freundlichen Grüßen",
  },
};

/** A sentence in a letter that says nothing else of its writer. */
interface SentenceCase {
  /** Of its CV. */
  id: string;
  /** A hard lie is one that the CV denies, a soft one is what no source says. */
  kind: "true" | "hard" | "soft";
  sentence: string;
  input: CheckInput;
}

/**
 * Sentences that are true by a CV, and lies close to it, by authors who had not seen the check: "learned" for 165 CVs
 * by seven of them, which rules and weights were learned from, "unseen" for 36 by two others.
 */
export const SENTENCE_SETS = { learned: "sentences", unseen: "sentences-unseen" } as const;

export const listSentenceCases = (set: keyof typeof SENTENCE_SETS): SentenceCase[] =>
  readNdjson(`letters/${SENTENCE_SETS[set]}.ndjson`, Row).flatMap(
    ({ id, language, name, cv, template, about, ...said }) => {
      const { subject, greeting, opening, closing } = FRAMES[language];
      const toCase = (kind: SentenceCase["kind"]) => (sentence: string) => ({
        id,
        kind,
        sentence,
        input: CheckInput.parse({
          cv,
          template,
          company: { name: "Quellmark", city: "Vannes", country: "FR", about },
          candidate: { name },
          language,
          subject,
          today: WRITTEN_ON,
          text: [greeting, opening, sentence, closing, name].join("\n\n"),
        }),
      });
      return (["true", "hard", "soft"] as const).flatMap((kind) => said[kind].map(toCase(kind)));
    },
  );
