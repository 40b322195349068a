import { useEffect } from "react";
import type { Language } from "../../../../worker/contract/field-schemas";
import { adoptLanguage, showLanguage } from "../../../i18n/i18n";
import { useSaveLanguage } from "./use-save-language";
import { useSession } from "./use-session";

/**
 * Shows the account's language where none was chosen on this device.
 * @returns changes the language on screen at once and saves it when signed in; a failure to save changes nothing there
 */
export function useSwitchLanguage(): (language: Language) => void {
  const session = useSession();
  const saveLanguage = useSaveLanguage();
  const accountLanguage = session === "unknown" ? undefined : session.user?.language;
  useEffect(() => {
    if (accountLanguage) adoptLanguage(accountLanguage).catch(reportError);
  }, [accountLanguage]);
  return (language) => {
    showLanguage(language).catch(reportError);
    if (accountLanguage) void saveLanguage(language);
  };
}
