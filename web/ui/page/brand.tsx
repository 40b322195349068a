import { useTranslation } from "react-i18next";
import "./brand.css";

/** The product's logo and name. */
export function Brand() {
  const { t } = useTranslation();
  return (
    <>
      <svg className="stamp" viewBox="0 0 24 28" aria-hidden="true" focusable="false">
        <rect className="stamp-paper" x="1.5" y="1.5" width="21" height="25" />
        <rect className="stamp-teeth" x="1.5" y="1.5" width="21" height="25" />
        <path className="stamp-letter" d="M6 9.5h12v9h-12zM6 10l6 4.8 6-4.8" />
      </svg>
      <span>{t(($) => $.common.product)}</span>
    </>
  );
}
