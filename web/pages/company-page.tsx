import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useParams } from "wouter";
import type { Company } from "../../worker/contract/companies";
import type { CompanyPage as PageData } from "../../worker/contract/company-page";
import { OutcomeSection } from "../features/applications/components/outcome-section";
import { ProposalsNotice } from "../features/applications/components/proposals-notice";
import { WaysSection } from "../features/applications/components/ways-section";
import { setCompanyEmail } from "../features/companies/api/company-requests";
import { useArchiveAction, useFavorite } from "../features/companies/hooks/use-archive-actions";
import { useCompanyCache } from "../features/companies/hooks/use-company-cache";
import { useTypeNames } from "../features/companies/hooks/use-type-names";
import { findNeighbours } from "../features/companies/model/company-order";
import { CompanyFactsSection } from "../features/company/components/company-facts-section";
import { CompanyLinks } from "../features/company/components/company-links";
import { CompanyLoader } from "../features/company/components/company-loader";
import { NoteSection } from "../features/company/components/note-section";
import { TagsSection } from "../features/company/components/tags-section";
import { TimelineSection } from "../features/company/components/timeline-section";
import { useCompanyPage } from "../features/company/hooks/use-company-page";
import { BlockCompanyButton } from "../features/mail/components/block-company-button";
import { FollowUpSection } from "../features/mail/components/follow-up-section";
import { GmailMailLink } from "../features/mail/components/gmail-mail-link";
import { LetterFindingsNotice } from "../features/mail/components/letter-findings-notice";
import { QueuedMessageNotice } from "../features/mail/components/queued-message-notice";
import { useBlockedEntries } from "../features/mail/hooks/use-do-not-contact";
import { useFollowUp, useFollowUpCache } from "../features/mail/hooks/use-follow-ups";
import { useQueuedMails } from "../features/mail/hooks/use-outbox";
import { createCompanyMatcher, createRecipientMatcher } from "../features/mail/model/do-not-contact-matcher";
import { findSendBlock } from "../features/mail/model/rules-send";
import { MessageSection } from "../features/messages/components/message-section";
import { WaitingSeries } from "../features/messages/components/waiting-series";
import { useCompanySeries } from "../features/messages/hooks/use-company-series";
import { useFollowUpWriting } from "../features/messages/hooks/use-follow-up-writing";
import { useGenerateMessage } from "../features/messages/hooks/use-generate-message";
import { useGenerationFailures } from "../features/messages/hooks/use-generation-failures";
import { useReadMark } from "../features/messages/hooks/use-read-mark";
import { storedFollowUpDraft } from "../features/messages/model/stored-follow-up-draft";
import { storedMessageDraft } from "../features/messages/model/stored-message-draft";
import { useShownLanguage } from "../i18n/use-language";
import { formatCompanyName, toReadableHost } from "../lib/company-name";
import { formatCountry } from "../lib/format";
import { splitList } from "../lib/split-list";
import { useUrlDialog } from "../lib/use-url-state";
import { Button, IconButton } from "../ui/button/button";
import { ExternalLink } from "../ui/button/external-link";
import { ContactSources } from "../ui/company/contact-sources";
import { createLazyDialog } from "../ui/dialog/lazy-dialog";
import { Page } from "../ui/page/page";
import { Banner } from "../ui/status/banner";
import { useSender } from "./use-sender";

const AnswerDialog = createLazyDialog(
  async () => (await import("../features/applications/components/answer-dialog")).AnswerDialog,
);
const ApplyDialog = createLazyDialog(
  async () => (await import("../features/applications/components/apply-dialog")).ApplyDialog,
);
const DetailsDialog = createLazyDialog(
  async () => (await import("../features/company/components/company-details-dialog")).CompanyDetailsDialog,
);
const MessageDialog = createLazyDialog(
  async () => (await import("../features/messages/components/message-dialog")).MessageDialog,
);
const HistoryDialog = createLazyDialog(
  async () => (await import("../features/messages/components/company-versions-dialog")).CompanyVersionsDialog,
);
const FollowUpDialog = createLazyDialog(async () => (await import("./follow-up-dialog")).FollowUpDialog);
const CallDialog = createLazyDialog(
  async () => (await import("../features/applications/components/call-dialog")).CallDialog,
);
const SendOneDialog = createLazyDialog(async () => (await import("./sending-dialogs")).SourcedSendOneDialog);

