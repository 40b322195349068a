import { useMutation } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MailCheck } from "../../../worker/contract/companies";
import { LIMITS } from "../../../worker/contract/limits";
import { useErrorText } from "../../i18n/use-error-text";
import { Button } from "../button/button";
import { SelectField, TextField } from "../form/field";
import { useFocusFirstError } from "../form/use-focus-first-error";
import { Banner } from "../status/banner";
import { notify } from "../toast/notify";

/** What is to be said of the domain of a saved address; undefined when all is well. */
export function explainMailCheck(t: TFunction, email: string, check: MailCheck): string | undefined {
  const domain = email.trim().slice(email.trim().lastIndexOf("@") + 1);
  return check === "no_server" || check === "unknown" ? t(($) => $.common.typedEmail[check], { domain }) : undefined;
}

interface TypedEmailFormProps {
  /** The company's addresses: one of them can be replaced. */
  addresses: readonly string[];
  /** Saves the address and shows the company as it is then. */
  onSave: (email: string, replaces: string | undefined) => Promise<{ mail_check: MailCheck }>;
  disabledReason?: string | undefined;
  /** Begins with the field: whoever opened the dialog has asked for it. */
  startsOpen?: boolean;
}

const NONE = "";

/** An address typed by the user, beside those of the company or in place of one. */
export function TypedEmailForm({ addresses, onSave, disabledReason, startsOpen = false }: TypedEmailFormProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [open, setOpen] = useState(startsOpen);
  const [email, setEmail] = useState("");
  const [replaced, setReplaced] = useState(NONE);
  const [told, setTold] = useState<string>();
  const save = useMutation({
    mutationFn: () => onSave(email.trim(), replaced === NONE ? undefined : replaced),
    onSuccess: ({ mail_check }) => {
      const explained = explainMailCheck(t, email, mail_check);
      setTold(explained);
      if (explained === undefined) notify.success(t(($) => $.common.typedEmail.saved));
      setOpen(false);
      setEmail("");
      setReplaced(NONE);
    },
  });
  const form = useFocusFirstError(save.error);
  const closed = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(open);
  // The field takes the place of the button that was pressed, and the button that of the field.
  useEffect(() => {
    if (wasOpen.current === open) return;
    wasOpen.current = open;
    const place = open ? form.current : closed.current;
    place?.querySelector<HTMLElement>("input, button")?.focus();
  }, [open, form]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In the message dialog the form around it must not be sent.
    event.stopPropagation();
    if (!save.isPending) save.mutate();
  };
  if (!open)
    return (
      <div ref={closed} className="stack stack-tight">
        <div role="status">{told !== undefined && <Banner tone="warn">{told}</Banner>}</div>
        <div className="row">
          <Button
            size="small"
            icon="plus"
            disabledReason={disabledReason}
            onClick={() => {
              save.reset();
              setTold(undefined);
              setOpen(true);
            }}
          >
            {t(($) => $.common.typedEmail.open)}
          </Button>
        </div>
      </div>
    );
  return (
    <form ref={form} className="stack stack-tight typed-email" onSubmit={submit} noValidate>
      <TextField
        label={t(($) => $.common.typedEmail.label)}
        data-first-focus={startsOpen || undefined}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMITS.emailLength}
        value={email}
        error={
          save.isError
            ? errorText(
                save.error,
                t(($) => $.common.typedEmail.failed),
              )
            : undefined
        }
        onChange={(event) => {
          save.reset();
          setEmail(event.target.value);
        }}
      />
      {addresses.length > 0 && (
        <SelectField
          label={t(($) => $.common.typedEmail.replaces)}
          value={replaced}
          options={[
            { value: NONE, label: t(($) => $.common.typedEmail.none) },
            ...addresses.map((value) => ({ value, label: value })),
          ]}
          onChange={setReplaced}
        />
      )}
      <div className="row">
        <Button type="submit" size="small" look="primary" busy={save.isPending}>
          {t(($) => $.common.typedEmail.save)}
        </Button>
        <Button size="small" look="quiet" disabled={save.isPending} onClick={() => setOpen(false)}>
          {t(($) => $.common.cancel)}
        </Button>
      </div>
    </form>
  );
}
