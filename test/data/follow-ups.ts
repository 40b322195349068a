import { CheckInput } from "../../worker/letter-check/input.ts";
import followUps from "./letters/follow-ups.json" with { type: "json" };

type Language = keyof typeof followUps;

/** A follow-up of an application of 10 November 2026. */
export const toFollowUp = (text: string, language: Language, more: Partial<CheckInput> = {}): CheckInput => {
  const { cv, template, about, subject } = followUps[language];
  return CheckInput.parse({
    cv,
    template,
    company: {
      name: "Atelier Vasseur",
      website: "https://atelier-vasseur.example/",
      city: "Lyon",
      country: "FR",
      about,
    },
    others: [],
    candidate: { name: "Ana Martin", email: "ana@mail.example" },
    language,
    subject,
    text,
    followUp: { sentOn: ["2026-11-10"] },
    ...more,
  });
};

/** A follow-up with a sentence in it. */
export const writeFollowUp = (sentence: string, language: Language): string => {
  const { greeting, wish, closing } = followUps[language];
  return [greeting, `${sentence} ${wish}`, closing, "Ana Martin"].join("\n\n");
};

/** What a follow-up may say, and what it may not say unasked. */
export const FOLLOW_UPS = (["fr", "en", "de"] as const).map((language) => ({ language, ...followUps[language] }));
