import { useTranslation } from "react-i18next";
import { useContactLabel } from "./contact-label";
import { LegalFrame } from "./legal-frame";
import { ObjectionForm } from "./objection-form";

const parts = ["effect", "kept", "back"] as const;

/** Where a company says that it does not want to be written to. */
export function ObjectionPage() {
  const { t } = useTranslation();
  const contact = useContactLabel();
  const sections = parts.map((part) => ({
    title: t(($) => $.legal.objection.sections[part].title),
    text: t(($) => $.legal.objection.sections[part].text, { contact }),
  }));
  return (
    <LegalFrame
      title={t(($) => $.legal.objection.title)}
      lead={t(($) => $.legal.objection.lead)}
      sections={sections}
      dated={false}
    >
      <ObjectionForm />
    </LegalFrame>
  );
}
