import { useLanguage } from "../features/account/use-language";
import { LanguageSwitch, type PreferenceVariant, ThemeToggle } from "../ui/preferences";
import { useTheme } from "./theme";

/** Language and theme, for a bar or floating in the corner. */
export function Preferences({ variant }: { variant: PreferenceVariant }) {
  const [language, chooseLanguage] = useLanguage();
  const [dark, chooseDark] = useTheme();
  return (
    <div className={variant === "floating" ? "floating-preferences" : "row"}>
      <LanguageSwitch language={language} onChange={chooseLanguage} variant={variant} />
      <ThemeToggle dark={dark} onChange={chooseDark} variant={variant} />
    </div>
  );
}
