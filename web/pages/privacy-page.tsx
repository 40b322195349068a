import { useTranslation } from "react-i18next";
import { useOperatorContactLabel } from "../features/landing/use-operator-contact";
import { LegalLayout } from "../layouts/legal-layout";

const sectionNames = [
  "who",
  "why",
  "kept",
  "log",
  "gmail",
  "answers",
  "others",
  "browser",
  "safety",
  "time",
  "companies",
  "rights",
] as const;

const GOOGLE_POLICY_URL = "https://developers.google.com/terms/api-services-user-data-policy";

export function PrivacyPage() {
  const { t } = useTranslation();
  const contact = useOperatorContactLabel();
  const sections = sectionNames.map((part) => ({
    title: t(($) => $.legal.privacy.sections[part].title),
    text: t(($) => $.legal.privacy.sections[part].text, { contact }),
    link: part === "gmail" ? { href: GOOGLE_POLICY_URL, text: t(($) => $.legal.privacy.googlePolicy) } : undefined,
  }));
  return (
    <LegalLayout title={t(($) => $.legal.privacy.title)} lead={t(($) => $.legal.privacy.lead)} sections={sections}>
      <p>
        <a href="/objection">{t(($) => $.legal.privacy.companies)}</a>
      </p>
    </LegalLayout>
  );
}
