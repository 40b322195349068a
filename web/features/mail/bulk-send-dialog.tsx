import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation";
import type { Settings } from "../../../worker/contract/account";
import type { Company } from "../../../worker/contract/companies";
import type { Answer } from "../../../worker/contract/endpoint";
import type { bulkSend, Preview } from "../../../worker/contract/mail";
import { useErrorText } from "../../i18n/use-error-text";
import { useShownLanguage } from "../../i18n/use-language";
import { formatHour } from "../../lib/format";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/toast";
import { BulkChecklist } from "./bulk-checklist";
import { BulkRecipients } from "./bulk-recipients";
import { BulkResult } from "./bulk-result";
import { ReasonList } from "./reason-list";
import { batchOf } from "./rules";
import { useDoNotContact } from "./use-do-not-contact";
import { useNoneReadyText } from "./use-none-ready-text";
import { useBulkSend } from "./use-sending";

type Sent = Answer<typeof bulkSend>;

interface BulkSendDialogProps {
  /** The selected companies, in the versions on screen. */
  companies: readonly Company[];
  settings: Pick<Settings, "gmail" | "limits" | "sent_today" | "daily_limit" | "resets_at">;
  onClose: () => void;
  /** Called once the server has answered; the dialog stays and shows the outcome. */
  onSent: (answer: Sent) => void;
  /** Opens the mail of one company that needs a look of its own. */
  onLook: (id: string) => void;
}

/** Confirms a batch: who gets a mail, who does not and why, what to check; then tells what became of each. */
export function BulkSendDialog({ companies: given, settings, onClose, onSent, onLook }: BulkSendDialogProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const errorText = useErrorText();
  const noneReadyText = useNoneReadyText();
  const send = useBulkSend();
  const [complete, setComplete] = useState(false);
  const [seen, setSeen] = useState<ReadonlyMap<string, Preview>>(new Map());
  // The rows change under the dialog while they are sent; what was confirmed does not.
  const [companies] = useState(given);
  const { ready, skipped } = batchOf(companies, useDoNotContact().entries);
  const left = Math.max(0, settings.daily_limit - settings.sent_today);
  const block = blockText();

  function blockText(): string | undefined {
    if (!settings.gmail.connected) return t(($) => $.errors.gmail_required);
    if (ready.length === 0) return noneReadyText(companies);
    if (ready.length > settings.limits.bulk_send) return t(($) => $.mail.bulk.tooMany, { limit: settings.limits.bulk_send, count: ready.length });
    return undefined;
  }

  const fingerprints = Object.fromEntries([...seen].map(([id, { fingerprint }]) => [id, fingerprint]));
  const press = () => send.mutate({ companies: ready, fingerprints }, {
    onSuccess: (answer) => {
      if (answer.failed.length === 0) notify.success(t(($) => $.mail.bulk.sent, { count: answer.sent_ids.length }));
      else notify.warning(t(($) => $.mail.bulk.partial, { sent: answer.sent_ids.length, failed: answer.failed.length }));
      onSent(answer);
    },
    onError: (error) => notify.error(errorText(error, t(($) => $.mail.bulk.error))),
  });

  if (send.isSuccess) return <BulkResult answer={send.data} companies={companies} account={settings.gmail.email} resetsAt={settings.resets_at} onClose={onClose} onLook={onLook} />;
  const footer = (
    <>
      <Button onClick={onClose} disabled={send.isPending}>{t(($) => $.common.cancel)}</Button>
      <Button look="primary" icon="send" busy={send.isPending} disabledReason={block ?? (complete ? undefined : t(($) => $.mail.bulk.missing))} onClick={press}>
        {t(($) => $.mail.bulk.send, { count: ready.length })}
      </Button>
    </>
  );
  return (
    <Dialog title={t(($) => $.mail.bulk.title, { count: ready.length })} onClose={onClose} locked={send.isPending} footer={footer} edge="airmail">
      <div className="stack">
        {send.isPending && <Banner>{t(($) => $.mail.bulk.sending)}</Banner>}
        {send.isError && <Banner tone="bad" alert>{errorText(send.error, t(($) => $.mail.bulk.error))}</Banner>}
        {block !== undefined && <Banner tone="warn">{block}</Banner>}
        {block === undefined && ready.length > left && <Banner tone="warn">{t(($) => $.mail.bulk.overDay, { count: left, time: formatHour(settings.resets_at, language) })}</Banner>}
        {ready.length > 0 && (
          <BulkRecipients companies={ready} seen={seen} disabled={send.isPending} onSeen={(id, preview) => setSeen((before) => (before.get(id) === preview ? before : new Map(before).set(id, preview)))} />
        )}
        {skipped.length > 0 && (
          <div className="soft small">
            <p>{t(($) => $.mail.bulk.skipped, { count: skipped.length })}</p>
            <ReasonList reasons={skipped.map(({ reason }) => reason)} />
          </div>
        )}
        {block === undefined && <BulkChecklist from={settings.gmail.email ?? ""} disabled={send.isPending} onComplete={setComplete} />}
      </div>
    </Dialog>
  );
}
