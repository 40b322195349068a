import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { getSettings, type Settings, Signature } from "../../../../worker/contract/account";
import { LIMITS } from "../../../../worker/contract/limits";
import { useErrorCodeText, useErrorText } from "../../../i18n/use-error-text";
import { ApiError } from "../../../lib/api-error";
import { endpointQuery } from "../../../lib/query-client";
import { Button } from "../../../ui/button/button";
import { Switch } from "../../../ui/form/checkbox";
import { TextAreaField, TextField } from "../../../ui/form/field";
import { useFocusFirstError } from "../../../ui/form/use-focus-first-error";
import { WaitingMailsNotice } from "../../../ui/mail/waiting-mails-notice";
import { Section } from "../../../ui/page/section";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import { saveSignature } from "../api/account-requests";
import { useSavePreferences } from "../hooks/use-save-preferences";
import { type FieldProblems, validateForm } from "../model/form-validation";
import { findLinkProblem, parseLinks } from "../model/signature-links";

/** What stands below every letter: telephone and links, and where its address was found. */
export function SignatureSection({ settings }: { settings: Settings }) {
  const { signature } = settings;
  const { t } = useTranslation();
  const client = useQueryClient();
  const errorText = useErrorText();
  const codeText = useErrorCodeText();
  const preferences = useSavePreferences(settings);
  const [phone, setPhone] = useState(signature.phone);
  const [links, setLinks] = useState(signature.links.join("\n"));
  const [problems, setProblems] = useState<FieldProblems>({});
  const form = useFocusFirstError(problems);
  const body = { phone: phone.trim(), links: parseLinks(links) };
  const changed = body.phone !== signature.phone || body.links.join("\n") !== signature.links.join("\n");
  const save = useMutation({
    mutationFn: saveSignature,
    onSuccess: ({ signature: saved }) => {
      client.setQueryData(
        endpointQuery(getSettings).queryKey,
        (settings) => settings && { ...settings, signature: saved },
      );
      setPhone(saved.phone);
      setLinks(saved.links.join("\n"));
      notify.success(t(($) => $.account.signature.saved));
    },
    onError: (error) => setProblems(error instanceof ApiError ? error.fields : {}),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = validateForm(Signature, body);
    setProblems(found);
    if (Object.keys(found).length === 0) save.mutate(body);
  };
  const linkProblem = findLinkProblem(problems);
  const linkError =
    linkProblem === "too_many"
      ? t(($) => $.account.signature.tooMany, { count: LIMITS.signatureLinks })
      : codeText(linkProblem);
  return (
    <Section title={t(($) => $.account.signature.title)} lead={t(($) => $.account.signature.lead)}>
      <form ref={form} className="stack" noValidate onSubmit={submit}>
        <TextField
          label={t(($) => $.account.signature.phone)}
          type="tel"
          autoComplete="tel"
          maxLength={40}
          value={phone}
          error={codeText(problems["phone"])}
          onChange={(event) => setPhone(event.target.value)}
        />
        <TextAreaField
          label={t(($) => $.account.signature.links)}
          hint={t(($) => $.account.signature.linksHint)}
          rows={3}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          value={links}
          error={linkError}
          onChange={(event) => setLinks(event.target.value)}
        />
        {changed && <WaitingMailsNotice />}
        {save.isError && Object.keys(problems).length === 0 && (
          <Banner tone="bad" alert>
            {errorText(
              save.error,
              t(($) => $.account.signature.saveError),
            )}
          </Banner>
        )}
        <div className="row">
          <Button type="submit" look={changed ? "primary" : "plain"} busy={save.isPending}>
            {t(($) => $.account.signature.save)}
          </Button>
        </div>
      </form>
      <Switch
        label={t(($) => $.account.signature.tellSource)}
        hint={t(($) => $.account.signature.tellSourceHint)}
        checked={preferences.shown.tell_source}
        onChange={(on) => preferences.save({ tell_source: on })}
      />
    </Section>
  );
}
