import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { saveOutcome, undoOutcome } from "../features/applications/api/application-requests";
import { useCompanyCache } from "../features/companies/hooks/use-company-cache";
import { ConnectGmailButton } from "../features/mail/components/connect-gmail-button";
import { FollowUpList } from "../features/mail/components/follow-up-list";
import { useFollowUpCache, useFollowUps } from "../features/mail/hooks/use-follow-ups";
import { useQueuedMails } from "../features/mail/hooks/use-outbox";
import { splitChosen } from "../features/mail/model/rules-follow-ups";
import { useFollowUpWriting } from "../features/messages/hooks/use-follow-up-writing";
import { storedFollowUpDraft } from "../features/messages/model/stored-follow-up-draft";
import { useErrorText } from "../i18n/use-error-text";
import { useUrlDialog } from "../lib/use-url-state";
import { Button, getButtonClass } from "../ui/button/button";
import { createLazyDialog } from "../ui/dialog/lazy-dialog";
import { Checkbox } from "../ui/form/checkbox";
import { Illustration } from "../ui/graphics/illustration";
import { Page } from "../ui/page/page";
import { Banner } from "../ui/status/banner";
import { EmptyState } from "../ui/status/empty-state";
import { RetryBanner } from "../ui/status/retry-banner";
import { Skeleton } from "../ui/status/spinner";
import { notify } from "../ui/toast/notify";
import { useSender } from "./use-sender";

const FollowUpDialog = createLazyDialog(async () => (await import("./follow-up-dialog")).FollowUpDialog);
const CallDialog = createLazyDialog(
  async () => (await import("../features/applications/components/call-dialog")).CallDialog,
);

