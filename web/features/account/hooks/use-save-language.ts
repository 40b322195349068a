import type { Language } from "../../../../worker/contract/field-schemas";
import { setLanguage } from "../api/account-requests";
import { useSettingsCache } from "./use-settings-cache";

/** Saves the language of the page to the account. */
export function useSaveLanguage(): (language: Language) => Promise<void> {
  const cacheSettings = useSettingsCache();
  return async (language) => {
    // Specified: the page changes even when saving fails; the next choice saves again.
    const answer = await setLanguage(language).catch(() => null);
    if (answer !== null) cacheSettings(answer);
  };
}
