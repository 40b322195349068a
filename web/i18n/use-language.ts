import type { Language } from "../../worker/contract/fields";
import { useTranslation } from "./use-translation";

/** The language on screen; the component follows when it changes. */
export const useShownLanguage = (): Language => useTranslation().language;
