import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "../../i18n/use-translation";
import { LIMITS } from "../../../worker/contract/limits";
import { useCodeText, useErrorText } from "../../i18n/use-error-text";
import { ApiError } from "../../lib/api-error";
import { textOf } from "../../lib/form";
import { readableDomain } from "../../lib/idn";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { TextAreaField, TextField } from "../../ui/field";
import { useFirstWrong } from "../../ui/use-first-wrong";
import { raiseObjection } from "./api";

/** An address or a domain, and perhaps why. */
export function ObjectionForm() {
  const { t } = useTranslation();
  const codeText = useCodeText();
  const errorText = useErrorText();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const form = useFirstWrong(problems);
  const raise = useMutation({
    mutationFn: raiseObjection,
    onSuccess: () => form.current?.reset(),
    onError: (error) => { if (error instanceof ApiError) setProblems(error.fields); },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (raise.isPending) return;
    const given = new FormData(event.currentTarget);
    const [entry, reason] = [textOf(given, "entry").trim(), textOf(given, "reason").trim()];
    setProblems(entry === "" ? { entry: "required" } : {});
    if (entry === "") raise.reset();
    else raise.mutate({ entry, ...(reason !== "" && { reason }) });
  };
  return (
    <form ref={form} className="objection" noValidate onSubmit={submit}>
      {raise.isSuccess && <Banner tone={raise.data.listed ? "good" : "info"} alert>{t(($) => $.legal.objection[raise.data.listed ? "listed" : "waiting"], { entry: readableDomain(raise.data.entry) })}</Banner>}
      {raise.isError && Object.keys(problems).length === 0 && <Banner tone="bad" alert>{errorText(raise.error, t(($) => $.legal.objection.failed))}</Banner>}
      <TextField
        label={t(($) => $.legal.objection.entry)} hint={t(($) => $.legal.objection.entryHint)} name="entry" maxLength={LIMITS.emailLength} required
        autoComplete="off" autoCapitalize="none" spellCheck={false} error={codeText(problems.entry)}
      />
      <TextAreaField label={t(($) => $.legal.objection.reason)} name="reason" rows={3} maxLength={LIMITS.objectionReason} error={codeText(problems.reason)} />
      <div><Button type="submit" look="primary" busy={raise.isPending}>{t(($) => $.legal.objection.submit)}</Button></div>
    </form>
  );
}
