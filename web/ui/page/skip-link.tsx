import { useTranslation } from "react-i18next";
import "./skip-link.css";

/** The first thing the keyboard finds: past what is on every screen. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className="skip-link" href="#main">
      {t(($) => $.common.skip)}
    </a>
  );
}
