import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../worker/contract/companies";
import { useCompanyCache } from "../../features/companies/cache";
import { DashboardFilters } from "../../features/companies/dashboard-filters";
import { DashboardFrame } from "../../features/companies/dashboard-frame";
import { DashboardTable } from "../../features/companies/dashboard-table";
import { ExportButton } from "../../features/companies/export-button";
import { StateNumbers } from "../../features/companies/state-numbers";
import { useDashboard } from "../../features/companies/use-dashboard";
import { useSelectAll } from "../../features/companies/use-select-all";
import { NeverAgain } from "../../features/mail/never-again";
import { ReviewNotice } from "../../features/mail/review-notice";
import { listedRecipient } from "../../features/mail/rules";
import { SendButton } from "../../features/mail/send-button";
import { useDoNotContact } from "../../features/mail/use-do-not-contact";
import { BulkProgress } from "../../features/messages/bulk-progress";
import { FailureNotice } from "../../features/messages/failure-notice";
import { keptDraft } from "../../features/messages/kept-draft";
import { MessageCell } from "../../features/messages/message-cell";
import { useBulkWriting } from "../../features/messages/use-bulk-writing";
import { useFailures } from "../../features/messages/use-failures";
import { useWriting } from "../../features/messages/use-writing";
import { useHandler } from "../../lib/use-handler";
import { onDemand } from "../../ui/on-demand";
import { Page } from "../../ui/page";
import { DashboardSelection } from "./dashboard-selection";
import { GmailNotice } from "./gmail-notice";
import { SearchLink } from "./search-link";
import { useSending } from "./use-sending";

const FailureDialog = onDemand(async () => (await import("../../features/messages/failure-dialog")).FailureDialog);
const MessageDialog = onDemand(async () => (await import("../../features/messages/message-dialog")).MessageDialog);
const SendOneDialog = onDemand(async () => (await import("../../features/mail/send-one-dialog")).SendOneDialog);

/** The companies, what to write to them and the sending: three features meet here. */
export function DashboardPage() {
  const { t } = useTranslation();
  const cache = useCompanyCache();
  const { entries } = useDoNotContact();
  const isListed = useMemo(() => listedRecipient(entries), [entries]);
  const dashboard = useDashboard(isListed, entries.length > 0);
  const reload = (ids: string[]) => void cache.reload(ids);
  const bulk = useBulkWriting(reload);
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
  const writing = useWriting({ busy, onCompany: cache.put, onUnsure: reload });
  const failures = useFailures();
  const sending = useSending();
  const selectAll = useSelectAll(dashboard);
  // Ids of the companies whose failures are looked at.
  const [why, setWhy] = useState<readonly string[]>([]);
  // A text that was being written when the page was left by force is taken up again.
  const [openId, setOpenId] = useState<string | null>(() => keptDraft.read()?.id ?? null);
  // What is previewed is what is sent: a snapshot, whatever happens to the row meanwhile.
  const [toSend, setToSend] = useState<Company | null>(null);
  // The empty screen has its own way to the search.
  const empty = dashboard.query.isSuccess && dashboard.total === 0 && !dashboard.listing.favorites;
  const open = openId === null ? undefined : loaded.find(({ id }) => id === openId);
  const failed = useMemo(
    () =>
      loaded.flatMap((company) => {
        const failure = failures.get(company.id);
        return failure && !company.email_sent ? [{ company, failure }] : [];
      }),
    [loaded, failures],
  );
  const whyFailed = failed.filter(({ company }) => why.includes(company.id));
  const retry = (companies: Company[]) => {
    setWhy([]);
    const [first, ...more] = companies;
    if (first && more.length === 0) void writing.write(first);
    else
      bulk.start(
        companies.map(({ id }) => id),
        true,
      );
  };

  // What goes into a row is the same until it shows something else: else every row would be drawn with everything that happens.
  const write = useHandler((company: Company) => void writing.write(company));
  const stop = useHandler((id: string) => writing.stop(id));
  const messageCell = useCallback(
    (company: Company) => (
      <MessageCell
        company={company}
        writing={writing.ids.has(company.id)}
        turn={bulk.states.get(company.id)}
        failed={failures.has(company.id)}
        onWhy={() => setWhy([company.id])}
        onWrite={() => write(company)}
        onStop={() => stop(company.id)}
        onOpen={() => setOpenId(company.id)}
      />
    ),
    [writing.ids, bulk.states, failures, write, stop],
  );
  const linked = sending.from !== null;
  const sendAction = useCallback(
    (company: Company) => (
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
            {dashboard.total > 0 && <ExportButton listing={dashboard.listing} loaded={loaded} />}
            <SearchLink />
          </>
        )
      }
    >
      <DashboardFrame dashboard={dashboard} waits={sending.isPending} find={<SearchLink primary />}>
        {sending.settings && <GmailNotice gmail={sending.settings.gmail} ready={dashboard.counts.ready} />}
        <BulkProgress bulk={bulk} />
        {!bulk.running && (
          <FailureNotice count={failed.length} onOpen={() => setWhy(failed.map(({ company }) => company.id))} />
        )}
        <StateNumbers dashboard={dashboard} />
        <DashboardSelection
          dashboard={dashboard}
          bulk={bulk}
          sending={sending}
          onLook={(id) => setToSend(loaded.find((company) => company.id === id) ?? null)}
        />
        <DashboardFilters dashboard={dashboard} onSelectAll={selectAll} />
        <DashboardTable
          dashboard={dashboard}
          onSelectAll={selectAll}
          messageCell={messageCell}
          sendAction={sendAction}
          contactsAction={(company) => <NeverAgain company={company} />}
        />
      </DashboardFrame>
      {open && (
        <MessageDialog
          key={open.id}
          company={open}
          enclosure={sending.enclosure}
          writing={writing.ids.has(open.id)}
          failure={failures.get(open.id)}
          notice={<ReviewNotice company={open} linked={linked} />}
          onWrite={() => void writing.write(open)}
          onStop={() => writing.stop(open.id)}
          onClose={() => setOpenId(null)}
          onCompany={cache.put}
        />
      )}
      {whyFailed.length > 0 && <FailureDialog failed={whyFailed} onClose={() => setWhy([])} onRetry={retry} />}
      {toSend && (
        <SendOneDialog
          key={toSend.id}
          company={toSend}
          onClose={() => setToSend(null)}
          onSent={(company) => {
            cache.put(company);
            setToSend(null);
          }}
        />
      )}
    </Page>
  );
}