/** The applications that had no answer for a week: write their follow-ups, read and approve them, or call instead. */
export function FollowUpsPage() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { data, error, isPending, isFetching, refetch } = useFollowUps();
  const cache = useFollowUpCache();
  const queued = useQueuedMails("follow-ups");
  const { settings, from, candidate } = useSender();
  const writing = useFollowUpWriting(cache.put, (id) => void cache.reload(id));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const reading = useUrlDialog("read");
  const calling = useUrlDialog("call");
  const giveUp = useGiveUp();
  // An unsaved text is opened again, such as after a session that expired.
  const { reopen } = reading;
  useEffect(() => {
    const stored = storedFollowUpDraft.read();
    if (stored) reopen(stored.companyId);
  }, [reopen]);

  const followUps = data?.follow_ups ?? [];
  const selectable = followUps.filter(({ company_id: id }) => !queued.has(id));
  const { toWrite, toRead } = splitChosen(followUps, chosen, queued);
  const selected = [...toWrite, ...toRead];
  const listed = followUps.map((followUp) => ({
    followUp,
    writing: writing.states.get(followUp.company_id),
    failure: writing.failures.get(followUp.company_id),
    isQueued: queued.has(followUp.company_id),
  }));
  const [firstRead, ...othersRead] = (reading.id ?? "").split(",").filter((id) => id !== "");
  const toCall = followUps.find(({ company_id: id }) => id === calling.id);
  const isCallGone = calling.id !== null && data !== undefined && !toCall;
  useEffect(() => {
    if (isCallGone) calling.close();
  }, [isCallGone, calling]);
  const choose = (id: string, yes: boolean) =>
    setChosen((before) => new Set(yes ? [...before, id] : [...before].filter((other) => other !== id)));
  const readChosen = () => reading.open(toRead.map(({ company_id: id }) => id).join(","));

  return (
    <Page
      title={t(($) => $.followUps.title)}
      lead={data && followUps.length === 0 ? undefined : t(($) => $.followUps.lead)}
      narrow
    >
      {isPending && <Skeleton lines={6} label={t(($) => $.common.loading)} />}
      {error && (
        <RetryBanner alert busy={isFetching} onRetry={() => void refetch()}>
          <p>{t(($) => $.followUps.loadError)}</p>
          <p>{errorText(error)}</p>
        </RetryBanner>
      )}
      {data && followUps.length === 0 && (
        <EmptyState
          picture={<Illustration name="sealed" />}
          title={t(($) => $.followUps.emptyTitle)}
          text={t(($) => $.followUps.emptyText)}
          action={
            <Link to="/dashboard" className={getButtonClass()}>
              {t(($) => $.companies.toDashboard)}
            </Link>
          }
        />
      )}
      {data && followUps.length > 0 && (
        <>
          {settings && from === null && (
            <Banner tone="warn" action={<ConnectGmailButton gmail={settings.gmail} look="plain" />}>
              {t(($) => $.errors.gmail_required)}
            </Banner>
          )}
          <div className="follow-up-tools">
            <span className="row">
              <Checkbox
                label={t(($) => $.outbox.selectAll)}
                checked={selectable.length > 0 && selected.length === selectable.length}
                mixed={selected.length > 0}
                disabled={selectable.length === 0}
                onChange={(yes) => setChosen(new Set(yes ? selectable.map(({ company_id: id }) => id) : []))}
              />
              <span role="status" className="soft numbers">
                {selected.length > 0
                  ? t(($) => $.companies.selection.count, { count: selected.length })
                  : t(($) => $.followUps.count, { count: data.total })}
              </span>
            </span>
            {selected.length > 0 && (
              <div className="row" role="group" aria-label={t(($) => $.companies.selection.label)}>
                {toWrite.length > 0 && (
                  <Button
                    size="small"
                    look={toRead.length === 0 ? "primary" : "plain"}
                    icon="wand"
                    onClick={() => writing.write(toWrite)}
                  >
                    {t(($) => $.followUps.writeAll, { count: toWrite.length })}
                  </Button>
                )}
                {toRead.length > 0 && (
                  <Button size="small" look="primary" icon="envelope" onClick={readChosen}>
                    {t(($) => $.followUps.readAll, { count: toRead.length })}
                  </Button>
                )}
                <Button
                  size="small"
                  icon="cross"
                  busy={giveUp.isPending}
                  title={t(($) => $.followUps.giveUpHint)}
                  onClick={() =>
                    giveUp.mutate(
                      selected.map(({ company_id: id }) => id),
                      { onSuccess: () => setChosen(new Set()) },
                    )
                  }
                >
                  {t(($) => $.followUps.giveUp)}
                </Button>
              </div>
            )}
          </div>
          <FollowUpList
            listed={listed}
            chosen={chosen}
            onChoose={choose}
            onWrite={(followUp) => writing.write([followUp])}
            onStop={writing.stop}
            onRead={(id) => reading.open(id)}
            onCall={(id) => calling.open(id)}
          />
          {data.total > followUps.length && (
            <p className="soft small">{t(($) => $.followUps.partial, { count: followUps.length })}</p>
          )}
        </>
      )}
      {firstRead !== undefined && (
        <FollowUpDialog
          ids={[firstRead, ...othersRead]}
          writing={writing}
          onCall={(id) => calling.open(id, { instead: ["read"] })}
          onClose={() => {
            reading.close();
            setChosen(new Set());
          }}
        />
      )}
      {toCall && candidate && (
        <CallDialog
          followUp={toCall}
          candidate={candidate.name}
          onClose={calling.close}
          onChanged={(followUp) => {
            cache.put(followUp);
            void cache.reload(followUp.company_id);
          }}
        />
      )}
    </Page>
  );
}

/** Notes that applications have had no answer, one by one, so that they are not followed up; it can be undone. */
function useGiveUp() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const cache = useFollowUpCache();
  const companies = useCompanyCache();
  const show = async () => {
    await Promise.all([cache.reload(), companies.refresh()]);
  };
  const undo = useMutation({
    mutationFn: async (noted: readonly { id: string; event: string }[]) => {
      for (const { id, event } of noted) await undoOutcome(id, event);
    },
    onError: (error) => notify.error(errorText(error)),
    onSettled: show,
  });
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const noted: { id: string; event: string }[] = [];
      for (const id of ids) noted.push({ id, event: (await saveOutcome(id, "no_answer")).event_id });
      return noted;
    },
    onSuccess: (noted) =>
      notify.undoable(
        t(($) => $.followUps.givenUp, { count: noted.length }),
        { label: t(($) => $.common.undo), run: () => undo.mutate(noted) },
      ),
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.applications.outcome.failed),
        ),
      ),
    onSettled: show,
  });
}
