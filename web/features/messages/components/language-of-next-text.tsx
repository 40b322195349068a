import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { MessageLanguage } from "../../../../worker/contract/field-schemas";
import { useErrorText } from "../../../i18n/use-error-text";
import { SelectField } from "../../../ui/form/field";
import { notify } from "../../../ui/toast/notify";
import { saveMessage } from "../api/message-requests";

interface LanguageOfNextTextProps {
  company: Company;
  disabled: boolean;
  onCompany: (company: Company) => void;
}

/** The language in which the assistant writes next. Saved at once, as it changes no text. */
export function LanguageOfNextText({ company, disabled, onCompany }: LanguageOfNextTextProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const language = useMutation({
    mutationFn: (value: MessageLanguage) => saveMessage(company.id, { language: value }),
    onSuccess: (answer) => onCompany(answer.company),
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.messages.errors.saveError),
        ),
      ),
  });
  return (
    <SelectField
      label={t(($) => $.messages.dialog.language)}
      value={language.isPending ? language.variables : company.language}
      disabled={disabled || language.isPending}
      options={MessageLanguage.options.map((value) => ({ value, label: t(($) => $.messages.dialog[value]) }))}
      onChange={(value) => language.mutate(MessageLanguage.parse(value))}
    />
  );
}
