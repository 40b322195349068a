import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { LIMITS } from "../../../../worker/contract/limits";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { TextField } from "../../../ui/form/field";
import { useFocusFirstError } from "../../../ui/form/use-focus-first-error";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import { saveCompanyDetails } from "../api/company-page-requests";

interface CompanyDetailsDialogProps {
  company: Pick<Company, "id" | "name" | "city" | "message" | "email_sent">;
  onClose: () => void;
  onCompany: (company: Company) => void;
}

/** Corrects name and town, which stand in the message. */
export function CompanyDetailsDialog({ company, onClose, onCompany }: CompanyDetailsDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const id = useId();
  const [name, setName] = useState(company.name);
  const [city, setCity] = useState(company.city);
  const [attempt, setAttempt] = useState<object | null>(null);
  const form = useFocusFirstError<HTMLFormElement>(attempt);
  const isBlank = name.trim() === "";
  const save = useMutation({
    mutationFn: () => saveCompanyDetails(company.id, { name: name.trim(), city: city.trim() }),
    onSuccess: (answer) => {
      onCompany(answer.company);
      notify.success(t(($) => $.company.details.saved));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempt({});
    if (!isBlank && !save.isPending) save.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose} disabled={save.isPending}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button look="primary" type="submit" form={id} busy={save.isPending}>
        {t(($) => $.company.details.save)}
      </Button>
    </>
  );
  return (
    <Dialog title={t(($) => $.company.details.title)} onClose={onClose} locked={save.isPending} footer={footer}>
      <form id={id} ref={form} className="stack" noValidate onSubmit={submit}>
        <TextField
          label={t(($) => $.company.details.name)}
          maxLength={LIMITS.listNameLength}
          data-first-focus
          value={name}
          error={attempt !== null && isBlank ? t(($) => $.company.details.required) : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={t(($) => $.company.details.city)}
          maxLength={LIMITS.cityLength}
          value={city}
          onChange={(event) => setCity(event.target.value)}
        />
        {company.message !== "" && !company.email_sent && (
          <p className="soft small">{t(($) => $.company.details.messageHint)}</p>
        )}
        {save.isError && (
          <Banner tone="bad" alert>
            {errorText(save.error)}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
