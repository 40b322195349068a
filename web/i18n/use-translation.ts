import { useSyncExternalStore } from "react";
import { spokenNow, whenSpoken } from "./i18n";
import type { Spoken } from "./texts";

/** The texts in the language on screen; the component follows when it changes. */
export const useTranslation = (): Spoken => useSyncExternalStore(whenSpoken, spokenNow, spokenNow);
