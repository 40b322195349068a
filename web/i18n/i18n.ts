import i18next, { type FormatterModule } from "i18next";
import { initReactI18next } from "react-i18next";
import type { Language } from "../../worker/contract/field-schemas";
import { LANGUAGES } from "../../worker/contract/limits";
import { storedLanguage } from "./stored-language";
import { formatCount, typesetFrench, typesetGerman } from "./typography";

/** Texts by key, as in the locale files. */
interface Texts {
  readonly [key: string]: string | Texts;
}

/** Texts are fetched in parts and in one language: `common` always, the others when a screen needs them. */
type Part =
  | "common"
  | "landing"
  | "legal"
  | "app"
  | "account"
  | "workspace"
  | "search"
  | "company"
  | "board"
  | "archive"
  | "numbers"
  | "followUps"
  | "inbox";

const FETCH_TEXTS: Record<Language, Record<Part, () => Promise<Texts>>> = {
  fr: {
    common: async () => ({ common: (await import("./locales/fr/common.json")).default }),
    landing: async () => ({ landing: (await import("./locales/fr/landing.json")).default }),
    legal: async () => ({ legal: (await import("./locales/fr/legal.json")).default }),
    app: async () => (await import("./locales/fr/app")).default,
    account: async () => ({ account: (await import("./locales/fr/account.json")).default }),
    workspace: async () => (await import("./locales/fr/workspace")).default,
    search: async () => ({ search: (await import("./locales/fr/search.json")).default }),
    company: async () => ({ company: (await import("./locales/fr/company.json")).default }),
    board: async () => ({ board: (await import("./locales/fr/board.json")).default }),
    archive: async () => ({ archive: (await import("./locales/fr/archive.json")).default }),
    numbers: async () => ({ numbers: (await import("./locales/fr/numbers.json")).default }),
    inbox: async () => ({ inbox: (await import("./locales/fr/inbox.json")).default }),
    followUps: async () => ({ followUps: (await import("./locales/fr/follow-ups.json")).default }),
  },
  en: {
    common: async () => ({ common: (await import("./locales/en/common.json")).default }),
    landing: async () => ({ landing: (await import("./locales/en/landing.json")).default }),
    legal: async () => ({ legal: (await import("./locales/en/legal.json")).default }),
    app: async () => (await import("./locales/en/app")).default,
    account: async () => ({ account: (await import("./locales/en/account.json")).default }),
    workspace: async () => (await import("./locales/en/workspace")).default,
    search: async () => ({ search: (await import("./locales/en/search.json")).default }),
    company: async () => ({ company: (await import("./locales/en/company.json")).default }),
    board: async () => ({ board: (await import("./locales/en/board.json")).default }),
    archive: async () => ({ archive: (await import("./locales/en/archive.json")).default }),
    numbers: async () => ({ numbers: (await import("./locales/en/numbers.json")).default }),
    inbox: async () => ({ inbox: (await import("./locales/en/inbox.json")).default }),
    followUps: async () => ({ followUps: (await import("./locales/en/follow-ups.json")).default }),
  },
  de: {
    common: async () => ({ common: (await import("./locales/de/common.json")).default }),
    landing: async () => ({ landing: (await import("./locales/de/landing.json")).default }),
    legal: async () => ({ legal: (await import("./locales/de/legal.json")).default }),
    app: async () => (await import("./locales/de/app")).default,
    account: async () => ({ account: (await import("./locales/de/account.json")).default }),
    workspace: async () => (await import("./locales/de/workspace")).default,
    search: async () => ({ search: (await import("./locales/de/search.json")).default }),
    company: async () => ({ company: (await import("./locales/de/company.json")).default }),
    board: async () => ({ board: (await import("./locales/de/board.json")).default }),
    archive: async () => ({ archive: (await import("./locales/de/archive.json")).default }),
    numbers: async () => ({ numbers: (await import("./locales/de/numbers.json")).default }),
    inbox: async () => ({ inbox: (await import("./locales/de/inbox.json")).default }),
    followUps: async () => ({ followUps: (await import("./locales/de/follow-ups.json")).default }),
  },
};

