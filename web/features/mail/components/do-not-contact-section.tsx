import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../worker/contract/limits";
import { toReadableDomain } from "../../../../worker/contract/readable-domain";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatShortDate } from "../../../lib/format";
import { Button, IconButton } from "../../../ui/button/button";
import { TextField } from "../../../ui/form/field";
import { useFocusFirstError } from "../../../ui/form/use-focus-first-error";
import { Section } from "../../../ui/page/section";
import { RetryBanner } from "../../../ui/status/retry-banner";
import { Skeleton } from "../../../ui/status/spinner";
import { notify } from "../../../ui/toast/notify";
import "./do-not-contact.css";
import { useDoNotContact } from "../hooks/use-do-not-contact";

/** Entries shown before "show all". */
const MAX_COLLAPSED_ENTRIES = 20;

/** The do-not-contact list: addresses and domains that get no mail. */
export function DoNotContactSection() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const language = useShownLanguage();
  const { query, entries, add, remove } = useDoNotContact();
  const [text, setText] = useState("");
  const [all, setAll] = useState(false);
  const field = useFocusFirstError(add.error);
  const entry = text.trim();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate([entry], { onSuccess: () => setText("") });
  };
  const removeEntry = (listed: string) =>
    remove.mutate(listed, {
      onSuccess: () => {
        notify.success(t(($) => $.mail.never.removed, { entry: toReadableDomain(listed) }));
        // The pressed button is gone.
        field.current?.querySelector("input")?.focus();
      },
      onError: (error) =>
        notify.error(
          errorText(
            error,
            t(($) => $.mail.never.removeError),
          ),
        ),
    });
  return (
    <Section title={t(($) => $.mail.never.title)} lead={t(($) => $.mail.never.lead)}>
      <form ref={field} className="never-form" noValidate onSubmit={submit}>
        <TextField
          label={t(($) => $.mail.never.label)}
          hint={t(($) => $.mail.never.hint)}
          value={text}
          maxLength={LIMITS.emailLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={add.isError ? errorText(add.error) : undefined}
          onChange={(event) => {
            setText(event.target.value);
            if (add.isError) add.reset();
          }}
        />
        <Button
          type="submit"
          icon="plus"
          busy={add.isPending}
          disabledReason={entry === "" ? t(($) => $.mail.never.blank) : undefined}
        >
          {t(($) => $.mail.never.add)}
        </Button>
      </form>
      {query.isPending && <Skeleton label={t(($) => $.common.loading)} />}
      {query.isError && (
        <RetryBanner busy={query.isFetching} onRetry={() => void query.refetch()}>
          {t(($) => $.mail.never.loadError)} {errorText(query.error)}
        </RetryBanner>
      )}
      {query.isSuccess && entries.length === 0 && <p className="soft">{t(($) => $.mail.never.empty)}</p>}
      {entries.length > 0 && (
        <ul className="never-list" aria-label={t(($) => $.mail.never.title)}>
          {(all ? entries : entries.slice(0, MAX_COLLAPSED_ENTRIES)).map(({ entry: listed, created_at }) => (
            <li key={listed} className="row row-spread">
              <span className="never-entry">{toReadableDomain(listed)}</span>
              <span className="row">
                <span className="soft small">
                  {t(($) => $.mail.never.since, { date: formatShortDate(created_at, language) })}
                </span>
                <IconButton
                  icon="trash"
                  size="small"
                  label={t(($) => $.mail.never.remove, { entry: toReadableDomain(listed) })}
                  busy={remove.isPending && remove.variables === listed}
                  onClick={() => removeEntry(listed)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {!all && entries.length > MAX_COLLAPSED_ENTRIES && (
        <div>
          <Button size="small" look="quiet" onClick={() => setAll(true)}>
            {t(($) => $.mail.never.all, { count: entries.length })}
          </Button>
        </div>
      )}
    </Section>
  );
}
