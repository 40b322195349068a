import type { Language } from "../../worker/contract/fields";
import { storedLanguage } from "./language";
import { arrange, type Spoken, speak, type Texts } from "./texts";

/** Texts are fetched in parts, in one language: `common` always, the others when a screen needs them. */
type Part = "common" | "landing" | "legal" | "app";
type Fetched = Promise<{ default: Parameters<typeof arrange>[0] }>;
const files: Record<Language, Record<Part, () => Fetched>> = {
  fr: {
    common: () => import("./fr/common"),
    landing: () => import("./fr/landing"),
    legal: () => import("./fr/legal"),
    app: () => import("./fr/app"),
  },
  en: {
    common: () => import("./en/common"),
    landing: () => import("./en/landing"),
    legal: () => import("./en/legal"),
    app: () => import("./en/app"),
  },
};

const needed = new Set<Part>(["common"]);
/** What was asked for last; it brings all that was asked for before. */
let arriving: Promise<void> = Promise.resolve();
const listeners = new Set<() => void>();
let spoken = speak("fr", {} as Texts);

/** What is on screen; what is outside React reads its texts here. */
export const spokenNow = (): Spoken => spoken;
export function whenSpoken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Speaks this language from now on, with these texts. */
export function say(language: Language, texts: Texts): void {
  spoken = speak(language, texts);
  for (const listener of listeners) listener();
}

/** Fetches what is needed of a language, then shows it: a language is never half there. */
async function fetchAndSay(language: Language): Promise<void> {
  let fetched: Awaited<Fetched>[];
  do fetched = await Promise.all([...needed].map((part) => files[language][part]()));
  // Another screen may have asked for more meanwhile.
  while (fetched.length < needed.size);
  say(language, Object.assign({}, ...fetched.map((part) => arrange(part.default, language))) as Texts);
  document.documentElement.lang = language;
}

/** Has the texts of these parts, before a screen that uses them is drawn. */
export function needTexts(...parts: Part[]): Promise<void> {
  const before = needed.size;
  for (const part of parts) needed.add(part);
  if (needed.size > before) arriving = fetchAndSay(storedLanguage.read() ?? "fr");
  return arriving;
}

/** Shows the app in another language and remembers it. */
export async function showLanguage(language: Language): Promise<void> {
  await fetchAndSay(language);
  storedLanguage.write(language);
}

/** Takes over the account's language when none was chosen on this device. */
export async function adoptLanguage(language: Language): Promise<void> {
  if (storedLanguage.read() === null) await showLanguage(language);
}
