import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { contactAddress } from "./contact";

export function LandingFooter() {
  const { t } = useTranslation();
  return (
    <footer className="landing-footer small">
      <nav aria-label={t(($) => $.landing.footer.label)} className="row">
        <Link to="/privacy">{t(($) => $.landing.footer.privacy)}</Link>
        <Link to="/terms">{t(($) => $.landing.footer.terms)}</Link>
        <Link to="/objection">{t(($) => $.landing.footer.objection)}</Link>
        <a href="/licences.txt">{t(($) => $.landing.footer.licences)}</a>
        <a href={`mailto:${contactAddress()}`}>{t(($) => $.landing.footer.contact)}</a>
      </nav>
      <a className="soft" href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">{t(($) => $.landing.footer.osm)}</a>
    </footer>
  );
}
