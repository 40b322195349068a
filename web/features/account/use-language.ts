import type { Language } from "../../../worker/contract/fields";
import { showLanguage } from "../../i18n/i18n";
import { useShownLanguage } from "../../i18n/use-language";
import { setLanguage } from "./api";
import { useSession } from "./session";
import { useSettingsCache } from "./settings-cache";

/** The language and the way to change it: on screen at once, on the server when someone is signed in. A failure there changes nothing here. */
export function useLanguage(): readonly [Language, (language: Language) => void] {
  const session = useSession();
  const keep = useSettingsCache();
  const signedIn = session !== "unknown" && session.user !== null;
  const choose = (language: Language) => {
    void showLanguage(language);
    // The spec wants the page to change even when the server does not know: the next choice tells it again.
    if (signedIn) void setLanguage(language).then(keep, () => undefined);
  };
  return [useShownLanguage(), choose];
}
