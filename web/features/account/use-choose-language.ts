import type { Language } from "../../../worker/contract/fields";
import { showLanguage } from "../../i18n/i18n";
import { useSession } from "./session";
import { useTellLanguage } from "./tell-language";

/** The way to change the language: on screen at once, on the server when someone is signed in. A failure there changes nothing here. */
export function useChooseLanguage(): (language: Language) => void {
  const session = useSession();
  const tell = useTellLanguage();
  const signedIn = session !== "unknown" && session.user !== null;
  return (language) => {
    showLanguage(language).catch(reportError);
    if (signedIn) void tell(language);
  };
}
