import { createInstance } from "i18next";
import { initReactI18next } from "react-i18next";
import type { Language } from "../../worker/contract/fields";
import { en } from "./en-texts";
import { fr } from "./fr-texts";
import { storedLanguage } from "./language";
import { typesetFrench } from "./typeset";

/** All texts of the app; what is outside React reads them here. */
export const texts = createInstance();

/** Starts the texts in the stored language and keeps `<html lang>` in step with it. */
export async function startTexts(): Promise<void> {
  texts.on("languageChanged", (language) => {
    document.documentElement.lang = language;
  });
  await texts.use(initReactI18next).init({
    lng: storedLanguage.read() ?? "fr",
    fallbackLng: "fr",
    resources: { fr: { translation: typesetFrench(fr) }, en: { translation: en } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}

/** Shows the app in another language and remembers it. */
export async function showLanguage(language: Language): Promise<void> {
  storedLanguage.write(language);
  await texts.changeLanguage(language);
}

/** Takes over the account's language when none was chosen on this device. */
export async function adoptLanguage(language: Language): Promise<void> {
  if (storedLanguage.read() === null) await showLanguage(language);
}
