import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Company, listCompanies } from "../../../../worker/contract/companies";
import { getCompanyPage } from "../../../../worker/contract/company-page";
import { Confirmation } from "../../../../worker/contract/mail";
import type { QueueReason } from "../../../../worker/contract/outbox";
import { useErrorText } from "../../../i18n/use-error-text";
import { hasErrorCode } from "../../../lib/api-error";
import { toQueryKey } from "../../../lib/query-client";
import { notify } from "../../../ui/toast/notify";
import { fetchMessageVersion, previewQuery, setProfile } from "../api/mail-requests";
import { listConfirmations } from "../model/rules-send";
import { useQueueMails } from "./use-send-mail";

interface Answers {
  /** The mail that they are about: a company and the version of its message. */
  of: string;
  required: Confirmation[];
  confirmed: Confirmation[];
  /** The mail has changed since it was first shown. */
  changed: boolean;
  /** Why it was not queued. */
  refusal: QueueReason | null;
}

/**
 * The mail of a company as it would be sent, what must be confirmed first, and its way into the outbox. Another
 * company, or another version of the message, starts with nothing confirmed.
 * @param enabled false composes no mail
 */
export function usePreviewedSend(company: Company, enabled = true) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const errorText = useErrorText();
  // Edited elsewhere, the message has a later version than the row shows.
  const [newer, setNewer] = useState({ id: company.id, version: company.message_version });
  const version = Math.max(company.message_version, newer.id === company.id ? newer.version : 0);
  const query = useQuery({ ...previewQuery({ id: company.id, message_version: version }), enabled });
  const { mutate, ...queue } = useQueueMails();
  const of = `${company.id} ${company.message_version}`;
  const blank: Answers = { of, required: [], confirmed: [], changed: false, refusal: null };
  const [stored, setStored] = useState(blank);
  const { required, confirmed, changed, refusal } = stored.of === of ? stored : blank;
  const change = (update: (before: Answers) => Partial<Answers>) =>
    setStored((before) => {
      const present = before.of === of ? before : blank;
      return { ...present, ...update(present) };
    });
  const preview = query.data?.preview;
  const questions = [...new Set([...(preview ? listConfirmations(preview, company) : []), ...required])];
  const isThisMail = queue.variables?.[0]?.id === company.id && stored.of === of;

  // The mail has changed: earlier confirmations were for another one.
  const requestNewReview = (isChanged: boolean) => {
    change(() => ({ changed: isChanged, confirmed: [] }));
    fetchMessageVersion(company.id).then(
      (found) => (found > version ? setNewer({ id: company.id, version: found }) : void query.refetch()),
      () => void query.refetch(),
    );
  };
  // The dialog may hold the company as it was when it opened.
  const [profiled, setProfiled] = useState<Pick<Company, "id" | "profile_id">>();
  const choose = useMutation({
    mutationFn: (profileId: string) => setProfile(company.id, profileId),
    onSuccess: (answer) => {
      setProfiled(answer.company);
      for (const endpoint of [listCompanies, getCompanyPage])
        void client.invalidateQueries({ queryKey: toQueryKey(endpoint) });
      change(() => ({ required: [] }));
      requestNewReview(false);
    },
    onError: (error) => notify.error(errorText(error)),
  });
  const press = (onQueued: () => void) => {
    if (!preview) return;
    change(() => ({ refusal: null }));
    mutate(
      [
        {
          id: company.id,
          message_version: version,
          fingerprint: preview.fingerprint,
          confirm: questions.filter((each) => confirmed.includes(each)),
        },
      ],
      {
        onSuccess: ({ failed: [refused] }) => {
          if (!refused) return onQueued();
          const wanted = Confirmation.safeParse(refused.reason).data;
          // A new conflict needs a new confirmation.
          change((before) => ({
            refusal: refused.reason,
            confirmed: before.confirmed.filter((other) => other !== wanted),
            required: wanted ? [...before.required, wanted] : before.required,
          }));
          if (refused.reason === "message_changed" || refused.reason === "needs_review")
            requestNewReview(refused.reason === "message_changed");
        },
      },
    );
  };
  const reason =
    !preview || query.isFetching
      ? t(($) => $.mail.preview.loading)
      : preview.do_not_contact
        ? t(($) => $.mail.preview.listed)
        : preview.undeliverable
          ? t(($) => $.mail.preview.undeliverable)
          : questions.some((each) => !confirmed.includes(each))
            ? t(($) => $.mail.one.unconfirmed)
            : undefined;
  return {
    query,
    company: profiled?.id === company.id ? { ...company, profile_id: profiled.profile_id } : company,
    chooseProfile: (id: string) => choose.mutate(id),
    preview,
    questions,
    required,
    confirmed,
    changed,
    confirm: (question: Confirmation, yes: boolean) =>
      change((before) => ({
        confirmed: yes ? [...before.confirmed, question] : before.confirmed.filter((other) => other !== question),
      })),
    /** After a test mail that was refused because the mail has changed. */
    reviewAfter: (failure: Error) => {
      if (hasErrorCode(failure, "message_changed")) requestNewReview(true);
    },
    press,
    sending: queue.isPending,
    /** Why it cannot be sent now. */
    reason,
    /** Why it was not queued, unless a question or the notice of a change says it. */
    refusal: refusal === "message_changed" || questions.some((each) => each === refusal) ? null : refusal,
    /** The failure of the last call. */
    error: isThisMail ? queue.error : null,
  };
}
export type PreviewedSend = ReturnType<typeof usePreviewedSend>;
