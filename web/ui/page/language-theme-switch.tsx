import { useTranslation } from "react-i18next";
import type { Language } from "../../../worker/contract/field-schemas";
import { LANGUAGES } from "../../../worker/contract/limits";
import { useShownLanguage } from "../../i18n/use-language";
import { useTheme } from "../../lib/use-theme";
import { IconButton } from "../button/button";
import "./language-theme-switch.css";

/** `navbar` sits in a bar; `floating` is fixed in the corner of pages without one. */
export type PreferenceVariant = "navbar" | "floating";

interface PreferencesProps {
  variant: PreferenceVariant;
  onLanguage: (language: Language) => void;
}

/** Language and theme switches. */
export function Preferences({ variant, onLanguage }: PreferencesProps) {
  const { t } = useTranslation();
  const both = (
    <>
      <LanguageSwitch onChange={onLanguage} variant={variant} />
      <ThemeToggle variant={variant} />
    </>
  );
  // A bar already is a landmark; in the corner they need one of their own.
  return variant === "navbar" ? (
    <div className="row">{both}</div>
  ) : (
    <section className="floating-preferences" aria-label={t(($) => $.common.preferences)}>
      {both}
    </section>
  );
}

export function LanguageSwitch({
  onChange,
  variant,
}: {
  onChange: (language: Language) => void;
  variant: PreferenceVariant;
}) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  return (
    <div className={`language-switch ${variant}`} role="group" aria-label={t(($) => $.common.language.label)}>
      {LANGUAGES.map((option) => (
        <button
          key={option}
          type="button"
          lang={option}
          aria-pressed={option === language}
          title={t(($) => $.common.language[option])}
          onClick={() => onChange(option)}
        >
          <span aria-hidden="true">{option.toUpperCase()}</span>
          <span className="visually-hidden">{t(($) => $.common.language[option])}</span>
        </button>
      ))}
    </div>
  );
}

function ThemeToggle({ variant }: { variant: PreferenceVariant }) {
  const { t } = useTranslation();
  const [dark, chooseDark] = useTheme();
  const label = dark ? t(($) => $.common.theme.light) : t(($) => $.common.theme.dark);
  return (
    <IconButton
      className={`theme-toggle ${variant}`}
      icon={dark ? "sun" : "moon"}
      label={label}
      onClick={() => chooseDark(!dark)}
    />
  );
}
