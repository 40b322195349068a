import { useTranslation } from "react-i18next";
import "./skip-link.css";

/** Where a screen puts more of such links. */
export const SKIP_LINKS_ID = "skip-links";

/** The first focusable element: skips the navigation. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <div id={SKIP_LINKS_ID}>
      <a className="skip-link" href="#main">
        {t(($) => $.common.skip)}
      </a>
    </div>
  );
}
