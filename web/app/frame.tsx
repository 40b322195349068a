import type { ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation";
import "./frame.css";

/** Around the screens without a sidebar: they bring their own layout, the preferences float in the corner. */
export function Frame({ preferences, children }: { preferences: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="frame">
      <a className="skip-link" href="#main">{t(($) => $.common.skip)}</a>
      {children}
      {preferences}
    </div>
  );
}
