import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../worker/contract/companies";
import { ApplyButton } from "../features/applications/components/apply-button";
import { BoardLink } from "../features/applications/components/board-link";
import { ProposalsNotice } from "../features/applications/components/proposals-notice";
import { useOutcome, useOutcomeKeys } from "../features/applications/hooks/use-outcome";
import { isApplied } from "../features/applications/model/outcomes";
import { DashboardFilters } from "../features/companies/components/dashboard-filters";
import { DashboardLoader } from "../features/companies/components/dashboard-loader";
import { DashboardTable } from "../features/companies/components/dashboard-table";
import { SearchLink } from "../features/companies/components/search-link";
import { StatusCounts } from "../features/companies/components/status-counts";
import { useCompanyCache } from "../features/companies/hooks/use-company-cache";
import { useDashboard } from "../features/companies/hooks/use-dashboard";
import { useNamedCompany, useSnapshotDialog } from "../features/companies/hooks/use-named-company";
import { useSelectAll } from "../features/companies/hooks/use-select-all";
import { type ListedCompany, listInState } from "../features/companies/model/company-status";
import { type Density, storedDensity } from "../features/companies/model/stored-density";
import { BlockCompanyButton } from "../features/mail/components/block-company-button";
import { ConnectGmailButton } from "../features/mail/components/connect-gmail-button";
import { GmailNotice } from "../features/mail/components/gmail-notice";
import { LetterFindingsNotice } from "../features/mail/components/letter-findings-notice";
import { OutboxLink } from "../features/mail/components/outbox-link";
import { QueuedMessageNotice } from "../features/mail/components/queued-message-notice";
import { SendButton } from "../features/mail/components/send-button";
import { UndoNotice } from "../features/mail/components/undo-notice";
import { useBlockedEntries } from "../features/mail/hooks/use-do-not-contact";
import { useAwaitsOutbox, useQueuedMails } from "../features/mail/hooks/use-outbox";
import { createCompanyMatcher, createRecipientMatcher } from "../features/mail/model/do-not-contact-matcher";
import { findSendBlock } from "../features/mail/model/rules-send";
import { currentGenerationQuery } from "../features/messages/api/message-requests";
import { GenerationFailureNotice } from "../features/messages/components/generation-failure-notice";
import { MessageCell } from "../features/messages/components/message-cell";
import { WaitingSeries } from "../features/messages/components/waiting-series";
import { useBulkGeneration } from "../features/messages/hooks/use-bulk-generation";
import { useGenerateMessage } from "../features/messages/hooks/use-generate-message";
import { useGenerationFailures } from "../features/messages/hooks/use-generation-failures";
import { useReadMark } from "../features/messages/hooks/use-read-mark";
import { findNextLetter, listLetterIds, toSteps } from "../features/messages/model/letter-steps";
import { storedMessageDraft } from "../features/messages/model/stored-message-draft";
import { SavedSearchNotice } from "../features/search/components/saved-search-notice";
import { findComing } from "../lib/coming-messages";
import { useEventCallback } from "../lib/use-event-callback";
import { useSingleKeys } from "../lib/use-single-keys";
import { useUrlDialog } from "../lib/use-url-state";
import { Button } from "../ui/button/button";
import { createLazyDialog } from "../ui/dialog/lazy-dialog";
import { Page } from "../ui/page/page";
import { KeyboardHelp } from "../ui/table/keyboard-help";
import { findFocusedRow } from "../ui/table/use-row-keyboard";
import { DashboardSelectionActions } from "./dashboard-selection-actions";
import { useSender } from "./use-sender";

const FailureDialog = createLazyDialog(
  async () => (await import("../features/messages/components/generation-failure-dialog")).GenerationFailureDialog,
);
const AnswerDialog = createLazyDialog(
  async () => (await import("../features/applications/components/answer-dialog")).AnswerDialog,
);
const ApplyDialog = createLazyDialog(
  async () => (await import("../features/applications/components/apply-dialog")).ApplyDialog,
);
const MessageDialog = createLazyDialog(
  async () => (await import("../features/messages/components/message-dialog")).MessageDialog,
);
const SendOneDialog = createLazyDialog(async () => (await import("./sending-dialogs")).SourcedSendOneDialog);
const ReviewDialog = createLazyDialog(async () => (await import("./sending-dialogs")).SourcedReviewDialog);

/** In the address, in place of the id of one company. */
const ALL_FAILURES = "all";
const canBeSent = (company: Company) => findSendBlock(company) === null;

