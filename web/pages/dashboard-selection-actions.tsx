import { useMutation } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../worker/contract/companies";
import { LIMITS } from "../../worker/contract/limits";
import { NextStep } from "../features/companies/components/next-step";
import { SearchLink } from "../features/companies/components/search-link";
import { SelectionBar } from "../features/companies/components/selection-bar";
import { useArchiveAction } from "../features/companies/hooks/use-archive-actions";
import type { Dashboard } from "../features/companies/hooks/use-dashboard";
import { countStates } from "../features/companies/model/company-status";
import { ConnectGmailButton } from "../features/mail/components/connect-gmail-button";
import { useDayNotice, useFetchLeftToday, useLeftToday } from "../features/mail/hooks/use-day-notice";
import { useDueFollowUps } from "../features/mail/hooks/use-due-follow-ups";
import { useNothingToSendText } from "../features/mail/hooks/use-nothing-to-send-text";
import { useOutbox } from "../features/mail/hooks/use-outbox";
import { isReviewable } from "../features/mail/model/rules-send";
import { BulkGenerateButton } from "../features/messages/components/bulk-generate-button";
import { BulkGenerationProgress } from "../features/messages/components/bulk-generation-progress";
import { useBulkWriting } from "../features/messages/components/use-bulk-writing";
import type { BulkGeneration } from "../features/messages/hooks/use-bulk-generation";
import { useErrorText } from "../i18n/use-error-text";
import { useUrlDialog } from "../lib/use-url-state";
import { Button } from "../ui/button/button";
import { createLazyDialog } from "../ui/dialog/lazy-dialog";
import { notify } from "../ui/toast/notify";
import type { Sender } from "./use-sender";

const BulkSendDialog = createLazyDialog(async () => (await import("./sending-dialogs")).SourcedBulkSendDialog);

interface DashboardSelectionActionsProps {
  dashboard: Dashboard;
  bulk: BulkGeneration;
  sending: Sender;
  /** Opens the mail of one company. */
  onOpenMail: (id: string) => void;
  /** Called with a company whose message has been read to its end. */
  onRead: (company: Company) => void;
  /** Opens the letters of these companies, one after the other. */
  onReview: (ids: string[]) => void;
  /** Opens the texts of these companies, which can be read before Gmail is connected. */
  onOpenLetters: (ids: string[]) => void;
  /** Opens a message at a sentence. */
  onEdit: (company: Company, sentence?: string) => void;
}

