import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import type { Company } from "../../worker/contract/companies";
import { getCompany } from "../../worker/contract/companies";
import type { OutboxMail } from "../../worker/contract/outbox";
import { OutboxEndedList } from "../features/mail/components/outbox-ended-list";
import { OutboxList } from "../features/mail/components/outbox-list";
import { OutboxStatus } from "../features/mail/components/outbox-status";
import { OutboxStyles } from "../features/mail/components/outbox-styles";
import { useFollowUpCache } from "../features/mail/hooks/use-follow-ups";
import { useOutbox, useOutboxChange } from "../features/mail/hooks/use-outbox";
import { isOpen } from "../features/mail/model/rules-outbox";
import { useFollowUpWriting } from "../features/messages/hooks/use-follow-up-writing";
import { useReadMark } from "../features/messages/hooks/use-read-mark";
import { useErrorText } from "../i18n/use-error-text";
import { endpointQuery } from "../lib/query-client";
import { useUrlDialog } from "../lib/use-url-state";
import { Button, getButtonClass } from "../ui/button/button";
import { createLazyDialog } from "../ui/dialog/lazy-dialog";
import { Illustration } from "../ui/graphics/illustration";
import { Page } from "../ui/page/page";
import { EmptyState } from "../ui/status/empty-state";
import { RetryBanner } from "../ui/status/retry-banner";
import { Skeleton } from "../ui/status/spinner";
import { useSender } from "./use-sender";

const SendOneDialog = createLazyDialog(async () => (await import("./sending-dialogs")).SourcedSendOneDialog);
const FollowUpDialog = createLazyDialog(async () => (await import("./follow-up-dialog")).FollowUpDialog);
const PreviewDialog = createLazyDialog(async () => (await import("./sending-dialogs")).SourcedPreviewDialog);

/** The mails that wait to be sent and those that have just left, with what can be done about each. */
export function OutboxPage() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { data, error, isPending, isFetching, refetch } = useOutbox();
  const { settings, from } = useSender();
  const change = useOutboxChange();
  // The company whose mail is looked at, or read again before it is queued anew.
  const { id: openId, open, close } = useUrlDialog("mail");
  const outbox = data?.outbox;
  const mails = outbox?.mails ?? [];
  const opened = mails.find(({ company_id: id }) => id === openId);
  const isGone = outbox !== undefined && openId !== null && !opened;
  useEffect(() => {
    if (isGone) close();
  }, [isGone, close]);
  const waiting = mails.filter(isOpen).length;
  const toDashboard = (
    <Link to="/dashboard" className={getButtonClass()}>
      {t(($) => $.companies.toDashboard)}
    </Link>
  );
  return (
    <Page
      title={t(($) => $.outbox.title)}
      lead={
        !outbox
          ? "\u00a0"
          : waiting === 0 && mails.length > 0
            ? t(($) => $.outbox.emptyTitle)
            : outbox.office_hours
              ? t(($) => $.outbox.lead)
              : t(($) => $.outbox.leadHurried)
      }
      narrow
      actions={
        outbox?.stopped === null && waiting > 0 ? (
          <Button icon="pause" busy={change.isPending} onClick={() => change.mutate({ do: "stop" })}>
            {t(($) => $.outbox.stop)}
          </Button>
        ) : waiting === 0 && mails.length > 0 ? (
          toDashboard
        ) : undefined
      }
    >
      <OutboxStyles />
      {isPending && <Skeleton lines={6} label={t(($) => $.common.loading)} />}
      {error && (
        <RetryBanner alert busy={isFetching} onRetry={() => void refetch()}>
          <p>{t(($) => $.outbox.loadError)}</p>
          <p>{errorText(error)}</p>
        </RetryBanner>
      )}
      {outbox && (
        <>
          <OutboxStatus outbox={outbox} dailyLimit={settings?.daily_limit} gmail={settings?.gmail} />
          {waiting > 0 && (
            <OutboxList
              mails={mails}
              isStopped={outbox.stopped !== null}
              hasOfficeHours={outbox.office_hours}
              onOpen={({ company_id: id }) => open(id)}
            />
          )}
          {mails.length === 0 && (
            <EmptyState
              picture={<Illustration name="sealed" />}
              title={t(($) => $.outbox.emptyTitle)}
              text={t(($) => $.outbox.emptyText)}
              action={toDashboard}
            />
          )}
          <OutboxEndedList mails={mails} account={from} onReadAgain={({ company_id: id }) => open(id)} />
          <p>
            <Link to="/sent">{t(($) => $.outbox.allSent)}</Link>
          </p>
        </>
      )}
      {opened?.step === 0 && <OpenedMail key={opened.company_id} mail={opened} onClose={close} />}
      {opened && opened.step > 0 && <OpenedFollowUp key={opened.company_id} id={opened.company_id} onClose={close} />}
    </Page>
  );
}

/** The dialog of one follow-up. */
function OpenedFollowUp({ id, onClose }: { id: string; onClose: () => void }) {
  const cache = useFollowUpCache();
  const writing = useFollowUpWriting(cache.put, (changed) => void cache.reload(changed));
  return <FollowUpDialog ids={[id]} writing={writing} onClose={onClose} />;
}

/** The dialog of one application, once its company is loaded. */
function OpenedMail({ mail, onClose }: { mail: OutboxMail; onClose: () => void }) {
  // One that leaves while it is looked at stays what it was.
  const [{ company_id: companyId, isEnded }] = useState({ ...mail, isEnded: !isOpen(mail) });
  const [, navigate] = useLocation();
  const errorText = useErrorText();
  const { data, error, isFetching, refetch } = useQuery(endpointQuery(getCompany, { params: { id: companyId } }));
  const markRead = useReadMark({ onCompany: () => void refetch(), onUnsure: () => void refetch() });
  if (!data)
    return (
      error && (
        <RetryBanner alert busy={isFetching} onRetry={() => void refetch()}>
          {errorText(error)}
        </RetryBanner>
      )
    );
  const { company } = data;
  // The text is edited where the companies are.
  const edit = ({ id }: Company) => navigate(`/dashboard?message=${id}`);
  if (!isEnded)
    return <PreviewDialog company={company} onClose={onClose} onRead={() => markRead(company)} onEdit={edit} />;
  return (
    <SendOneDialog
      company={company}
      writing={company.generating}
      onClose={onClose}
      onQueued={onClose}
      onRead={() => markRead(company)}
      onEdit={edit}
    />
  );
}
