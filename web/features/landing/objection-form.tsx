import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Answer, Body } from "../../../worker/contract/endpoint";
import { LIMITS } from "../../../worker/contract/limits";
import * as contract from "../../../worker/contract/objections";
import { toReadableDomain } from "../../../worker/contract/readable-domain";
import { useErrorCodeText, useErrorText } from "../../i18n/use-error-text";
import { callApi } from "../../lib/api-client";
import { ApiError } from "../../lib/api-error";
import { getFormText } from "../../lib/form-data";
import { Button } from "../../ui/button/button";
import { TextAreaField, TextField } from "../../ui/form/field";
import { useFocusFirstError } from "../../ui/form/use-focus-first-error";
import { Banner } from "../../ui/status/banner";
import { ObjectionProof } from "./objection-proof";

export const raiseObjection = (body: Body<typeof contract.raiseObjection>) =>
  callApi(contract.raiseObjection, { body });

/** The objection form: an address or domain and an optional reason; for a domain, then the proof of ownership. */
export function ObjectionForm() {
  const { t } = useTranslation();
  const codeText = useErrorCodeText();
  const errorText = useErrorText();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [result, setResult] = useState<Answer<typeof contract.raiseObjection>>();
  const [checkCount, setCheckCount] = useState(0);
  const form = useFocusFirstError(problems);
  const raise = useMutation({
    mutationFn: raiseObjection,
    onSuccess: (answer) => {
      form.current?.reset();
      setResult(answer);
      setCheckCount((before) => before + 1);
    },
    onError: (error) => {
      if (error instanceof ApiError) setProblems(error.fields);
    },
  });
  const proof = result?.proof ?? null;
  const proving = proof !== null;
  const proved = useRef(false);
  useEffect(() => {
    // The focused element is gone.
    if (proved.current && !proving) form.current?.querySelector("input")?.focus();
    proved.current = proving;
  }, [proving, form]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (raise.isPending) return;
    const formData = new FormData(event.currentTarget);
    const [entry, reason] = [getFormText(formData, "entry").trim(), getFormText(formData, "reason").trim()];
    setResult(undefined);
    setProblems(entry === "" ? { entry: "required" } : {});
    if (entry === "") raise.reset();
    else raise.mutate({ entry, ...(reason !== "" && { reason }) });
  };
  const outcome = result?.listed ? "listed" : result?.waits_for === "hour" ? "hour" : "operator";
  return (
    <div className="objection">
      {result && !proving && (
        <Banner tone={result.listed ? "good" : "info"} alert>
          {t(($) => $.legal.objection[outcome], { entry: toReadableDomain(result.entry) })}
        </Banner>
      )}
      {raise.isError && Object.keys(problems).length === 0 && (
        <Banner tone="bad" alert>
          {errorText(
            raise.error,
            t(($) => $.legal.objection.failed),
          )}
        </Banner>
      )}
      {result && proof ? (
        <ObjectionProof
          domain={result.entry}
          proof={proof}
          checkCount={checkCount}
          busy={raise.isPending}
          onCheck={() => raise.mutate({ entry: result.entry })}
          onBack={() => {
            setResult(undefined);
            raise.reset();
          }}
        />
      ) : (
        <form ref={form} className="objection" noValidate onSubmit={submit}>
          <TextField
            label={t(($) => $.legal.objection.entry)}
            hint={t(($) => $.legal.objection.entryHint)}
            name="entry"
            maxLength={LIMITS.emailLength}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={codeText(problems.entry)}
          />
          <TextAreaField
            label={t(($) => $.legal.objection.reason)}
            name="reason"
            rows={3}
            maxLength={LIMITS.objectionReason}
            error={codeText(problems.reason)}
          />
          <div>
            <Button type="submit" look="primary" busy={raise.isPending}>
              {t(($) => $.legal.objection.submit)}
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