/** One company: its contacts, its message, what happened with it, and what the user notes. */
export function CompanyPage() {
  const { t } = useTranslation();
  const { id } = useParams<{ id: string }>();
  const page = useCompanyPage(id);
  const restore = useArchiveAction("restored");
  return (
    <CompanyLoader
      query={page.query}
      links={<CompanyLinks {...findNeighbours(id)} />}
      restore={
        <Button
          icon="restore"
          busy={restore.isPending}
          onClick={() => restore.mutate([id], { onSettled: () => void page.reload() })}
        >
          {t(($) => $.company.archived.restore)}
        </Button>
      }
    >
      {(data, failure) => <LoadedCompany data={data} page={page} failure={failure} />}
    </CompanyLoader>
  );
}

interface LoadedCompanyProps {
  data: PageData;
  page: ReturnType<typeof useCompanyPage>;
  /** Why what is shown may be outdated. */
  failure: ReactNode;
}

function LoadedCompany({ data, page, failure }: LoadedCompanyProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const cache = useCompanyCache();
  const sending = useSender();
  const entries = useBlockedEntries();
  const isListed = useMemo(() => createRecipientMatcher(entries), [entries]);
  const isCompanyListed = useMemo(() => createCompanyMatcher(entries), [entries]);
  const { company, note, tags, facts } = data;
  const { id } = company;
  const name = formatCompanyName(company);
  const reload = () => void page.reload();
  const put = (changed: Company) => {
    cache.put(changed);
    page.put(changed);
  };
  const putOutcome = (changed: Company) => {
    put(changed);
    void cache.refresh();
    reload();
  };
  const busy = useMemo(
    () => (company.generating || company.send_status === "sending" ? [id] : []),
    [company.generating, company.send_status, id],
  );
  const writing = useGenerateMessage({ busy, onCompany: put, onUnsure: reload });
  const markRead = useReadMark({ onCompany: put, onUnsure: reload });
  const failures = useGenerationFailures();
  const { series, isComing } = useCompanySeries(company, reload);
  const favorite = useFavorite();
  const archive = useArchiveAction("archived");
  const { id: dialog, open: openDialog, reopen, close } = useUrlDialog("open");
  // An unsaved message is opened again, such as after a session that expired.
  useEffect(() => {
    if (storedMessageDraft.read()?.id === id) reopen("message");
    if (storedFollowUpDraft.read()?.companyId === id) reopen("follow-up");
  }, [id, reopen]);
  // The sentence at which the message is edited; null: from its beginning.
  const [startAt, setStartAt] = useState<string | null>();
  const editAt = (sentence?: string) => {
    setStartAt(sentence ?? null);
    openDialog("message");
  };
  const rewriteWithout = async (sentence: string) => {
    const written = await writing.write(company, { without: [sentence] });
    if (written) setKept((before) => before && written);
  };
  const isWriting = writing.ids.has(id) || company.generating;
  const isLocked = company.email_sent || company.send_status === "sending";
  const isQueued = useQueuedMails().has(id);
  const isFollowUpQueued = useQueuedMails("follow-ups").has(id);
  const followUps = useFollowUpCache();
  const followUpWriting = useFollowUpWriting(followUps.put, () => void followUps.reload(id));
  const mayBeFollowedUp = company.email_sent && company.outcome === null;
  const followUpQuery = useFollowUp(id, mayBeFollowedUp);
  const followUp = followUpQuery.data?.follow_up;
  const linked = sending.from !== null;
  const isBlocked = isListed(company);
  const sendBlock = findSendBlock(company) ?? (isBlocked ? "do_not_contact" : null);
  // What is previewed is what is sent, even if the company changes.
  const [kept, setKept] = useState<Company | null>(null);
  const mayBeSent = dialog === "send" && !isLocked && !isQueued && sendBlock === null;
  if (dialog !== "send" && kept !== null) setKept(null);
  else if (mayBeSent && kept === null) setKept(company);
  const isOutdated = dialog === "send" && kept === null && !mayBeSent;
  useEffect(() => {
    if (isOutdated) close();
  }, [isOutdated, close]);
  const renderApply = (look: "primary" | "plain") => (
    <Button look={look} icon="phone" onClick={() => openDialog("apply")}>
      {t(($) => $.applications.open)}
    </Button>
  );

  /** The one next step: to write, to send, or to apply in another way. */
  function renderNextStep(): ReactNode {
    if (isLocked || isQueued || isBlocked) return null;
    const isApplied = company.applied !== null;
    if (company.recipient === null) return isApplied ? null : renderApply("primary");
    const look = isApplied ? "plain" : "primary";
    if (isWriting || (series && !isComing))
      return (
        <>
          <Button look={look} busy>
            {t(($) => $.company.action.writing)}
          </Button>
          {!series && <Button onClick={() => writing.stop(id)}>{t(($) => $.company.action.stop)}</Button>}
        </>
      );
    // The notice below offers to write its series.
    if (company.message.trim() === "" && isComing) return null;
    if (company.message.trim() === "")
      return (
        <Button look={look} icon="wand" onClick={() => void writing.write(company)}>
          {t(($) => $.company.action.write)}
        </Button>
      );
    const reason =
      sendBlock !== null ? t(($) => $.mail.reasons[sendBlock]) : linked ? undefined : t(($) => $.errors.gmail_required);
    return (
      <Button look={look} icon="send" disabledReason={reason} onClick={() => openDialog("send")}>
        {t(($) => $.company.action.send)}
      </Button>
    );
  }

  return (
    <Page
      title={name}
      above={<CompanyLinks {...findNeighbours(id)} />}
      lead={<CompanyAbout company={company} onCorrect={() => openDialog("details")} />}
      actions={
        <>
          <IconButton
            icon="star"
            className={company.favorited ? "favorite on" : "favorite"}
            label={
              company.favorited
                ? t(($) => $.companies.row.unfavorite, { name })
                : t(($) => $.companies.row.favorite, { name })
            }
            busy={favorite.isPending}
            onClick={() => favorite.mutate(company, { onSuccess: (answer) => page.put(answer.company) })}
          />
          <IconButton
            icon="archive"
            label={t(($) => $.companies.row.archive, { name })}
            busy={archive.isPending}
            disabledReason={
              company.send_status === "sending" ? t(($) => $.companies.blocked.archiveSending) : undefined
            }
            onClick={() => archive.mutate([id], { onSuccess: () => navigate("/dashboard") })}
          />
          {renderNextStep()}
        </>
      }
    >
      {failure}
      {series && <WaitingSeries generation={series} company={company} />}
      {isQueued && <QueuedMessageNotice />}
      {isBlocked && !isLocked && <Banner tone="warn">{t(($) => $.mail.advice.do_not_contact)}</Banner>}
      <div className="company-columns">
        <div className="company-column">
          <MessageSection
            company={company}
            attachmentNames={sending.listAttachmentNames(company)}
            versions={data.versions.length}
            empty={<p className="soft">{t(($) => $.company.message.empty)}</p>}
            onEdit={isLocked ? undefined : () => editAt()}
            onVersions={() => openDialog("versions")}
          />
        </div>
        <div className="company-column company-aside">
          <ProposalsNotice companyId={id} onCompany={putOutcome} />
          <OutcomeSection
            company={company}
            events={data.outcomes}
            onCompany={putOutcome}
            onAnswer={() => openDialog("answer")}
          />
          {mayBeFollowedUp && (
            <FollowUpSection
              query={followUpQuery}
              isQueued={isFollowUpQueued}
              onOpen={() => openDialog("follow-up")}
              onCall={() => openDialog("call")}
            />
          )}
          <NoteSection
            companyId={id}
            name={name}
            note={note}
            onSaved={(saved) => page.change({ note: saved })}
            onChangedElsewhere={reload}
          />
          <TagsSection companyId={id} tags={tags} onTags={(now) => page.change({ tags: now })} />
          <section className="company-part" aria-labelledby="company-contacts">
            <h2 id="company-contacts">{t(($) => $.company.contacts.title)}</h2>
            {company.contacts.length === 0 && <p className="soft">{t(($) => $.company.contacts.none)}</p>}
            <ContactSources
              company={company}
              blocked={isBlocked}
              onEmail={
                isLocked
                  ? undefined
                  : async (email, replaces) => {
                      const answer = await setCompanyEmail(id, email, replaces);
                      put(answer.company);
                      return answer;
                    }
              }
              action={<BlockCompanyButton company={company} />}
            />
          </section>
          {/* Where it is the next step, its button stands above. */}
          <WaysSection
            company={company}
            action={company.recipient === null && company.applied === null ? null : renderApply("plain")}
          />
        </div>
        <div className="company-column">
          <CompanyFactsSection facts={facts} language={company.language} hasSite={company.website !== ""} />
          <TimelineSection
            page={data}
            mailLink={(mail) => <GmailMailLink mail={mail} account={sending.settings?.gmail.email ?? null} />}
          />
        </div>
      </div>
      {dialog === "message" && (
        <MessageDialog
          company={company}
          attachmentNames={sending.listAttachmentNames(company)}
          writing={writing.ids.has(id)}
          failure={failures.get(id)}
          notice={
            <>
              {isQueued && <QueuedMessageNotice />}
              <LetterFindingsNotice company={company} linked={linked} />
            </>
          }
          startAt={startAt}
          onWrite={(body) => void writing.write(company, body)}
          onStop={() => writing.stop(id)}
          onClose={close}
          onCompany={put}
          onRead={markRead}
          onDoubt={(doubted, doubtful) => {
            cache.setDoubt(doubted, doubtful);
            reload();
          }}
        />
      )}
      {dialog === "details" && (
        <DetailsDialog
          company={company}
          onClose={close}
          onCompany={(changed) => {
            put(changed);
            void cache.refresh();
          }}
        />
      )}
      {dialog === "versions" && (
        <HistoryDialog
          company={company}
          disabledReason={
            isLocked ? t(($) => $.errors.already_sent) : isWriting ? t(($) => $.messages.dialog.writing) : undefined
          }
          onCompany={put}
          onClose={close}
        />
      )}
      {dialog === "answer" && <AnswerDialog company={company} onClose={close} onCompany={putOutcome} />}
      {dialog === "apply" && sending.candidate && (
        <ApplyDialog
          company={company}
          candidate={sending.candidate}
          listed={isCompanyListed(company)}
          onClose={close}
          onCompany={(changed) => {
            put(changed);
            void cache.refresh();
          }}
        />
      )}
      {dialog === "follow-up" && (
        <FollowUpDialog
          ids={[id]}
          writing={followUpWriting}
          onCall={() => openDialog("call")}
          onClose={() => {
            close();
            reload();
          }}
        />
      )}
      {dialog === "call" && followUp && sending.candidate && (
        <CallDialog
          followUp={followUp}
          candidate={sending.candidate.name}
          onClose={close}
          onChanged={(changed) => {
            followUps.put(changed);
            void followUps.reload();
            reload();
          }}
        />
      )}
      {kept && (
        <SendOneDialog
          company={kept}
          writing={isWriting}
          onRewrite={(_, sentence) => void rewriteWithout(sentence)}
          onEdit={(_, sentence) => editAt(sentence)}
          onClose={() => {
            close();
            reload();
          }}
          onQueued={close}
          onRead={() => markRead(kept)}
        />
      )}
    </Page>
  );
}

/** Site, place, activities and status of a company. */
function CompanyAbout({ company, onCorrect }: { company: Company; onCorrect: () => void }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const shown = useMemo(() => [company], [company]);
  // Not the English name for a moment.
  const typeName = useTypeNames(shown, "");
  const { website, city, country, business_type: types } = company;
  const place = [city, country === "" ? "" : formatCountry(country, language)].filter((part) => part !== "").join(", ");
  return (
    <span className="company-about">
      {website !== "" && (
        <ExternalLink href={website} title={t(($) => $.companies.row.visit, { name: formatCompanyName(company) })}>
          {toReadableHost(website)}
        </ExternalLink>
      )}
      {place !== "" && <span>{place}</span>}
      {types !== "" && <span>{splitList(types).map(typeName).join(", ")}</span>}
      <Button size="small" look="quiet" icon="pen" onClick={onCorrect}>
        {city === "" ? t(($) => $.company.details.addCity) : t(($) => $.company.details.open)}
      </Button>
    </span>
  );
}