/** What can be done with the selected rows: write, send, archive. */
export function DashboardSelectionActions({
  dashboard,
  bulk,
  sending: { settings, from, batchLimit },
  onOpenMail,
  onRead,
  onReview,
  onOpenLetters,
  onEdit,
}: DashboardSelectionActionsProps) {
  const { t } = useTranslation();
  const { selection, selected, isSelectionIncomplete, isBlocked } = dashboard;
  const archive = useArchiveAction("archived");
  const errorText = useErrorText();
  const writeAll = useBulkWriting(bulk, false);
  // What can leave today, as the sentence beside it says; once nothing can, those of tomorrow are read.
  const leftToday = useLeftToday()?.left ?? null;
  const limitReview = (left: number | null) => Math.min(batchLimit, left || batchLimit);
  const fetchLeftToday = useFetchLeftToday();
  const showFetchError = (error: unknown) =>
    notify.error(
      errorText(
        error,
        t(($) => $.companies.fetchError),
      ),
    );
  const reviewAll = useMutation({
    mutationFn: async () => dashboard.loadInState("ready", limitReview(await fetchLeftToday())),
    onSuccess: (companies) => {
      if (companies.length > 0) onReview(companies.map(({ id }) => id));
    },
    onError: showFetchError,
  });
  const readFirst = useMutation({
    mutationFn: async () => dashboard.loadInState("ready", 1),
    onSuccess: ([first]) => {
      if (first) onOpenLetters([first.id]);
    },
    onError: showFetchError,
  });
  const noneReadyText = useNothingToSendText();
  const outbox = useOutbox().data?.outbox;
  const dayNotice = useDayNotice(dashboard.counts.ready);
  const due = useDueFollowUps(dashboard.counts.sent > 0);
  const batch = useBatchDialog(dashboard);
  const { ready, to_write: unwritten } = useMemo(() => countStates(selected, isBlocked), [selected, isBlocked]);
  const reviewable = useMemo(
    () => selected.filter((company) => isReviewable(company) && !isBlocked(company)).map(({ id }) => id),
    [selected, isBlocked],
  );
  const start = useRef<HTMLSpanElement>(null);
  // The pressed button disappears: the focus stays here instead of moving to the top of the page.
  const keepFocusHere = (action: () => void) => () => {
    start.current?.focus();
    action();
  };

  const reason =
    from === null
      ? t(($) => $.errors.gmail_required)
      : ready === 0
        ? noneReadyText(selected)
        : ready > batchLimit
          ? t(($) => $.mail.bulk.tooMany, { limit: batchLimit, count: ready })
          : undefined;
  const gmail = settings?.gmail.connected === false ? settings.gmail : null;
  const hasSeries = bulk.coming.size > 0;
  const progress = bulk.running && !hasSeries && <BulkGenerationProgress bulk={bulk} running={bulk.running} />;
  const isWritingNext = unwritten > 0 && !hasSeries;
  const isReadingNext =
    !isWritingNext &&
    gmail === null &&
    selected.some(({ id, message_read: isRead }) => !isRead && reviewable.includes(id));
  return (
    <>
      <span ref={start} tabIndex={-1} className="visually-hidden" />
      {selection.ids.length === 0 &&
        (progress ? (
          <div className="next-step">{progress}</div>
        ) : (
          <NextStep
            dashboard={dashboard}
            batchLimit={limitReview(leftToday)}
            dayNotice={dayNotice}
            leftToday={leftToday}
            beforeSending={
              gmail && {
                text: gmail.reconnect
                  ? t(($) => $.mail.gmail.lost, { email: gmail.email ?? "Gmail" })
                  : t(($) => $.mail.gmail.first),
                // It was connected to send what is ready.
                action: <ConnectGmailButton gmail={gmail} onLinked={() => reviewAll.mutate()} />,
              }
            }
            outboxStop={outbox?.stopped ?? null}
            due={due}
            needsTemplate={settings?.template_message.trim() === "" && !settings.several_profiles}
            starting={writeAll.busy}
            hasSeries={hasSeries}
            find={<SearchLink primary />}
            onWrite={keepFocusHere(() => writeAll.write(() => dashboard.loadInState("to_write", LIMITS.bulkIds)))}
            finding={reviewAll.isPending || readFirst.isPending}
            onRead={() => readFirst.mutate()}
            onReview={() => reviewAll.mutate()}
          />
        ))}
      <SelectionBar
        selection={{ ...selection, clear: keepFocusHere(selection.clear) }}
        hiddenCount={dashboard.hiddenCount}
        loading={isSelectionIncomplete}
      >
        {progress || (
          <>
            <BulkGenerateButton companies={selected} bulk={bulk} isNextStep={isWritingNext} />
            <Button
              icon="envelope"
              look={isReadingNext ? "primary" : "plain"}
              disabledReason={reviewable.length === 0 ? noneReadyText(selected) : undefined}
              onClick={() => (from === null ? onOpenLetters(reviewable) : onReview(reviewable))}
            >
              {t(($) => $.companies.selection.review)}
            </Button>
            {gmail && ready > 0 && !isWritingNext ? (
              <ConnectGmailButton gmail={gmail} onLinked={() => onReview(reviewable)} />
            ) : (
              <Button
                icon="send"
                look={isWritingNext || isReadingNext ? "plain" : "primary"}
                disabledReason={reason}
                onClick={batch.open}
              >
                {ready === 0 ? t(($) => $.companies.selection.send) : t(($) => $.mail.bulk.send, { count: ready })}
              </Button>
            )}
            <Button
              icon="archive"
              className="tuck"
              busy={archive.isPending}
              onClick={() => archive.mutate(selection.ids)}
            >
              {t(($) => $.companies.selection.archive)}
            </Button>
          </>
        )}
      </SelectionBar>
      {writeAll.dialog}
      {batch.isOpen && settings && (
        <BulkSendDialog
          companies={selected}
          settings={settings}
          onClose={batch.close}
          onQueued={() => selection.clear()}
          onLook={onOpenMail}
          onRead={onRead}
          onReview={onReview}
          onEdit={onEdit}
        />
      )}
    </>
  );
}

/** The dialog that sends to the selection. It opens with the whole of it, and stays when what was sent has left it. */
function useBatchDialog({ query, selected, isSelectionIncomplete }: Dashboard) {
  const { id, open, close } = useUrlDialog("batch");
  const [isShown, setShown] = useState(false);
  const isReady = query.isSuccess && !isSelectionIncomplete;
  const isWanted = id !== null && (isShown || (isReady && selected.length > 0));
  if (isWanted !== isShown) setShown(isWanted);
  // A reload after it was sent, or the address in another tab.
  const isEmpty = id !== null && isReady && !isWanted;
  useEffect(() => {
    if (isEmpty) close();
  }, [isEmpty, close]);
  return { isOpen: isWanted, open: () => open("selected"), close };
}
