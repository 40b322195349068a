import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { Confirmation } from "../../../../worker/contract/mail";
import { ApiError, hasErrorCode } from "../../../lib/api-error";
import { formatCompanyName } from "../../../lib/company-name";
import { notify } from "../../../ui/toast/notify";
import { previewQuery } from "../api/mail-requests";
import { listConfirmations } from "../model/rules-send";
import { useSendOne } from "./use-send-mail";

interface Answers {
  /** The mail that they are about: a company and the version of its message. */
  of: string;
  required: Confirmation[];
  confirmed: Confirmation[];
  /** The mail has changed since it was first shown. */
  changed: boolean;
}

/**
 * The mail of a company as it would be sent, what must be confirmed first, and its sending. Another company, or another
 * version of the message, starts with nothing confirmed.
 * @param enabled false composes no mail
 */
export function usePreviewedSend(company: Company, enabled = true) {
  const { t } = useTranslation();
  const query = useQuery({ ...previewQuery(company), enabled });
  const { mutate, ...send } = useSendOne();
  const of = `${company.id} ${company.message_version}`;
  const blank: Answers = { of, required: [], confirmed: [], changed: false };
  const [stored, setStored] = useState(blank);
  const { required, confirmed, changed } = stored.of === of ? stored : blank;
  const change = (update: (before: Answers) => Partial<Answers>) =>
    setStored((before) => {
      const present = before.of === of ? before : blank;
      return { ...present, ...update(present) };
    });
  const preview = query.data?.preview;
  const questions = [...new Set([...(preview ? listConfirmations(preview, company) : []), ...required])];
  const isThisMail = send.variables?.id === company.id && stored.of === of;
  const error = isThisMail ? send.error : null;

  // The mail has changed: earlier confirmations were for another one.
  const requestNewReview = (failure: Error) => {
    if (!hasErrorCode(failure, "message_changed") && !hasErrorCode(failure, "needs_review")) return;
    change(() => ({ changed: hasErrorCode(failure, "message_changed"), confirmed: [] }));
    void query.refetch();
  };
  const press = (onSent: (company: Company) => void) => {
    if (!preview) return;
    change(() => ({}));
    mutate(
      {
        id: company.id,
        fingerprint: preview.fingerprint,
        confirm: questions.filter((each) => confirmed.includes(each)),
      },
      {
        onSuccess: (answer) => {
          notify.success(t(($) => $.mail.one.sent, { name: formatCompanyName(company) }));
          onSent(answer.company);
        },
        onError: (failure) => {
          const wanted =
            failure instanceof ApiError && failure.status === 409
              ? Confirmation.safeParse(failure.code).data
              : undefined;
          // A new conflict needs a new confirmation.
          if (wanted)
            change((before) => ({
              confirmed: before.confirmed.filter((other) => other !== wanted),
              required: [...before.required, wanted],
            }));
          requestNewReview(failure);
        },
      },
    );
  };
  const reason =
    !preview || query.isFetching
      ? t(($) => $.mail.preview.loading)
      : preview.do_not_contact
        ? t(($) => $.mail.preview.listed)
        : questions.some((each) => !confirmed.includes(each))
          ? t(($) => $.mail.one.unconfirmed)
          : undefined;
  return {
    query,
    preview,
    questions,
    required,
    confirmed,
    changed,
    confirm: (question: Confirmation, yes: boolean) =>
      change((before) => ({
        confirmed: yes ? [...before.confirmed, question] : before.confirmed.filter((other) => other !== question),
      })),
    requestNewReview,
    press,
    sending: send.isPending,
    /** Why it cannot be sent now. */
    reason,
    /** The failure of the last try, unless a question or the notice of a change says it. */
    error: hasErrorCode(error, "message_changed") || questions.some((each) => hasErrorCode(error, each)) ? null : error,
  };
}
export type PreviewedSend = ReturnType<typeof usePreviewedSend>;
