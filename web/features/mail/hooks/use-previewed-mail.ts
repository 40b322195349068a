import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Answer } from "../../../../worker/contract/endpoint";
import { Confirmation, type FollowUpStep, type getMailPreview } from "../../../../worker/contract/mail";
import type { QueueReason } from "../../../../worker/contract/outbox";
import { hasErrorCode } from "../../../lib/api-error";
import { notify } from "../../../ui/toast/notify";
import { listConfirmations } from "../model/rules-send";
import { useQueueMails } from "./use-send-mail";

type PreviewAnswer = Answer<typeof getMailPreview>;

/** A mail that is previewed before it is queued. */
interface MailToPreview {
  companyId: string;
  /** Of its text, as the screen shows it. */
  version: number;
  /** Of a follow-up. */
  step?: FollowUpStep;
  /** Its last attempt has an unknown outcome. */
  isUnsure: boolean;
  /** The mail with a version of its text. */
  query: (version: number) => UseQueryOptions<PreviewAnswer>;
  /** The version that the server has now. */
  fetchVersion: () => Promise<number>;
}

interface Answers {
  /** The mail that they are about: a company, a step and the version of the text. */
  of: string;
  required: Confirmation[];
  confirmed: Confirmation[];
  /** The mail has changed since it was first shown. */
  changed: boolean;
  /** Why it was not queued. */
  refusal: QueueReason | null;
}

/**
 * A mail as it would be sent, what must be confirmed first, and its way into the outbox. Another company, or another
 * version of the text, starts with nothing confirmed.
 * @param enabled false composes no mail
 */
export function usePreviewedMail({ companyId, step, isUnsure, ...mail }: MailToPreview, enabled: boolean) {
  const { t } = useTranslation();
  // Edited elsewhere, the text has a later version than the screen shows.
  const [newer, setNewer] = useState({ id: companyId, step, version: mail.version });
  const version = Math.max(mail.version, newer.id === companyId && newer.step === step ? newer.version : 0);
  const query = useQuery({ ...mail.query(version), enabled });
  const { mutate, ...queue } = useQueueMails();
  const of = `${companyId} ${step ?? 0} ${mail.version}`;
  const blank: Answers = { of, required: [], confirmed: [], changed: false, refusal: null };
  const [stored, setStored] = useState(blank);
  const { required, confirmed, changed, refusal } = stored.of === of ? stored : blank;
  const change = (update: (before: Answers) => Partial<Answers>) =>
    setStored((before) => {
      const present = before.of === of ? before : blank;
      return { ...present, ...update(present) };
    });
  const preview = query.data?.preview;
  const questions = [...new Set([...(preview ? listConfirmations(preview, isUnsure) : []), ...required])];
  const isThisMail = queue.variables?.[0]?.id === companyId && stored.of === of;

  // The mail has changed: earlier confirmations were for another one.
  const requestNewReview = (isChanged: boolean) => {
    change(() => ({ changed: isChanged, confirmed: [] }));
    mail.fetchVersion().then(
      (found) => (found > version ? setNewer({ id: companyId, step, version: found }) : void query.refetch()),
      () => void query.refetch(),
    );
  };
  const press = (onQueued: () => void) => {
    if (!preview) return;
    // Nothing has left then, which a failed call could not say.
    if (!navigator.onLine) return notify.error(t(($) => $.mail.one.offline));
    change(() => ({ refusal: null }));
    mutate(
      [
        {
          id: companyId,
          ...(step !== undefined && { step }),
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
    preview,
    questions,
    required,
    confirmed,
    changed,
    confirm: (question: Confirmation, yes: boolean) =>
      change((before) => ({
        confirmed: yes ? [...before.confirmed, question] : before.confirmed.filter((other) => other !== question),
      })),
    /** After a choice that changes the mail: what it required may not be asked any more. */
    reviewAgain: () => {
      change(() => ({ required: [] }));
      requestNewReview(false);
    },
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
export type PreviewedMailState = ReturnType<typeof usePreviewedMail>;
