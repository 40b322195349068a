import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import type { Company } from "../../../../worker/contract/companies";
import type { BulkPreview, MailPreview, SendReason } from "../../../../worker/contract/mail";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatBytes } from "../../../lib/format";
import { formatSpokenTime } from "../../../lib/spoken-time";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { Checkbox } from "../../../ui/form/checkbox";
import { useProfileName } from "../../../ui/form/profile-select";
import { Banner } from "../../../ui/status/banner";
import { RetryBanner } from "../../../ui/status/retry-banner";
import { bulkPreviewQuery } from "../api/mail-requests";
import { useBlockedEntries } from "../hooks/use-do-not-contact";
import { useNothingToSendText } from "../hooks/use-nothing-to-send-text";
import { useOutbox } from "../hooks/use-outbox";
import { type QueueAnswer, useQueueMails } from "../hooks/use-send-mail";
import { type ApprovedMail, countLeftToday } from "../model/rules-outbox";
import { countReasons, skipUndeliverable, splitBatch } from "../model/rules-send";
import { BulkSendChecklist } from "./bulk-send-acknowledgement";
import { BulkSendRecipients } from "./bulk-send-recipients";
import { BulkSendResult } from "./bulk-send-result";
import { OutboxStyles } from "./outbox-styles";
import type { LetterRenderer } from "./previewed-mail";

export interface BulkSendDialogProps {
  /** The selected companies, in the versions shown. */
  companies: readonly Company[];
  /** Ids of those known to have a point to check: left out, like those that the server finds. */
  doubtful: ReadonlySet<string>;
  letter: LetterRenderer;
  settings: Pick<Settings, "gmail" | "limits" | "sent_today" | "daily_limit" | "resets_at">;
  onClose: () => void;
  /** Called once mails are in the outbox. The dialog closes, unless some were refused: then it says why. */
  onQueued: () => void;
  /** Opens the mail of one company that needs a single review. */
  onLook: (id: string) => void;
  /** Called with a company whose message has been read to its end. */
  onRead: (company: Company) => void;
  /** Closes it and opens one letter after the other. */
  onReview: (ids: string[]) => void;
}