/** The language of an i18next code; the default for any other. */
export const toLanguage = (code: string | undefined): Language =>
  LANGUAGES.find((each) => each === code) ?? LANGUAGES[0];

/** Formats every number in a text, so that the locale files need no `{{count, number}}`. */
const numberFormatter: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, language) =>
    // i18next converts the returned value to text itself.
    typeof value === "number" ? formatCount(value, toLanguage(language)) : (value as string),
};

// Initialized synchronously and without texts: they are added before the first screen that uses them, so nothing
// suspends.
void i18next
  .use(initReactI18next)
  .use(numberFormatter)
  .init({
    initAsync: false,
    lng: LANGUAGES[0],
    fallbackLng: false,
    resources: {},
    // React escapes the texts it renders.
    interpolation: { escapeValue: false, alwaysFormat: true },
    react: { useSuspense: false },
  });

/** Puts unbreakable spaces into a text; the locale files hold plain ones. */
const TYPESET: Record<Language, (text: string) => string> = {
  fr: typesetFrench,
  en: (text) => text,
  de: typesetGerman,
};

function typesetTexts(texts: Texts, typeset: (text: string) => string): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === "string" ? typeset(text) : typesetTexts(text, typeset),
    ]),
  );
}

/** Parts that were shown before: screens ask for theirs one after the other, before the first rows. */
const typesetParts = new WeakMap<Texts, Texts>();

function typesetPart(part: Texts, typeset: (text: string) => string): Texts {
  const typesetBefore = typesetParts.get(part) ?? typesetTexts(part, typeset);
  typesetParts.set(part, typesetBefore);
  return typesetBefore;
}

/** Adds texts and switches to their language. */
export function showTexts(language: Language, texts: Texts): void {
  const shown = Object.entries(texts).map(([name, part]) => [
    name,
    typeof part === "string" ? TYPESET[language](part) : typesetPart(part, TYPESET[language]),
  ]);
  // Not merged in depth: each name is in one part only.
  i18next.addResourceBundle(language, "translation", Object.fromEntries(shown), false, true);
  // Synchronous without a backend.
  if (i18next.language !== language) void i18next.changeLanguage(language);
}

const needed = new Set<Part>(["common"]);
/** The latest request; it includes the parts of all requests before it. */
let arriving: Promise<void> = Promise.resolve();

/** Fetches all needed parts of a language, then shows them at once: no screen mixes two languages. */
async function fetchAndShow(language: Language): Promise<void> {
  let fetched: Texts[];
  do fetched = await Promise.all([...needed].map((part) => FETCH_TEXTS[language][part]()));
  // Another screen may have added a part during the fetch.
  while (fetched.length < needed.size);
  showTexts(
    language,
    fetched.reduce((all, part) => ({ ...all, ...part }), {}),
  );
  document.documentElement.lang = language;
}

/** Fetches the texts of these parts; awaited before a screen that uses them renders. */
export function needTexts(...parts: Part[]): Promise<void> {
  const added = parts.filter((part) => !needed.has(part));
  if (added.length === 0) return arriving;
  for (const part of added) needed.add(part);
  // Where none was chosen, theme.js has set the language of the page.
  const request = fetchAndShow(storedLanguage.read() ?? toLanguage(document.documentElement.lang));
  arriving = request;
  // Without a connection: screens that do not need these parts go on, and the next try fetches them again.
  request.catch(() => {
    for (const part of added) needed.delete(part);
    if (arriving === request) arriving = Promise.resolve();
  });
  return request;
}

/** Shows the app in another language and stores the choice. */
export async function showLanguage(language: Language): Promise<void> {
  await fetchAndShow(language);
  storedLanguage.write(language);
}

/** Uses the account's language when none was chosen on this device. */
export async function adoptLanguage(language: Language): Promise<void> {
  if (storedLanguage.read() === null) await showLanguage(language);
}
