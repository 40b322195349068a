import { useTranslation } from "react-i18next";
import { ObjectionForm } from "../features/landing/objection-form";
import { useOperatorContactLabel } from "../features/landing/use-operator-contact";
import { LegalLayout } from "../layouts/legal-layout";

const sectionNames = ["effect", "kept", "back"] as const;

/** Where a company objects to being written to. */
export function ObjectionPage() {
  const { t } = useTranslation();
  const contact = useOperatorContactLabel();
  const sections = sectionNames.map((part) => ({
    title: t(($) => $.legal.objection.sections[part].title),
    text: t(($) => $.legal.objection.sections[part].text, { contact }),
  }));
  return (
    <LegalLayout
      title={t(($) => $.legal.objection.title)}
      lead={t(($) => $.legal.objection.lead)}
      sections={sections}
      dated={false}
    >
      <ObjectionForm />
    </LegalLayout>
  );
}
