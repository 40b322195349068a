import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import "./frame.css";
import { Preferences } from "./preferences";

/** Around the screens without a sidebar: they bring their own layout, the preferences float in the corner. */
export function Frame() {
  const { t } = useTranslation();
  return (
    <div className="frame">
      <a className="skip-link" href="#main">{t(($) => $.common.skip)}</a>
      <Outlet />
      <Preferences variant="floating" />
    </div>
  );
}
