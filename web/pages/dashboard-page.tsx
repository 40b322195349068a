import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../worker/contract/companies";
import { ApplyButton } from "../features/applications/components/apply-button";
import { DashboardFilters } from "../features/companies/components/dashboard-filters";
import { DashboardLoader } from "../features/companies/components/dashboard-loader";
import { DashboardTable } from "../features/companies/components/dashboard-table";
import { SearchLink } from "../features/companies/components/search-link";
import { StatusCounts } from "../features/companies/components/status-counts";
import { useCompanyCache } from "../features/companies/hooks/use-company-cache";
import { useDashboard } from "../features/companies/hooks/use-dashboard";
import { useNamedCompany } from "../features/companies/hooks/use-named-company";
import { useSelectAll } from "../features/companies/hooks/use-select-all";
import type { ListedCompany } from "../features/companies/model/company-status";
import { type Density, storedDensity } from "../features/companies/model/stored-density";
import { BlockCompanyButton } from "../features/mail/components/block-company-button";
import { ConnectGmailButton } from "../features/mail/components/connect-gmail-button";
import { GmailNotice } from "../features/mail/components/gmail-notice";
import { LetterFindingsNotice } from "../features/mail/components/letter-findings-notice";
import { OutboxLink } from "../features/mail/components/outbox-link";
import { QueuedMessageNotice } from "../features/mail/components/queued-message-notice";
import { SendButton } from "../features/mail/components/send-button";
import { useDoNotContact } from "../features/mail/hooks/use-do-not-contact";
import { useQueuedMails } from "../features/mail/hooks/use-outbox";
import { createCompanyMatcher, createRecipientMatcher } from "../features/mail/model/do-not-contact-matcher";
import { findSendBlock } from "../features/mail/model/rules-send";
import { GenerationFailureNotice } from "../features/messages/components/generation-failure-notice";
import { MessageCell } from "../features/messages/components/message-cell";
import { useBulkGeneration } from "../features/messages/hooks/use-bulk-generation";
import { useGenerateMessage } from "../features/messages/hooks/use-generate-message";
import { useGenerationFailures } from "../features/messages/hooks/use-generation-failures";
import { useReadMark } from "../features/messages/hooks/use-read-mark";
import { findNextLetter, listLetterIds, toSteps } from "../features/messages/model/letter-steps";
import { storedMessageDraft } from "../features/messages/model/stored-message-draft";
import { SavedSearchNotice } from "../features/search/components/saved-search-notice";
import { useEventCallback } from "../lib/use-event-callback";
import { useUrlDialog } from "../lib/use-url-state";
import { Button } from "../ui/button/button";
import { createLazyDialog } from "../ui/dialog/lazy-dialog";
import { Page } from "../ui/page/page";
import { KeyboardHelp } from "../ui/table/keyboard-help";
import { DashboardSelectionActions } from "./dashboard-selection-actions";
import { useSender } from "./use-sender";

const FailureDialog = createLazyDialog(
  async () => (await import("../features/messages/components/generation-failure-dialog")).GenerationFailureDialog,
);
const ApplyDialog = createLazyDialog(
  async () => (await import("../features/applications/components/apply-dialog")).ApplyDialog,
);
const MessageDialog = createLazyDialog(
  async () => (await import("../features/messages/components/message-dialog")).MessageDialog,
);
const SendOneDialog = createLazyDialog(async () => (await import("./sending-dialogs")).SourcedSendOneDialog);
const ReviewDialog = createLazyDialog(async () => (await import("./sending-dialogs")).SourcedReviewDialog);

