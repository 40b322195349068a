import { useMutation } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
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
export function explainMailCheck(t: TFunction, email: string, check: MailCheck | null): string | undefined {
  const domain = email.trim().slice(email.trim().lastIndexOf("@") + 1);
  return check === "no_server" || check === "unknown" ? t(($) => $.common.typedEmail[check], { domain }) : undefined;
}

/** Saves an address, in place of another one or beside the others, and shows the company as it is then. */
type SaveEmail = (email: string, replaces: string | undefined) => Promise<{ mail_check: MailCheck | null }>;

interface TypedEmailFormProps {
  /** The company's addresses: one of them can be replaced. */
  addresses: readonly string[];
  onSave: SaveEmail;
  disabledReason?: string | undefined;
  /** Of the button, where there are addresses already. */
  label?: string | undefined;
}

/** An address typed by the user: a button that opens the form, and what there is to say of the address once saved. */
export function TypedEmailForm({ addresses, onSave, disabledReason, label }: TypedEmailFormProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [told, setTold] = useState<string>();
  const closed = useReturnedFocus(open);
  const saved = (explained: string | undefined) => {
    setTold(explained);
    setOpen(false);
  };
  if (open) return <EmailForm addresses={addresses} onSave={onSave} onSaved={saved} onCancel={() => setOpen(false)} />;
  return (
    <div ref={closed} className="stack stack-tight">
      <div role="status">{told !== undefined && <Banner tone="warn">{told}</Banner>}</div>
      <div className="row">
        <Button
          size="small"
          icon="plus"
          disabledReason={disabledReason}
          onClick={() => {
            setTold(undefined);
            setOpen(true);
          }}
        >
          {label ?? t(($) => $.common.typedEmail.open)}
        </Button>
      </div>
    </div>
  );
}

interface EmailFormProps {
  /** The company's addresses, for a choice of the one to replace. */
  addresses?: readonly string[];
  /** The address to correct. */
  corrects?: string;
  onSave: SaveEmail;
  /** @param explained what is to be said of the address */
  onSaved: (explained: string | undefined) => void;
  onCancel: () => void;
}

const NONE = "";

/** Focuses the button in the place that is returned once the form, which took its place, has closed. */
export function useReturnedFocus(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) place.current?.querySelector("button")?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return place;
}

export function EmailForm({ addresses = [], corrects, onSave, onSaved, onCancel }: EmailFormProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [email, setEmail] = useState(corrects ?? "");
  const [replaced, setReplaced] = useState(corrects ?? NONE);
  const save = useMutation({
    mutationFn: () => onSave(email.trim(), replaced === NONE ? undefined : replaced),
    onSuccess: ({ mail_check }) => {
      const explained = explainMailCheck(t, email, mail_check);
      if (explained === undefined) notify.success(t(($) => $.common.typedEmail.saved));
      onSaved(explained);
    },
  });
  const form = useFocusFirstError(save.error);
  // The field takes the place of the button that was pressed.
  useEffect(() => form.current?.querySelector("input")?.focus(), [form]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In the message dialog the form around it must not be sent.
    event.stopPropagation();
    if (!save.isPending) save.mutate();
  };
  return (
    <form ref={form} className="stack stack-tight typed-email" onSubmit={submit} noValidate>
      <TextField
        label={t(($) => $.common.typedEmail.label)}
        data-first-focus
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
        <Button type="submit" size="small" busy={save.isPending}>
          {t(($) => $.common.typedEmail.save)}
        </Button>
        <Button size="small" look="quiet" disabled={save.isPending} onClick={onCancel}>
          {t(($) => $.common.cancel)}
        </Button>
      </div>
    </form>
  );
}
