import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { MessageLanguage } from "../../../../worker/contract/field-schemas";
import { SelectField } from "../../../ui/form/field";
import { useNextTextChoices } from "../hooks/use-next-text-choices";

interface LanguageOfNextTextProps {
  company: Company;
  disabled: boolean;
  onCompany: (company: Company) => void;
}

/** The language in which the assistant writes next. */
export function LanguageOfNextText({ company, disabled, onCompany }: LanguageOfNextTextProps) {
  const { t } = useTranslation();
  const { shown, isSaving, save } = useNextTextChoices(company, onCompany);
  return (
    <SelectField
      label={t(($) => $.messages.dialog.language)}
      value={shown.language}
      disabled={disabled || isSaving}
      options={MessageLanguage.options.map((value) => ({ value, label: t(($) => $.messages.dialog[value]) }))}
      onChange={(value) => save({ language: MessageLanguage.parse(value) })}
    />
  );
}
