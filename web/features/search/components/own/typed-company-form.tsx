import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../../worker/contract/limits";
import { useErrorCodeText, useErrorText } from "../../../../i18n/use-error-text";
import { ApiError } from "../../../../lib/api-error";
import { Button } from "../../../../ui/button/button";
import { explainMailCheck } from "../../../../ui/company/typed-email-form";
import { TextField } from "../../../../ui/form/field";
import { useFocusFirstError } from "../../../../ui/form/use-focus-first-error";
import { Banner } from "../../../../ui/status/banner";
import { notify } from "../../../../ui/toast/notify";
import { runTypedCompany, toProfileChoice } from "../../api/search-requests";
import type { TypedFields } from "../../hooks/use-own-list-form";
import { type ListStart, useStartList } from "../../hooks/use-start-list";

const FIELDS = [
  { name: "name", max: LIMITS.listNameLength, autoComplete: "off" },
  { name: "website", max: LIMITS.listWebsiteLength, inputMode: "url" },
  { name: "email", max: LIMITS.emailLength, inputMode: "email" },
  { name: "phone", max: LIMITS.listPhoneLength, inputMode: "tel" },
  { name: "town", max: LIMITS.cityLength },
] as const;

interface TypedCompanyFormProps extends ListStart {
  company: TypedFields;
  onChange: (company: TypedFields) => void;
}

/** One company: its name, and a site, an address or a telephone number. */
export function TypedCompanyForm({ company, onChange, profileId, onSent, onStarted }: TypedCompanyFormProps) {
  const { t } = useTranslation();
  const codeText = useErrorCodeText();
  const errorText = useErrorText();
  const start = useStartList(runTypedCompany, {
    onStarted,
    onSent: ({ mail_check: check }) => {
      const told = check && explainMailCheck(t, company.email, check);
      if (told) notify.info(told);
      onSent();
    },
  });
  const form = useFocusFirstError(start.error);
  const fields = start.error instanceof ApiError ? start.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (start.isPending) return;
    const given = Object.fromEntries(
      Object.entries(company).filter(([name, value]) => name === "name" || value.trim() !== ""),
    );
    start.mutate({ ...given, name: company.name, ...toProfileChoice(profileId) });
  };
  return (
    <form ref={form} className="stack typed-company" onSubmit={submit} noValidate>
      <p className="soft small">{t(($) => $.search.own.hand.hint)}</p>
      {FIELDS.map(({ name, max, ...rest }) => (
        <TextField
          key={name}
          {...rest}
          autoComplete="off"
          label={t(($) => $.search.own.hand[name])}
          value={company[name]}
          maxLength={max}
          error={codeText(fields[name])}
          onChange={(event) => {
            start.reset();
            onChange({ ...company, [name]: event.target.value });
          }}
        />
      ))}
      {start.isError && Object.keys(fields).length === 0 && (
        <Banner tone="bad" alert>
          {errorText(
            start.error,
            t(($) => $.search.errors.searchError),
          )}
        </Banner>
      )}
      <div className="row">
        <Button type="submit" look="primary" icon="search" busy={start.isPending}>
          {t(($) => $.search.own.hand.submit)}
        </Button>
      </div>
    </form>
  );
}
