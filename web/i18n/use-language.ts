import { useTranslation } from "react-i18next";
import type { Language } from "../../worker/contract/field-schemas";
import { toLanguage } from "./i18n";

/** The language on screen; the component renders again when it changes. */
export const useShownLanguage = (): Language => toLanguage(useTranslation().i18n.language);
