import type { Language } from "../../../../worker/contract/field-schemas";
import { showLanguage } from "../../../i18n/i18n";
import { useSaveLanguage } from "./use-save-language";
import { useSession } from "./use-session";

/** The way to change the language: on screen at once, on the server when someone is signed in. A failure there changes nothing here. */
export function useSwitchLanguage(): (language: Language) => void {
  const session = useSession();
  const saveLanguage = useSaveLanguage();
  const signedIn = session !== "unknown" && session.user !== null;
  return (language) => {
    showLanguage(language).catch(reportError);
    if (signedIn) void saveLanguage(language);
  };
}