/** Companies, their messages and sending: three features meet here. */
export function DashboardPage() {
  const { t } = useTranslation();
  const cache = useCompanyCache();
  const entries = useBlockedEntries();
  const isListed = useMemo(() => createRecipientMatcher(entries), [entries]);
  const isCompanyListed = useMemo(() => createCompanyMatcher(entries), [entries]);
  const queued = useQueuedMails();
  const awaitsOutbox = useAwaitsOutbox();
  const reload = (ids: string[]) => void cache.reload(ids);
  const generation = useBulkGeneration(reload);
  const dashboard = useDashboard(isListed, entries.length > 0, queued, generation.coming);
  const { loaded, selection } = dashboard;
  const listed = { loaded, isReady: dashboard.query.isSuccess };
  const review = useReview(listed);
  const put = (company: Company) => {
    cache.put(company);
    review.update(company);
  };
  const bulk = {
    ...generation,
    start: (...[ids, ...rest]: Parameters<typeof generation.start>) => {
      dashboard.keepOnScreen(ids);
      generation.start(ids, ...rest);
    },
  };
  const busy = useMemo(
    () =>
      loaded
        .filter(
          ({ id, generating, send_status: status }) => (generating && !bulk.states.has(id)) || status === "sending",
        )
        .map(({ id }) => id),
    [loaded, bulk.states],
  );
  const writing = useGenerateMessage({ busy, onCompany: put, onUnsure: reload });
  const markRead = useReadMark({ onCompany: put, onUnsure: reload });
  const failures = useGenerationFailures();
  const sending = useSender();
  const selectAll = useSelectAll(dashboard);
  const [density, setDensity] = useState(() => storedDensity.read());
  const changeDensity = (next: Density) => {
    storedDensity.write(next);
    setDensity(next);
  };
  // The address names one company, or all.
  const { id: failureId, open: openFailure, close: closeFailures } = useUrlDialog("failure");
  const putOutcome = (company: Company) => {
    put(company);
    // A bounce frees the company: the counts of all states change.
    void cache.refresh();
  };
  useOutcomeKeys(() => findFocusedRow(dashboard.rows), useOutcome(putOutcome));
  const answerDialog = useUrlDialog("answer");
  const answered = useNamedCompany(answerDialog.id, listed, answerDialog.close);
  useSingleKeys({
    a: () => {
      const company = findFocusedRow(dashboard.rows);
      if (company && isApplied(company)) answerDialog.open(company.id);
    },
  });
  const messageDialog = useUrlDialog("message");
  const batchDialog = useUrlDialog("batch");
  const { reopen } = messageDialog;
  // An unsaved message is opened again, such as after a session that expired.
  useEffect(() => {
    const unsaved = storedMessageDraft.read();
    if (unsaved) reopen(unsaved.id);
  }, [reopen]);
  // The sentence at which the opened message is edited; null: from its beginning. Else it is opened to be read.
  const [startAt, setStartAt] = useState<string | null>();
  // The company that is applied to without e-mail, as last seen: a filter may hide it once that is done.
  const { company: toApply, ...applying } = useSnapshotDialog("apply", listed);
  // What is previewed is what is sent, even if the row changes.
  const { company: toSend, ...mail } = useSnapshotDialog("send", listed, canBeSent);
  // The letters that are read one after the other, as they were listed when the first one was opened.
  const [letterIds, setLetterIds] = useState<readonly string[]>([]);
  const [isSendingFromLetter, setSendingFromLetter] = useState(false);
  // The empty screen has a search link of its own.
  const empty = dashboard.query.isSuccess && dashboard.total === 0 && !dashboard.listing.favorites;
  const open = useNamedCompany(messageDialog.id, listed, messageDialog.close);
  const [firstReviewed, ...othersReviewed] = review.companies;
  // The message lies over the review: after a reload, too, it opens later.
  const [isReviewShown, setReviewShown] = useState(false);
  const openMessage = (id: string, editedAt?: string | null) => {
    messageDialog.open(id, { instead: ["send", "batch"] });
    setStartAt(editedAt);
  };
  const failed = useMemo(
    () =>
      loaded.flatMap((company) => {
        const failure = failures.get(company.id);
        return failure && !company.email_sent ? [{ company, failure }] : [];
      }),
    [loaded, failures],
  );
  const shownFailures = failed.filter(({ company }) => [company.id, ALL_FAILURES].includes(failureId ?? ""));
  // What failed in this tab only is forgotten by a reload.
  const { isSuccess: hasGeneration } = useQuery(currentGenerationQuery());
  const isFailureGone = failureId !== null && listed.isReady && hasGeneration && shownFailures.length === 0;
  useEffect(() => {
    if (isFailureGone) closeFailures();
  }, [isFailureGone, closeFailures]);
  /** Goes on with the letters that can be sent now, from the one that is open; alone, it has its own button. */
  const reviewFrom = (id: string) => {
    const ready = listInState(loaded, "ready", dashboard.isBlocked, sending.batchLimit);
    const others = ready.flatMap((each) => (each.id === id ? [] : each.id));
    if (others.length === 0 || storedMessageDraft.read()) return;
    review.open([id, ...others].slice(0, sending.batchLimit));
  };
  const retry = (companies: Company[]) => {
    closeFailures();
    const [first, ...more] = companies;
    if (first && more.length === 0) void writing.write(first);
    else
      bulk.start(
        companies.map(({ id }) => id),
        true,
      );
  };

  // Stable functions and cells: otherwise every change would render all rows.
  const write = useEventCallback((company: Company) => {
    dashboard.keepOnScreen([company.id]);
    void writing.write(company);
  });
  const stop = useEventCallback((id: string) => writing.stop(id));
  const openRow = useEventCallback((id: string) => {
    setLetterIds(listLetterIds(dashboard.rows));
    openMessage(id);
  });
  const openLetters = (ids: string[]) => {
    setLetterIds(ids);
    if (ids[0] !== undefined) openMessage(ids[0]);
  };
  const hasLeft = (id: string) => loaded.some((company) => company.id === id && company.email_sent);
  const openCompany = useEventCallback(({ id }: Company) => openRow(id));
  const endSending = (nextId: string | undefined) => {
    setSendingFromLetter(false);
    if (isSendingFromLetter && nextId !== undefined) openMessage(nextId);
    else mail.close();
  };
  const messageCell = useCallback(
    (company: Company) => (
      <MessageCell
        company={company}
        writing={writing.ids.has(company.id)}
        itemState={bulk.states.get(company.id)}
        later={findComing(bulk.coming, company) !== undefined}
        failed={failures.has(company.id)}
        onWhy={() => openFailure(company.id)}
        onWrite={() => write(company)}
        onStop={() => stop(company.id)}
        onOpen={() => openRow(company.id)}
      />
    ),
    [writing.ids, bulk.states, bulk.coming, failures, openFailure, write, stop, openRow],
  );
  const editSentence = useEventCallback((company: Company, sentence?: string) => {
    setSendingFromLetter(false);
    openMessage(company.id, sentence ?? null);
  });
  const rewrite = async (company: Company, sentence: string) => {
    const written = await writing.write(company, { without: [sentence] });
    // The open mail is that of the new text.
    if (written) mail.update(written);
  };
  const rewriteWithout = useEventCallback((company: Company, sentence: string) => void rewrite(company, sentence));
  const linked = sending.from !== null;
  const openMail = useEventCallback((company: Company) => mail.open(company));
  const openApply = useEventCallback((company: Company) => applying.open(company));
  const sendAction = useCallback(
    (company: ListedCompany) =>
      company.queued ? (
        <OutboxLink company={company} />
      ) : (company.recipient === null || company.applied !== null) && company.send_status === "none" ? (
        <ApplyButton company={company} onOpen={() => openApply(company)} />
      ) : (
        <SendButton company={company} linked={linked} listed={isListed(company)} onSend={() => openMail(company)} />
      ),
    [linked, isListed, openMail, openApply],
  );

  return (
    <Page
      title={t(($) => $.companies.title)}
      actions={
        !empty && (
          <>
            {dashboard.total > 0 && <KeyboardHelp hasFilter hasOutcomes opens="openMessage" />}
            {dashboard.hasApplications && <BoardLink />}
            <SearchLink />
          </>
        )
      }
      dense
    >
      <DashboardLoader dashboard={dashboard} waits={sending.isPending || awaitsOutbox} find={<SearchLink primary />}>
        {sending.settings?.gmail.reconnect && (dashboard.counts.ready === 0 || dashboard.selection.ids.length > 0) && (
          <GmailNotice gmail={sending.settings.gmail} />
        )}
        <ProposalsNotice onCompany={putOutcome} />
        <SavedSearchNotice />
        {bulk.running && (
          <WaitingSeries generation={bulk.running} cancel={{ busy: bulk.cancelling, press: bulk.cancel }} />
        )}
        {(!bulk.running || bulk.coming.size > 0) && (
          <GenerationFailureNotice count={failed.length} onOpen={() => openFailure(ALL_FAILURES)} />
        )}
        <StatusCounts dashboard={dashboard} />
        <DashboardSelectionActions
          dashboard={dashboard}
          bulk={bulk}
          sending={sending}
          onOpenMail={(id) => {
            const company = loaded.find((each) => each.id === id);
            if (company) mail.open(company);
          }}
          onRead={markRead}
          onReview={review.open}
          onOpenLetters={openLetters}
          onEdit={editSentence}
        />
        <DashboardFilters dashboard={dashboard} density={density} onDensity={changeDensity} onSelectAll={selectAll} />
        <DashboardTable
          dashboard={dashboard}
          density={density}
          onSelectAll={selectAll}
          onOpen={openCompany}
          messageCell={messageCell}
          sendAction={sendAction}
          contactsAction={(company) => (
            <>
              <div className="row">
                <Button icon="phone" size="small" onClick={() => openApply(company)}>
                  {t(($) => $.applications.open)}
                </Button>
              </div>
              <BlockCompanyButton company={company} />
            </>
          )}
        />
      </DashboardLoader>
      {firstReviewed && (
        <ReviewDialog
          companies={[firstReviewed, ...othersReviewed]}
          writing={writing.ids}
          onClose={() => {
            // What is on its way needs nothing more of the selection.
            selection.set(selection.ids.filter((id) => !queued.has(id) && !hasLeft(id)));
            review.close();
          }}
          onShown={setReviewShown}
          onRead={markRead}
          onSendAll={(ids) => {
            selection.set(ids);
            batchDialog.open("selected", { instead: ["review"] });
          }}
          onRewrite={rewriteWithout}
          onEdit={editSentence}
        />
      )}
      {open && (!firstReviewed || isReviewShown) && (
        <MessageDialog
          key={open.id}
          company={open}
          attachmentNames={sending.listAttachmentNames(open)}
          writing={writing.ids.has(open.id)}
          failure={failures.get(open.id)}
          notice={
            <>
              {queued.has(open.id) && <QueuedMessageNotice />}
              <LetterFindingsNotice company={open} linked={linked} />
            </>
          }
          startAt={startAt}
          onWrite={(body) => void writing.write(open, body)}
          onStop={() => writing.stop(open.id)}
          onClose={messageDialog.close}
          onCompany={put}
          onRead={markRead}
          onDoubt={cache.setDoubt}
          // Over the review it only corrects: sending goes on there.
          steps={firstReviewed ? undefined : toSteps(letterIds, open.id, (id) => openMessage(id))}
          onSend={
            !firstReviewed && findSendBlock(open) === null && !isListed(open)
              ? (company) => {
                  setSendingFromLetter(true);
                  mail.open(company, { instead: ["message"] });
                }
              : undefined
          }
          undoSending={
            <UndoNotice
              place="foot"
              onUndone={([id]) => {
                if (id !== undefined && letterIds.includes(id) && !storedMessageDraft.read()) openMessage(id);
              }}
            />
          }
          beforeSending={
            sending.settings?.gmail.connected === false && (
              <ConnectGmailButton gmail={sending.settings.gmail} onLinked={() => reviewFrom(open.id)} />
            )
          }
        />
      )}
      {toApply && sending.candidate && (
        <ApplyDialog
          company={toApply}
          candidate={sending.candidate}
          listed={isCompanyListed(toApply)}
          onClose={applying.close}
          onCompany={(company) => {
            cache.put(company);
            // The counts of all states change too.
            void cache.refresh();
            applying.update(company);
          }}
        />
      )}
      {answered && <AnswerDialog company={answered} onClose={answerDialog.close} onCompany={putOutcome} />}
      {shownFailures.length > 0 && <FailureDialog failed={shownFailures} onClose={closeFailures} onRetry={retry} />}
      {toSend && (
        <SendOneDialog
          key={toSend.id}
          company={toSend}
          writing={writing.ids.has(toSend.id)}
          onRewrite={rewriteWithout}
          onEdit={editSentence}
          onClose={() => endSending(toSend.id)}
          onQueued={() => endSending(findNextLetter(letterIds, toSend.id))}
          onRead={() => markRead(toSend)}
        />
      )}
    </Page>
  );
}

/** The letters that are read one after the other; their companies as last seen, as a filter may hide what was sent. */
function useReview({ loaded, isReady }: { loaded: readonly Company[]; isReady: boolean }) {
  const { id, open, close } = useUrlDialog("review");
  const [kept, setKept] = useState<readonly Company[]>([]);
  const ids = useMemo(() => (id === null ? [] : id.split(",")), [id]);
  const isKept = kept.length > 0 && kept.every((company) => ids.includes(company.id));
  const named = isKept || !isReady ? [] : loaded.filter((company) => ids.includes(company.id));
  if (named.length > 0) setKept(named);
  const isGone = id !== null && isReady && !isKept && named.length === 0;
  useEffect(() => {
    if (isGone) close();
  }, [isGone, close]);
  return {
    companies: isKept ? kept.map((before) => loaded.find((company) => company.id === before.id) ?? before) : [],
    open: (wanted: readonly string[]) => {
      setKept(wanted.flatMap((id) => loaded.find((company) => company.id === id) ?? []));
      open(wanted.join(","), { instead: ["batch", "message"] });
    },
    update: (company: Company) => setKept((before) => before.map((each) => (each.id === company.id ? company : each))),
    close,
  };
}
