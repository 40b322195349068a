import { useTranslation } from "react-i18next";
import { Language } from "../../worker/contract/fields";
import { IconButton } from "./button";
import "./preferences.css";

/** `navbar` sits in a bar; `floating` hovers in the corner of pages that have none. */
export type PreferenceVariant = "navbar" | "floating";

interface LanguageSwitchProps {
  language: Language;
  onChange: (language: Language) => void;
  variant?: PreferenceVariant;
}

export function LanguageSwitch({ language, onChange, variant = "navbar" }: LanguageSwitchProps) {
  const { t } = useTranslation();
  return (
    <div className={`language-switch ${variant}`} role="group" aria-label={t(($) => $.common.language.label)}>
      {Language.options.map((option) => (
        <button key={option} type="button" lang={option} aria-pressed={option === language} title={t(($) => $.common.language[option])} onClick={() => onChange(option)}>
          <span aria-hidden="true">{option.toUpperCase()}</span>
          <span className="visually-hidden">{t(($) => $.common.language[option])}</span>
        </button>
      ))}
    </div>
  );
}

export function ThemeToggle({ dark, onChange, variant = "navbar" }: { dark: boolean; onChange: (dark: boolean) => void; variant?: PreferenceVariant }) {
  const { t } = useTranslation();
  const label = dark ? t(($) => $.common.theme.light) : t(($) => $.common.theme.dark);
  return <IconButton className={`theme-toggle ${variant}`} icon={dark ? "sun" : "moon"} label={label} onClick={() => onChange(!dark)} />;
}
