import { useTranslation } from "react-i18next";
import type { Language } from "../../worker/contract/fields";

/** The language on screen; the component follows when it changes. */
export function useShownLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.language === "en" ? "en" : "fr";
}
