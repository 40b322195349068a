import { useChooseLanguage } from "../features/account/use-choose-language";
import { type PreferenceVariant, Preferences as Shown } from "../ui/preferences";

/** Language and theme, for a bar or floating in the corner; the account is told of the language. */
export function Preferences({ variant }: { variant: PreferenceVariant }) {
  return <Shown variant={variant} onLanguage={useChooseLanguage()} />;
}