/** Confirms a batch (who gets a mail, who does not and why, what to check) and puts it into the outbox. */
export function BulkSendDialog({
  companies: selectedCompanies,
  doubtful,
  letter,
  settings,
  onClose,
  onQueued,
  onLook,
  onRead,
  onReview,
}: BulkSendDialogProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const errorText = useErrorText();
  const noneReadyText = useNothingToSendText();
  const queue = useQueueMails();
  const nameProfile = useProfileName();
  const [result, setResult] = useState<QueueAnswer>();
  const [complete, setComplete] = useState(false);
  const [seen, setSeen] = useState<ReadonlyMap<string, MailPreview>>(new Map());
  // Rows change while they are sent; the confirmed batch does not.
  const [companies] = useState(selectedCompanies);
  const split = splitBatch(companies, useBlockedEntries());
  const unmarked = split.ready.filter(({ id }) => !doubtful.has(id));
  const isBatch = unmarked.length > 0 && unmarked.length <= settings.limits.bulk_send;
  // Exactly what is confirmed is sent: every mail, CV and sender, as when the dialog opened.
  const batch = useQuery({
    ...bulkPreviewQuery(unmarked),
    enabled: settings.gmail.connected && isBatch && !queue.isPending && !queue.isSuccess,
  });
  const { ready: sendable, skipped } = skipUndeliverable(split, batch.data?.undeliverable ?? []);
  // Marks are as old as the last look at a letter: the server checks each against today's sources.
  const otherLanguage = new Set(batch.data?.cv_language);
  const [sendsOtherLanguage, setSendsOtherLanguage] = useState(false);
  const needsReview = new Set([...(batch.data?.needs_review ?? []), ...(sendsOtherLanguage ? [] : otherLanguage)]);
  const sendableUnmarked = sendable.filter(({ id }) => !doubtful.has(id));
  const askedFor = sendableUnmarked.filter(
    ({ id }) => otherLanguage.has(id) && batch.data?.needs_review.includes(id) === false,
  );
  const ready = sendableUnmarked.filter(({ id }) => !needsReview.has(id));
  const waiting = ready.filter(({ id }) => batch.data?.free_at[id] !== undefined);
  // Read in the version that is sent, here or before.
  const versions = new Map(companies.map(({ id, message_version: version }) => [id, version]));
  const read = new Set(
    selectedCompanies
      .filter(({ id, message_read: isRead, message_version: version }) => isRead && versions.get(id) === version)
      .map(({ id }) => id),
  );
  const outbox = useOutbox().data?.outbox;
  const { sent, limit, left, resetsAt } = countLeftToday(outbox, settings);
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
  const formatSenderAndAttachment = (preview: BulkPreview) => {
    const { from } = preview;
    const leaving = new Set(ready.map(({ id }) => id));
    // What is left out takes its CV with it.
    const profiles = preview.profiles
      .map((each) => ({ ...each, company_ids: each.company_ids.filter((id) => leaving.has(id)) }))
      .filter(({ company_ids: ids }) => ids.length > 0);
    if (profiles.length > 1)
      return t(($) => $.mail.bulk.fromProfiles, { from: from.address, profiles: formatProfiles(profiles) });
    const attachment = profiles[0] ? profiles[0].attachment : preview.attachment;
    return attachment
      ? t(($) => $.mail.bulk.from, {
          from: from.address,
          name: attachment.name,
          size: formatBytes(attachment.size, language),
        })
      : t(($) => $.mail.bulk.fromAlone, { from: from.address });
  };
  const press = () => {
    // Of what is confirmed now: the preview may be another one when the answer comes.
    const approved: ApprovedMail[] = [];
    const gone: QueueAnswer["failed"] = [];
    for (const { id, message_version } of ready) {
      const fingerprint = fingerprints[id];
      if (fingerprint === undefined) gone.push({ id, reason: "not_found" });
      else approved.push({ id, message_version, fingerprint, confirm: otherLanguage.has(id) ? ["cv_language"] : [] });
    }
    queue.mutate(approved, {
      onSuccess: ({ queuedIds, failed: refused }) => {
        const failed = [...refused, ...gone];
        if (queuedIds.length > 0) onQueued();
        if (failed.length === 0) return onClose();
        setResult({ queuedIds, failed });
      },
    });
  };

  if (result)
    return (
      <BulkSendResult
        answer={result}
        companies={companies}
        account={settings.gmail.email}
        onClose={onClose}
        onLook={onLook}
      />
    );
  const footer = (
    <>
      <Button onClick={onClose} disabled={queue.isPending}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button look="primary" icon="send" busy={queue.isPending} disabledReason={block ?? unready} onClick={press}>
        {t(($) => $.mail.bulk.send, { count: ready.length })}
      </Button>
    </>
  );
  return (
    <Dialog
      title={t(($) => $.mail.bulk.title, { count: ready.length })}
      onClose={onClose}
      locked={queue.isPending}
      footer={footer}
      edge="airmail"
    >
      <OutboxStyles />
      <div className="stack">
        {queue.isError && (
          <Banner tone="bad" alert>
            {errorText(
              queue.error,
              t(($) => $.mail.bulk.error),
            )}
          </Banner>
        )}
        {block !== undefined && <Banner tone="warn">{block}</Banner>}
        {block === undefined && ready.length > left && (
          <Banner>{t(($) => $.mail.bulk.overDay, { count: left, time: formatSpokenTime(resetsAt, language) })}</Banner>
        )}
        {block === undefined && waiting.length > 0 && (
          <Banner>{t(($) => $.mail.bulk.later, { count: waiting.length })}</Banner>
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
            disabled={queue.isPending}
            onSeen={(id, preview) =>
              setSeen((before) => (before.get(id) === preview ? before : new Map(before).set(id, preview)))
            }
            onRead={onRead}
            onReview={() => onReview(sendable.map(({ id }) => id))}
          />
        )}
        {askedFor.length > 0 && (
          <Banner tone="warn">
            <div className="stack stack-tight">
              <p>{t(($) => $.mail.bulk.cvLanguage, { count: askedFor.length })}</p>
              <Checkbox
                label={t(($) => $.mail.bulk.sendCvLanguage, { count: askedFor.length })}
                checked={sendsOtherLanguage}
                disabled={queue.isPending}
                onChange={setSendsOtherLanguage}
              />
            </div>
          </Banner>
        )}
        {block === undefined && !batch.isError && (
          <p className="soft small" role="status">
            {batch.data ? formatSenderAndAttachment(batch.data) : t(($) => $.mail.bulk.preparing)}
            {batch.data?.letters && ` ${t(($) => $.mail.bulk.letters)}`}
          </p>
        )}
        {block === undefined && (
          <p className="soft small">
            {outbox?.office_hours === false ? t(($) => $.mail.bulk.paceHurried) : t(($) => $.mail.bulk.pace)}{" "}
            {outbox && `${t(($) => $.mail.bulk.undo, { seconds: outbox.undo_seconds })} `}
            {t(($) => $.outbox.today, { sent, limit })}
          </p>
        )}
        {skipped.length > 0 && (
          <div className="soft small">
            <p>{t(($) => $.mail.bulk.skipped, { count: skipped.length })}</p>
            <SendReasonList reasons={skipped.map(({ reason }) => reason)} />
          </div>
        )}
        {block === undefined && (
          <BulkSendChecklist
            from={settings.gmail.email ?? ""}
            unread={ready.filter(({ id }) => !read.has(id)).length}
            disabled={queue.isPending}
            onComplete={setComplete}
          />
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