/** Companies, their messages and sending: three features meet here. */
export function DashboardPage() {
  const { t } = useTranslation();
  const cache = useCompanyCache();
  const { entries } = useDoNotContact();
  const isListed = useMemo(() => createRecipientMatcher(entries), [entries]);
  const isCompanyListed = useMemo(() => createCompanyMatcher(entries), [entries]);
  const queued = useQueuedMails();
  const dashboard = useDashboard(isListed, entries.length > 0, queued);
  // Those under review, as they were last seen: a filter may hide a row that was sent.
  const [underReview, setUnderReview] = useState<readonly Company[]>([]);
  const put = (company: Company) => {
    cache.put(company);
    setUnderReview((before) => before.map((each) => (each.id === company.id ? company : each)));
  };
  const reload = (ids: string[]) => void cache.reload(ids);
  const generation = useBulkGeneration(reload);
  const bulk = {
    ...generation,
    start: (...[ids, ...rest]: Parameters<typeof generation.start>) => {
      dashboard.keepOnScreen(ids);
      generation.start(ids, ...rest);
    },
  };
  const { loaded } = dashboard;
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
  // Ids of the companies in the dialog of failures.
  const [failureIds, setFailureIds] = useState<readonly string[]>([]);
  const messageDialog = useUrlDialog("message");
  const { reopen } = messageDialog;
  // An unsaved message is opened again, such as after a session that expired.
  useEffect(() => {
    const unsaved = storedMessageDraft.read();
    if (unsaved) reopen(unsaved.id);
  }, [reopen]);
  // The sentence at which the opened message is edited.
  const [startAt, setStartAt] = useState<string>();
  // The company that is applied to without e-mail, as last seen: a filter may hide it once that is done.
  const [toApply, setToApply] = useState<Company | null>(null);
  // A snapshot: what is previewed is what is sent, even if the row changes.
  const [toSend, setToSend] = useState<Company | null>(null);
  // The letters that are read one after the other, as they were listed when the first one was opened.
  const [letterIds, setLetterIds] = useState<readonly string[]>([]);
  const [isSendingFromLetter, setSendingFromLetter] = useState(false);
  // The empty screen has a search link of its own.
  const empty = dashboard.query.isSuccess && dashboard.total === 0 && !dashboard.listing.favorites;
  const open = useNamedCompany(messageDialog.id, { loaded, isReady: dashboard.query.isSuccess }, messageDialog.close);
  const [firstReviewed, ...othersReviewed] = underReview.map(
    (before) => loaded.find(({ id }) => id === before.id) ?? before,
  );
  const openMessage = (id: string, sentence?: string) => {
    messageDialog.open(id);
    setStartAt(sentence);
  };
  const failed = useMemo(
    () =>
      loaded.flatMap((company) => {
        const failure = failures.get(company.id);
        return failure && !company.email_sent ? [{ company, failure }] : [];
      }),
    [loaded, failures],
  );
  const shownFailures = failed.filter(({ company }) => failureIds.includes(company.id));
  const retry = (companies: Company[]) => {
    setFailureIds([]);
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
  const openCompany = useEventCallback(({ id }: Company) => openRow(id));
  const endSending = (nextId: string | undefined) => {
    setToSend(null);
    setSendingFromLetter(false);
    if (isSendingFromLetter && nextId !== undefined) openMessage(nextId);
  };
  const messageCell = useCallback(
    (company: Company) => (
      <MessageCell
        company={company}
        writing={writing.ids.has(company.id)}
        itemState={bulk.states.get(company.id)}
        failed={failures.has(company.id)}
        onWhy={() => setFailureIds([company.id])}
        onWrite={() => write(company)}
        onStop={() => stop(company.id)}
        onOpen={() => openRow(company.id)}
      />
    ),
    [writing.ids, bulk.states, failures, write, stop, openRow],
  );
  const editSentence = useEventCallback((company: Company, sentence: string) => {
    setToSend(null);
    setSendingFromLetter(false);
    openMessage(company.id, sentence);
  });
  const rewrite = async (company: Company, sentence: string) => {
    const written = await writing.write(company, { without: [sentence] });
    // The open mail is that of the new text.
    if (written) setToSend((before) => (before?.id === written.id ? written : before));
  };
  const rewriteWithout = useEventCallback((company: Company, sentence: string) => void rewrite(company, sentence));
  const linked = sending.from !== null;
  const sendAction = useCallback(
    (company: ListedCompany) =>
      company.queued ? (
        <OutboxLink company={company} />
      ) : company.recipient === null && company.send_status === "none" ? (
        <ApplyButton company={company} onOpen={() => setToApply(company)} />
      ) : (
        <SendButton company={company} linked={linked} listed={isListed(company)} onSend={() => setToSend(company)} />
      ),
    [linked, isListed],
  );

  return (
    <Page
      title={t(($) => $.companies.title)}
      actions={
        !empty && (
          <>
            {dashboard.total > 0 && <KeyboardHelp hasFilter opens="openMessage" />}
            <SearchLink />
          </>
        )
      }
      dense
    >
      <DashboardLoader dashboard={dashboard} waits={sending.isPending} find={<SearchLink primary />}>
        {sending.settings?.gmail.reconnect && (dashboard.counts.ready === 0 || dashboard.selection.ids.length > 0) && (
          <GmailNotice gmail={sending.settings.gmail} />
        )}
        <SavedSearchNotice />
        {!bulk.running && (
          <GenerationFailureNotice
            count={failed.length}
            onOpen={() => setFailureIds(failed.map(({ company }) => company.id))}
          />
        )}
        <StatusCounts dashboard={dashboard} />
        <DashboardSelectionActions
          dashboard={dashboard}
          bulk={bulk}
          sending={sending}
          onOpenMail={(id) => setToSend(loaded.find((company) => company.id === id) ?? null)}
          onRead={markRead}
          onReview={(ids) => setUnderReview(loaded.filter(({ id }) => ids.includes(id)))}
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
                <Button icon="phone" size="small" onClick={() => setToApply(company)}>
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
          onClose={() => setUnderReview([])}
          onRead={markRead}
          onRewrite={rewriteWithout}
          onEdit={editSentence}
        />
      )}
      {open && (
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
          steps={toSteps(letterIds, open.id, openMessage)}
          onSend={
            findSendBlock(open) === null && !isListed(open)
              ? (company) => {
                  messageDialog.close();
                  setSendingFromLetter(true);
                  setToSend(company);
                }
              : undefined
          }
          beforeSending={
            sending.settings?.gmail.connected === false && <ConnectGmailButton gmail={sending.settings.gmail} />
          }
        />
      )}
      {toApply && sending.candidate && (
        <ApplyDialog
          company={toApply}
          candidate={sending.candidate}
          listed={isCompanyListed(toApply)}
          onClose={() => setToApply(null)}
          onCompany={(company) => {
            cache.put(company);
            // The counts of all states change too.
            void cache.refresh();
            setToApply((before) => before && company);
          }}
        />
      )}
      {shownFailures.length > 0 && (
        <FailureDialog failed={shownFailures} onClose={() => setFailureIds([])} onRetry={retry} />
      )}
      {toSend && (
        <SendOneDialog
          // Not the key of the message's dialog, which closes a moment later.
          key={`send ${toSend.id}`}
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
