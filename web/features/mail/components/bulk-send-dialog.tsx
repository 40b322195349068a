import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import type { Company } from "../../../../worker/contract/companies";
import type { Answer } from "../../../../worker/contract/endpoint";
import type { BulkPreview, bulkSend, MailPreview, SendReason } from "../../../../worker/contract/mail";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatBytes, formatClockTime } from "../../../lib/format";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { useProfileName } from "../../../ui/form/profile-select";
import { Banner } from "../../../ui/status/banner";
import { RetryBanner } from "../../../ui/status/retry-banner";
import { notify } from "../../../ui/toast/notify";
import { bulkPreviewQuery } from "../api/mail-requests";
import { useDoNotContact } from "../hooks/use-do-not-contact";
import { useNothingToSendText } from "../hooks/use-nothing-to-send-text";
import { useBulkSend } from "../hooks/use-send-mail";
import { countReasons, countUnconfirmed, splitBatch } from "../model/rules-send";
import { BulkSendChecklist } from "./bulk-send-acknowledgement";
import { BulkSendRecipients } from "./bulk-send-recipients";
import { BulkSendResult } from "./bulk-send-result";
import type { LetterRenderer } from "./previewed-mail";

type BulkSendAnswer = Answer<typeof bulkSend>;

export interface BulkSendDialogProps {
  /** The selected companies, in the versions shown. */
  companies: readonly Company[];
  /** Ids of those known to have a point to check: left out, like those that the server finds. */
  doubtful: ReadonlySet<string>;
  letter: LetterRenderer;
  settings: Pick<Settings, "gmail" | "limits" | "sent_today" | "daily_limit" | "resets_at">;
  onClose: () => void;
  /** Called with the server's answer; the dialog stays open and shows the result. */
  onSent: (answer: BulkSendAnswer) => void;
  /** Opens the mail of one company that needs a single review. */
  onLook: (id: string) => void;
  /** Called with a company whose message has been read to its end. */
  onRead: (company: Company) => void;
  /** Closes it and opens one letter after the other. */
  onReview: (ids: string[]) => void;
}

