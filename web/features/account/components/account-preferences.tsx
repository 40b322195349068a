import { type PreferenceVariant, Preferences as Shown } from "../../../ui/page/language-theme-switch";
import { useSwitchLanguage } from "../hooks/use-switch-language";

/** Language and theme switches that save the language to the account. */
export function AccountPreferences({ variant }: { variant: PreferenceVariant }) {
  return <Shown variant={variant} onLanguage={useSwitchLanguage()} />;
}
