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
  false: z.array(z.string()),
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
  isTrue: boolean;
  sentence: string;
  input: CheckInput;
}

/**
 * Sentences that are true by a CV, and hard lies close to it: five of each for 75 CVs, by three authors who had not seen
 * the check. Learned from since.
 */
export const listSentenceCases = (): SentenceCase[] =>
  readNdjson("letters/sentences.ndjson", Row).flatMap(({ language, name, cv, template, about, ...said }) => {
    const { subject, greeting, opening, closing } = FRAMES[language];
    const toCase = (isTrue: boolean) => (sentence: string) => ({
      isTrue,
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
    return [...said.true.map(toCase(true)), ...said.false.map(toCase(false))];
  });
