import texts from "../../data/sandbox/phrases.json" with { type: "json" };
import type { Language } from "../osm/cities";

export interface LetterParts {
  name: string;
  city: string;
  sector: string;
  about: string;
  cvLine: string;
  candidate: string;
  template: string;
}

/** Fills the places of a text: `{name}`. */
const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? "");

const createPhrases = (text: (typeof texts)[Language]) => ({
  missing: (what: string) => fill(text.missing, { what }),
  subject: ({ name, candidate }: LetterParts) => fill(text.subject, { name, candidate }),
  greeting: text.greeting,
  opening: ({ name, city, sector }: LetterParts) =>
    fill(text.opening, { name, city, sector: sector && ` (${sector})` }),
  about: (sentence: string) => fill(text.about, { sentence }),
  cv: (line: string) => fill(text.cv, { line }),
  template: (sentence: string) => fill(text.template, { sentence }),
  middle: ({ name }: LetterParts) => fill(text.middle, { name }),
  ending: ({ city }: LetterParts) => fill(text.ending, { city }),
  closing: text.closing,
  general: ({ cvLine, template }: Pick<LetterParts, "cvLine" | "template">) => [
    template || text.templateWish,
    ...(cvLine ? [fill(text.templateBackground, { cvLine })] : []),
    text.templateEnd,
  ],
});

/** The sentences of the sandbox's LLM. Everything particular comes from the prompt. */
export const phrases = {
  fr: createPhrases(texts.fr),
  en: createPhrases(texts.en),
  de: createPhrases(texts.de),
};
