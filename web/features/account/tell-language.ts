import { useQueryClient } from "@tanstack/react-query";
import type { Language } from "../../../worker/contract/fields";
import { translate } from "../../../worker/contract/search";
import { keyOf } from "../../lib/query-client";
import { setLanguage } from "./api";
import { useSettingsCache } from "./settings-cache";

/** Tells the server the language of the page. The names of categories, which come in the account's language, are then asked for again. */
export function useTellLanguage(): (language: Language) => Promise<void> {
  const client = useQueryClient();
  const keep = useSettingsCache();
  return async (language) => {
    // The spec wants the page to change even when the server does not know: the next choice tells it again.
    const answer = await setLanguage(language).catch(() => null);
    if (answer === null) return;
    keep(answer);
    await client.invalidateQueries({ queryKey: keyOf(translate) });
  };
}
