import i18next, { type FormatterModule } from "i18next";
import { initReactI18next } from "react-i18next";
import type { Language } from "../../worker/contract/field-schemas";
import { LANGUAGES } from "../../worker/contract/limits";
import { storedLanguage } from "./stored-language";
import { formatCount, typesetFrench } from "./typography";

/** Texts by their keys, as in the locale files. */
interface Texts {
  readonly [key: string]: string | Texts;
}

/** Texts are fetched in parts, in one language: `common` always, the others when a screen needs them. */
type Part = "common" | "landing" | "legal" | "app";

const FETCH_TEXTS: Record<Language, Record<Part, () => Promise<Texts>>> = {
  fr: {
    common: async () => ({ common: (await import("./locales/fr/common.json")).default }),
    landing: async () => ({ landing: (await import("./locales/fr/landing.json")).default }),
    legal: async () => ({ legal: (await import("./locales/fr/legal.json")).default }),
    app: async () => (await import("./locales/fr/app")).default,
  },
  en: {
    common: async () => ({ common: (await import("./locales/en/common.json")).default }),
    landing: async () => ({ landing: (await import("./locales/en/landing.json")).default }),
    legal: async () => ({ legal: (await import("./locales/en/legal.json")).default }),
    app: async () => (await import("./locales/en/app")).default,
  },
};

/** The language that i18next names by this code. */
export const toLanguage = (code: string | undefined): Language =>
  LANGUAGES.find((each) => each === code) ?? LANGUAGES[0];

/** Writes every number in a text as the language writes it; the locale files need no `{{count, number}}`. */
const numberFormatter: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, language) =>
    // i18next takes whatever is returned here for a text, and makes one of it.
    typeof value === "number" ? formatCount(value, toLanguage(language)) : (value as string),
};

// Set up at once and without texts: they are added before the first screen that uses them, so nothing suspends.
void i18next
  .use(initReactI18next)
  .use(numberFormatter)
  .init({
    initAsync: false,
    lng: LANGUAGES[0],
    fallbackLng: false,
    resources: {},
    // React escapes what it draws.
    interpolation: { escapeValue: false, alwaysFormat: true },
    react: { useSuspense: false },
  });

/** French texts with their unbreakable spaces. */
function typesetTexts(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === "string" ? typesetFrench(text) : typesetTexts(text),
    ]),
  );
}

/** Adds these texts and shows their language from now on. */
export function showTexts(language: Language, texts: Texts): void {
  i18next.addResourceBundle(language, "translation", language === "fr" ? typesetTexts(texts) : texts, true, true);
  // Without a backend this is done when it returns.
  if (i18next.language !== language) void i18next.changeLanguage(language);
}

const needed = new Set<Part>(["common"]);
/** What was asked for last; it brings all that was asked for before. */
let arriving: Promise<void> = Promise.resolve();

/** Fetches what is needed of a language, then shows it: a language is never half there. */
async function fetchAndShow(language: Language): Promise<void> {
  let fetched: Texts[];
  do fetched = await Promise.all([...needed].map((part) => FETCH_TEXTS[language][part]()));
  // Another screen may have asked for more meanwhile.
  while (fetched.length < needed.size);
  showTexts(
    language,
    fetched.reduce((all, part) => ({ ...all, ...part }), {}),
  );
  document.documentElement.lang = language;
}

/** Has the texts of these parts, before a screen that uses them is drawn. */
export function needTexts(...parts: Part[]): Promise<void> {
  const before = needed.size;
  for (const part of parts) needed.add(part);
  if (needed.size > before) arriving = fetchAndShow(storedLanguage.read() ?? LANGUAGES[0]);
  return arriving;
}

/** Shows the app in another language and remembers it. */
export async function showLanguage(language: Language): Promise<void> {
  await fetchAndShow(language);
  storedLanguage.write(language);
}

/** Takes over the account's language when none was chosen on this device. */
export async function adoptLanguage(language: Language): Promise<void> {
  if (storedLanguage.read() === null) await showLanguage(language);
}
