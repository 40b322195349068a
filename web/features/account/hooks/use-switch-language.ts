import type { Language } from "../../../../worker/contract/field-schemas";
import { showLanguage } from "../../../i18n/i18n";
import { useSaveLanguage } from "./use-save-language";
import { useSession } from "./use-session";

/** Changes the language on screen at once, and saves it when signed in. A failure to save changes nothing on screen. */
export function useSwitchLanguage(): (language: Language) => void {
  const session = useSession();
  const saveLanguage = useSaveLanguage();
  const signedIn = session !== "unknown" && session.user !== null;
  return (language) => {
    showLanguage(language).catch(reportError);
    if (signedIn) void saveLanguage(language);
  };
}
