import { useTranslation } from "react-i18next";
import "./skip-link.css";

/** The first focusable element: skips the navigation. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className="skip-link" href="#main">
      {t(($) => $.common.skip)}
    </a>
  );
}
