import { useTranslation } from "react-i18next";
import { useContactLabel } from "./contact-label";
import { LegalFrame } from "./legal-frame";

const parts = [
  "who",
  "why",
  "kept",
  "log",
  "gmail",
  "others",
  "browser",
  "safety",
  "time",
  "companies",
  "rights",
] as const;

const GOOGLE_POLICY = "https://developers.google.com/terms/api-services-user-data-policy";

export function PrivacyPage() {
  const { t } = useTranslation();
  const contact = useContactLabel();
  const sections = parts.map((part) => ({
    title: t(($) => $.legal.privacy.sections[part].title),
    text: t(($) => $.legal.privacy.sections[part].text, { contact }),
    link: part === "gmail" ? { href: GOOGLE_POLICY, text: t(($) => $.legal.privacy.googlePolicy) } : undefined,
  }));
  return (
    <LegalFrame title={t(($) => $.legal.privacy.title)} lead={t(($) => $.legal.privacy.lead)} sections={sections}>
      <p>
        <a href="/objection">{t(($) => $.legal.privacy.companies)}</a>
      </p>
    </LegalFrame>
  );
}
