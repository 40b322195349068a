import type { Language } from "./field-schemas";

/** The cities offered in the search wizard, as the specification fixes them. */
export const SUGGESTED_CITIES = [
  "Paris (France)",
  "Lyon (France)",
  "Marseille (France)",
  "London (United Kingdom)",
  "Manchester (United Kingdom)",
  "Birmingham (United Kingdom)",
  "Berlin (Germany)",
  "Munich (Germany)",
  "Hamburg (Germany)",
] as const;
export type SuggestedCity = (typeof SUGGESTED_CITIES)[number];

/** How these cities are shown. */
export const SUGGESTED_CITY_NAMES: Record<SuggestedCity, { country: string; names: Record<Language, string> }> = {
  "Paris (France)": { country: "FR", names: { fr: "Paris", en: "Paris", de: "Paris" } },
  "Lyon (France)": { country: "FR", names: { fr: "Lyon", en: "Lyon", de: "Lyon" } },
  "Marseille (France)": { country: "FR", names: { fr: "Marseille", en: "Marseille", de: "Marseille" } },
  "London (United Kingdom)": { country: "GB", names: { fr: "Londres", en: "London", de: "London" } },
  "Manchester (United Kingdom)": { country: "GB", names: { fr: "Manchester", en: "Manchester", de: "Manchester" } },
  "Birmingham (United Kingdom)": { country: "GB", names: { fr: "Birmingham", en: "Birmingham", de: "Birmingham" } },
  "Berlin (Germany)": { country: "DE", names: { fr: "Berlin", en: "Berlin", de: "Berlin" } },
  "Munich (Germany)": { country: "DE", names: { fr: "Munich", en: "Munich", de: "München" } },
  "Hamburg (Germany)": { country: "DE", names: { fr: "Hambourg", en: "Hamburg", de: "Hamburg" } },
};