/** Confirms a batch (who gets a mail, who does not and why, what to check), then shows the result of each. */
export function BulkSendDialog({
  companies: selectedCompanies,
  doubtful,
  letter,
  settings,
  onClose,
  onSent,
  onLook,
  onRead,
  onReview,
}: BulkSendDialogProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const errorText = useErrorText();
  const noneReadyText = useNothingToSendText();
  const nameProfile = useProfileName();
  const send = useBulkSend();
  const [complete, setComplete] = useState(false);
  const [seen, setSeen] = useState<ReadonlyMap<string, MailPreview>>(new Map());
  // Rows change while they are sent; the confirmed batch does not.
  const [companies] = useState(selectedCompanies);
  const { ready: sendable, skipped } = splitBatch(companies, useDoNotContact().entries);
  const unmarked = sendable.filter(({ id }) => !doubtful.has(id));
  const isBatch = unmarked.length > 0 && unmarked.length <= settings.limits.bulk_send;
  // Exactly what is confirmed is sent: every mail, CV and sender, as when the dialog opened.
  const batch = useQuery({ ...bulkPreviewQuery(unmarked), enabled: settings.gmail.connected && isBatch });
  // Marks are as old as the last look at a letter: the server checks each against today's sources.
  const needsReview = new Set([...(batch.data?.needs_review ?? []), ...(batch.data?.cv_language ?? [])]);
  const ready = unmarked.filter(({ id }) => !needsReview.has(id));
  // Read in the version that is sent, here or before.
  const versions = new Map(companies.map(({ id, message_version: version }) => [id, version]));
  const read = new Set(
    selectedCompanies
      .filter(({ id, message_read: isRead, message_version: version }) => isRead && versions.get(id) === version)
      .map(({ id }) => id),
  );
  const left = Math.max(0, settings.daily_limit - settings.sent_today);
  const block = findBlockText();

  function findBlockText(): string | undefined {
    if (!settings.gmail.connected) return t(($) => $.errors.gmail_required);
    if (ready.length === 0) return sendable.length > 0 ? t(($) => $.mail.bulk.onlyDoubtful) : noneReadyText(companies);
    if (ready.length > settings.limits.bulk_send)
      return t(($) => $.mail.bulk.tooMany, { limit: settings.limits.bulk_send, count: ready.length });
    return undefined;
  }

  // A mail opened since then is the one that was read.
  const fingerprints = {
    ...batch.data?.fingerprints,
    ...Object.fromEntries([...seen].map(([id, { fingerprint }]) => [id, fingerprint])),
  };
  const unready = complete ? (batch.data ? undefined : t(($) => $.mail.bulk.preparing)) : t(($) => $.mail.bulk.missing);
  const formatProfiles = (profiles: BulkPreview["profiles"]) =>
    profiles.map((profile) => `${nameProfile(profile)} (${profile.company_ids.length})`).join(", ");
  const formatSenderAndAttachment = ({ from, attachment, profiles }: BulkPreview) => {
    if (profiles.length > 1)
      return t(($) => $.mail.bulk.fromProfiles, { from: from.address, profiles: formatProfiles(profiles) });
    return attachment
      ? t(($) => $.mail.bulk.from, {
          from: from.address,
          name: attachment.name,
          size: formatBytes(attachment.size, language),
        })
      : t(($) => $.mail.bulk.fromAlone, { from: from.address });
  };
  const formatPartialResult = ({ sent_ids: sent, failed }: BulkSendAnswer) => {
    const unconfirmed = countUnconfirmed(failed);
    const text = t(($) => $.mail.bulk.partial, { sent: sent.length, failed: failed.length - unconfirmed });
    return unconfirmed > 0 ? `${text} ${t(($) => $.mail.bulk.unconfirmed, { count: unconfirmed })}` : text;
  };
  const press = () =>
    send.mutate(
      { companies: ready, fingerprints },
      {
        onSuccess: (answer) => {
          if (answer.failed.length === 0) notify.success(t(($) => $.mail.bulk.sent, { count: answer.sent_ids.length }));
          else notify.warning(formatPartialResult(answer));
          onSent(answer);
        },
        onError: (error) =>
          notify.error(
            errorText(
              error,
              t(($) => $.mail.bulk.error),
            ),
          ),
      },
    );

  if (send.isSuccess)
    return (
      <BulkSendResult
        answer={send.data}
        companies={companies}
        account={settings.gmail.email}
        resetsAt={settings.resets_at}
        onClose={onClose}
        onLook={onLook}
      />
    );
  const footer = (
    <>
      <Button onClick={onClose} disabled={send.isPending}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button look="primary" icon="send" busy={send.isPending} disabledReason={block ?? unready} onClick={press}>
        {t(($) => $.mail.bulk.send, { count: ready.length })}
      </Button>
    </>
  );
  return (
    <Dialog
      title={t(($) => $.mail.bulk.title, { count: ready.length })}
      onClose={onClose}
      locked={send.isPending}
      footer={footer}
      edge="airmail"
    >
      <div className="stack">
        {send.isPending && <Banner>{t(($) => $.mail.bulk.sending)}</Banner>}
        {send.isError && (
          <Banner tone="bad" alert>
            {errorText(
              send.error,
              t(($) => $.mail.bulk.error),
            )}
          </Banner>
        )}
        {block !== undefined && <Banner tone="warn">{block}</Banner>}
        {block === undefined && ready.length > left && (
          <Banner tone="warn">
            {t(($) => $.mail.bulk.overDay, { count: left, time: formatClockTime(settings.resets_at, language) })}
          </Banner>
        )}
        {batch.isError && (
          <RetryBanner alert busy={batch.isFetching} onRetry={() => void batch.refetch()}>
            {t(($) => $.mail.bulk.prepareError)} {errorText(batch.error)}
          </RetryBanner>
        )}
        {sendable.length > 0 && (
          <BulkSendRecipients
            companies={ready}
            doubtful={sendable.filter(({ id }) => doubtful.has(id) || needsReview.has(id))}
            letter={letter}
            read={read}
            seen={seen}
            disabled={send.isPending}
            onSeen={(id, preview) =>
              setSeen((before) => (before.get(id) === preview ? before : new Map(before).set(id, preview)))
            }
            onRead={onRead}
            onReview={() => onReview(sendable.map(({ id }) => id))}
          />
        )}
        {block === undefined && !batch.isError && (
          <p className="soft small" role="status">
            {batch.data ? formatSenderAndAttachment(batch.data) : t(($) => $.mail.bulk.preparing)}
          </p>
        )}
        {skipped.length > 0 && (
          <div className="soft small">
            <p>{t(($) => $.mail.bulk.skipped, { count: skipped.length })}</p>
            <SendReasonList reasons={skipped.map(({ reason }) => reason)} />
          </div>
        )}
        {block === undefined && (
          <BulkSendChecklist from={settings.gmail.email ?? ""} disabled={send.isPending} onComplete={setComplete} />
        )}
      </div>
    </Dialog>
  );
}

/** "3 × no email address", most frequent first. */
function SendReasonList({ reasons }: { reasons: readonly SendReason[] }) {
  const { t } = useTranslation();
  return (
    <ul className="plain-list">
      {countReasons(reasons).map(([reason, count]) => (
        <li key={reason}>
          {count} × {t(($) => $.mail.reasons[reason])}
        </li>
      ))}
    </ul>
  );
}
