import { type PreferenceVariant, Preferences as Shown } from "../../../ui/page/language-theme-switch";
import { useSwitchLanguage } from "../hooks/use-switch-language";

/** Language and theme, for a bar or floating in the corner; the account is told of the language. */
export function AccountPreferences({ variant }: { variant: PreferenceVariant }) {
  return <Shown variant={variant} onLanguage={useSwitchLanguage()} />;
}
