import type { Language } from "../../../../worker/contract/field-schemas";
import { setLanguage } from "../api/account-requests";
import { useSettingsCache } from "./use-settings-cache";

/** Tells the server the language of the page. */
export function useSaveLanguage(): (language: Language) => Promise<void> {
  const cacheSettings = useSettingsCache();
  return async (language) => {
    // The spec wants the page to change even when the server does not know: the next choice tells it again.
    const answer = await setLanguage(language).catch(() => null);
    if (answer !== null) cacheSettings(answer);
  };
}
