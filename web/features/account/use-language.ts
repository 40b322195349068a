import type { Language } from "../../../worker/contract/fields";
import { showLanguage } from "../../i18n/i18n";
import { useShownLanguage } from "../../i18n/use-language";
import { useSession } from "./session";
import { useTellLanguage } from "./tell-language";

/** The language and the way to change it: on screen at once, on the server when someone is signed in. A failure there changes nothing here. */
export function useLanguage(): readonly [Language, (language: Language) => void] {
  const session = useSession();
  const tell = useTellLanguage();
  const signedIn = session !== "unknown" && session.user !== null;
  const choose = (language: Language) => {
    void showLanguage(language);
    if (signedIn) void tell(language);
  };
  return [useShownLanguage(), choose];
}
