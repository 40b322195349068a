import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Company, CompanyPatch } from "../../../../worker/contract/companies";
import { useErrorText } from "../../../i18n/use-error-text";
import { notify } from "../../../ui/toast/notify";
import { saveMessage } from "../api/message-requests";

type Choices = Partial<Pick<CompanyPatch, "language" | "profile_id">>;

/**
 * Saves how the next text is written, at once, as it changes no text.
 * @returns `shown`, the company as it is once that is saved
 */
export function useNextTextChoices(
  company: Company,
  onCompany: (company: Company) => void,
): { shown: Company; isSaving: boolean; save: (choices: Choices) => void } {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (choices: Choices) => saveMessage(company.id, choices),
    onSuccess: (answer) => onCompany(answer.company),
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.messages.errors.saveError),
        ),
      ),
  });
  return { shown: { ...company, ...(isPending && variables) }, isSaving: isPending, save: mutate };
}
