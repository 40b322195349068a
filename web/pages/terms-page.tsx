import { useTranslation } from "react-i18next";
import { useOperatorContactLabel } from "../features/landing/use-operator-contact";
import { LegalLayout } from "../layouts/legal-layout";

const sectionNames = ["what", "you", "limits", "ai", "data", "end"] as const;

export function TermsPage() {
  const { t } = useTranslation();
  const contact = useOperatorContactLabel();
  const sections = sectionNames.map((part) => ({
    title: t(($) => $.legal.terms.sections[part].title),
    text: t(($) => $.legal.terms.sections[part].text, { contact }),
  }));
  return <LegalLayout title={t(($) => $.legal.terms.title)} lead={t(($) => $.legal.terms.lead)} sections={sections} />;
}
