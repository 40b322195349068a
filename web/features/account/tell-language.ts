import type { Language } from "../../../worker/contract/fields";
import { setLanguage } from "./api";
import { useSettingsCache } from "./settings-cache";

/** Tells the server the language of the page. */
export function useTellLanguage(): (language: Language) => Promise<void> {
  const keep = useSettingsCache();
  return async (language) => {
    // The spec wants the page to change even when the server does not know: the next choice tells it again.
    const answer = await setLanguage(language).catch(() => null);
    if (answer !== null) keep(answer);
  };
}
