import { useTranslation } from "react-i18next";
import { useContactLabel } from "./contact-label";
import { LegalFrame } from "./legal-frame";

const parts = ["what", "you", "limits", "ai", "data", "end"] as const;

export function TermsPage() {
  const { t } = useTranslation();
  const contact = useContactLabel();
  const sections = parts.map((part) => ({
    title: t(($) => $.legal.terms.sections[part].title),
    text: t(($) => $.legal.terms.sections[part].text, { contact }),
  }));
  return <LegalFrame title={t(($) => $.legal.terms.title)} lead={t(($) => $.legal.terms.lead)} sections={sections} />;
}
