import { useTranslation } from "react-i18next";
import { useOperatorContact } from "./use-operator-contact";

export function LandingFooter() {
  const { t } = useTranslation();
  const contact = useOperatorContact();
  return (
    <footer className="landing-footer small">
      <nav aria-label={t(($) => $.landing.footer.label)} className="row">
        <a href="/privacy">{t(($) => $.landing.footer.privacy)}</a>
        <a href="/terms">{t(($) => $.landing.footer.terms)}</a>
        <a href="/objection">{t(($) => $.landing.footer.objection)}</a>
        <a href="/licences.txt">{t(($) => $.landing.footer.licences)}</a>
        {contact !== null && <a href={contact?.href}>{t(($) => $.landing.footer.contact)}</a>}
      </nav>
      <a className="soft" href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
        {t(($) => $.landing.footer.osm)}
      </a>
    </footer>
  );
}
