import texts from "./data/follow-up.json" with { type: "json" };
import type { LetterLanguage } from "./input.ts";

const DATE_LOCALES: Record<LetterLanguage, string> = { fr: "fr-FR", en: "en-GB", de: "de-DE" };

/** "10 novembre 2026". @param day YYYY-MM-DD */
const formatSentDay = (day: string, language: LetterLanguage): string => {
  const date = new Date(`${day}T00:00:00Z`).toLocaleDateString(DATE_LOCALES[language], {
    timeZone: "UTC",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  return language === "fr" ? date.replace(/^1 /u, "1er ") : date;
};

/** Sentences that say what was sent to a company before: a follow-up may rest on them. */
export const describeSent = (sentOn: readonly string[], company: string, language: LetterLanguage): string[] =>
  sentOn.map((day, at) =>
    (at === 0 ? texts.sent.application : texts.sent.followUp)[language]
      .replace("{company}", company)
      .replace("{date}", formatSentDay(day, language)),
  );
