import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Company } from "../../../../worker/contract/companies";
import { type Confirmation, DEFAULT_SUBJECT } from "../../../../worker/contract/mail";
import { formatCompanyName } from "../../../lib/company-name";
import { pressLetterKey } from "../../../lib/letter-keys";
import { useEventCallback } from "../../../lib/use-event-callback";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { useFocusInDialog } from "../../../ui/dialog/use-focus-in-dialog";
import { Banner } from "../../../ui/status/banner";
import { useCardLayout } from "../../../ui/table/use-card-layout";
import { previewQuery } from "../api/mail-requests";
import { useApproval } from "../hooks/use-approval";
import { useDayNotice } from "../hooks/use-day-notice";
import { useOutbox, useQueuedMails } from "../hooks/use-outbox";
import { useOutboxStopText } from "../hooks/use-outbox-stop-text";
import { usePreviewedSend } from "../hooks/use-previewed-send";
import { formatCompanyAndTown } from "../model/company-and-town";
import {
  type AgreedLanguages,
  answerLanguages,
  countReview,
  findDifferingLanguages,
  findNextUnsent,
  listOnTheirWay,
  listProposed,
  listUnsent,
} from "../model/rules-review";
import { ApproveButton } from "./approve-button";
import { LetterSubject } from "./email-preview";
import { OutboxStyles } from "./outbox-styles";
import { type LetterRenderer, PreviewedMail } from "./previewed-mail";
import { ReadState } from "./read-state";
import { UndoNotice } from "./undo-notice";
import reviewStyles from "./review.css?url";

export interface ReviewDialogProps {
  /** In the order they are read, each as it is known now. */
  companies: readonly [Company, ...Company[]];
  /** Ids of those whose text is being written again. */
  writing: ReadonlySet<string>;
  letter: LetterRenderer;
  onClose: () => void;
  /** Called with true once it is open, and with false when it closes. */
  onShown: (isShown: boolean) => void;
  /** Whether somebody changed this text and has not saved it. */
  hasUnsaved: (company: Company) => boolean;
  onRead: (company: Company) => void;
  /** Opens the message over the review, to change its text or its address. */
  onEdit: (company: Company) => void;
  /** Goes on to the confirmation of what was read and not sent. */
  onSendAll: (ids: string[]) => void;
}

/**
 * One letter after the other, each with its sources: read, correct, send or leave out, next. What is sent goes into the
 * outbox. Ends with what was done and what is left.
 */
export function ReviewDialog({
  companies,
  writing,
  letter,
  onClose,
  onShown,
  hasUnsaved,
  onRead,
  onEdit,
  onSendAll,
}: ReviewDialogProps) {
  const { t } = useTranslation();
  const isPhone = useCardLayout();
  const outboxQuery = useOutbox();
  const outbox = outboxQuery.data?.outbox;
  const queued = useQueuedMails();
  const [seenQueued, setSeenQueued] = useState<ReadonlySet<string>>(new Set());
  if ([...queued.keys()].some((id) => !seenQueued.has(id))) setSeenQueued(new Set([...seenQueued, ...queued.keys()]));
  const sent = useMemo(() => listOnTheirWay(outbox, seenQueued), [outbox, seenQueued]);
  // Until the user moves, the first one that is not sent: also after a reload.
  const [movedTo, setAt] = useState<number | null>(null);
  const at = movedTo ?? findNextUnsent(companies, sent, -1);
  // Not to be sent now; they stay as they are in the list.
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const [justSkipped, setJustSkipped] = useState<string | null>(null);
  const settled = new Set([...sent, ...skipped]);
  // Approved, and then not: they are sent one by one only.
  const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());
  const ended = at >= companies.length;
  const company = companies[at] ?? companies[0];
  const isSent = sent.has(company.id) || company.email_sent;
  const hasLeft = company.email_sent || !queued.has(company.id);
  const name = formatCompanyName(company);
  const sending = useLanguageAgreement(
    usePreviewedSend(company, !ended && !isSent && !outboxQuery.isPending),
    company.id,
  );
  const busy = sending.sending;
  const next = findNextUnsent(companies, new Set([...settled, company.id]), at);
  const openNext = () => open(next);
  usePreviewAhead(ended ? undefined : companies[next], sending.preview !== undefined);
  const approval = useApproval({
    company,
    sending,
    offered: !ended && !isSent,
    writing: writing.has(company.id),
    hasUnsaved,
    onEdit,
    onRead,
    onQueued: openNext,
  });
  const { place, findBody } = approval;
  const isSkipped = skipped.has(company.id);
  const left = countReview(companies, sent, skipped);
  const unsent = listUnsent(companies, settled);
  const dayNotice = useDayNotice(left.unsent);
  const formatStop = useOutboxStopText();
  const stopText = outbox ? formatStop(outbox) : null;
  const proposed = listProposed(unsent, undone);
  const hasUnread = unsent.some(({ message_read: isRead }) => !isRead);

  const open = (position: number, skippedName: string | null = null) => {
    setAt(position);
    setJustSkipped(skippedName);
    findBody()?.scrollTo(0, 0);
  };
  useFocusInDialog(place);
  useEffect(() => {
    onShown(true);
    return () => onShown(false);
  }, [onShown]);
  const move = (step: 1 | -1) => {
    if (!busy) open(Math.min(companies.length, Math.max(0, at + step)));
  };
  const skip = () => {
    setSkipped((before) => new Set([...before, company.id]));
    open(next, name);
  };
  const takeBack = () => setSkipped((before) => new Set([...before].filter((id) => id !== company.id)));
  const edit = () => {
    if (!ended && !isSent && !busy) onEdit(company);
  };
  const press = (event: KeyboardEvent) => pressLetterKey(event, { send: () => approval.press(), move, edit });

  const undo = (
    <UndoNotice
      place="foot"
      onUndone={(ids) => {
        setUndone((before) => new Set([...before, ...ids]));
        const first = companies.findIndex((each) => each.id === ids[0]);
        if (first >= 0) open(first);
      }}
    />
  );
  // On a phone it stands with the other buttons: each line above the letter costs one of the letter's.
  const editButton = !ended && !isSent && (
    <Button size={isPhone ? "normal" : "small"} icon="pen" className="tuck" disabled={busy} onClick={edit}>
      {t(($) => $.mail.review.edit)}
    </Button>
  );
  const footer = ended ? (
    <>
      {undo}
      <Button icon="back" className="tuck" onClick={() => move(-1)}>
        {t(($) => $.mail.review.previous)}
      </Button>
      <Button look={proposed.length === 0 ? "primary" : "plain"} onClick={onClose}>
        {t(($) => $.common.close)}
      </Button>
      {proposed.length > 0 && (
        <Button look="primary" icon="send" onClick={() => onSendAll(proposed.map(({ id }) => id))}>
          {t(($) => $.mail.bulk.send, { count: proposed.length })}
        </Button>
      )}
    </>
  ) : (
    <>
      {undo}
      <span className="soft small review-keys">{t(($) => $.mail.review.keys)}</span>
      <span className="row">
        {isPhone && editButton}
        <Button
          icon="back"
          className="tuck"
          disabled={busy}
          disabledReason={at === 0 ? t(($) => $.mail.review.first) : undefined}
          onClick={() => move(-1)}
        >
          {t(($) => $.mail.review.previous)}
        </Button>
        <Button icon="arrow" className="tuck" disabled={busy} onClick={() => move(1)}>
          {t(($) => $.mail.review.next)}
        </Button>
      </span>
      {!isSent && <ApproveButton approval={approval} label={t(($) => $.mail.review.send)} />}
    </>
  );
  return (
    <Dialog
      wide
      // What it ends with is a few lines.
      tall={!ended}
      edge="airmail"
      title={ended ? t(($) => $.mail.review.done) : formatCompanyAndTown(company)}
      onClose={onClose}
      locked={busy}
      footer={footer}
      onKeyDown={press}
    >
      {/* From its opening: it must not disappear while they are fetched with its first undo. */}
      <OutboxStyles />
      <link rel="stylesheet" href={reviewStyles} precedence="low" />
      <div ref={place} className="stack">
        <div className="row row-spread soft small review-head">
          <div role="status" className="review-state">
            {ended ? (
              <Banner tone={left.unsent === 0 && left.sent > 0 ? "good" : "info"}>
                {companies.some(({ email_sent: isGone }) => isGone)
                  ? t(($) => $.mail.review.goneCount, { count: left.sent })
                  : t(($) => $.mail.review.sentCount, { count: left.sent })}
              </Banner>
            ) : (
              <>
                {t(($) => $.mail.review.position, { at: at + 1, total: companies.length })}
                {justSkipped !== null && ` · ${t(($) => $.mail.review.skipped, { name: justSkipped })}`}
                <span className="review-counts">
                  {` · ${t(($) => $.mail.review.left, { count: left.unsent })} · ${t(($) => $.mail.review.unread, {
                    count: left.unread,
                  })}`}
                </span>
              </>
            )}
          </div>
          {!ended && (
            <span className="row">
              {!isPhone && editButton}
              {!isSent && (
                <Button size="small" look="quiet" disabled={busy} onClick={isSkipped ? takeBack : skip}>
                  {isSkipped ? t(($) => $.mail.review.takeBack) : t(($) => $.mail.review.skip)}
                </Button>
              )}
              {left.sent > 0 && (
                <Button size="small" look="quiet" disabled={busy} onClick={() => open(companies.length)}>
                  {t(($) => $.mail.review.stopHere)}
                </Button>
              )}
            </span>
          )}
        </div>
        {stopText !== null && (
          <Banner tone="warn" action={<Link to="/outbox">{t(($) => $.companies.next.see)}</Link>}>
            {stopText}
          </Banner>
        )}
        {!ended && dayNotice !== null && <p className="soft small">{dayNotice}</p>}
        {ended ? (
          <ReviewSummary
            unsent={unsent}
            skipped={listUnsent(companies, sent).filter(({ id }) => skipped.has(id))}
            hasUnread={hasUnread}
            onOpen={(opened) => open(companies.findIndex(({ id }) => id === opened.id))}
          />
        ) : isSent ? (
          <>
            <Banner tone="good">
              {hasLeft ? t(($) => $.mail.one.sent, { name }) : t(($) => $.mail.one.queued, { name })}
            </Banner>
            <ApprovedLetter company={company} />
          </>
        ) : (
          <PreviewedMail
            key={company.id}
            sending={sending}
            companyId={company.id}
            version={company.message_version}
            language={company.language}
            body={(text) => letter(company, text)}
            languageAnswer={sending.languageAnswer}
            onRead={approval.noteRead}
            onEdit={edit}
          />
        )}
      </div>
    </Dialog>
  );
}

/**
 * Asks once about letters in one language with a CV in another: the answer holds for the next ones with these two, and
 * may be taken back with each.
 */
function useLanguageAgreement(sending: ReturnType<typeof usePreviewedSend>, companyId: string) {
  const [agreed, setAgreed] = useState<AgreedLanguages>(new Map());
  const { preview, confirmed, confirm } = sending;
  const languages = preview ? findDifferingLanguages(preview) : null;
  const agreedWith = languages === null ? undefined : agreed.get(languages);
  const isMissing = agreedWith !== undefined && !confirmed.includes("cv_language");
  const confirmAgreed = useEventCallback(() => confirm("cv_language", true));
  useEffect(() => {
    if (isMissing) confirmAgreed();
  }, [isMissing, confirmAgreed]);
  return {
    ...sending,
    languageAnswer: agreedWith !== undefined && agreedWith !== companyId ? ("given" as const) : ("asked" as const),
    confirm: (question: Confirmation, yes: boolean) => {
      if (question === "cv_language" && languages !== null)
        setAgreed((before) => answerLanguages(before, languages, companyId, yes));
      confirm(question, yes);
    },
  };
}

/** Composes the mail that comes next while this one is read. */
function usePreviewAhead(company: Company | undefined, mayBegin: boolean): void {
  useQuery({
    ...previewQuery(company ?? { id: "", message_version: 0 }),
    enabled: company !== undefined && mayBegin,
    notifyOnChangeProps: [],
  });
}

/** What was approved, to look at once more: its mail is composed no more. */
function ApprovedLetter({ company: { recipient, subject, message, language } }: { company: Company }) {
  const { t } = useTranslation();
  return (
    <article className="letter">
      <dl className="letter-head">
        <div>
          <dt>{t(($) => $.mail.letter.to)}</dt>
          <dd>{recipient}</dd>
        </div>
        <LetterSubject language={language}>{subject.trim() || DEFAULT_SUBJECT[language]}</LetterSubject>
      </dl>
      <div className="letter-text prewrap" lang={language}>
        {message.trimEnd()}
      </div>
    </article>
  );
}

interface ReviewSummaryProps {
  unsent: readonly Company[];
  /** Left out by the user, this time. */
  skipped: readonly Company[];
  hasUnread: boolean;
  onOpen: (company: Company) => void;
}

/** What is left after the last letter. */
function ReviewSummary({ unsent, skipped, hasUnread, onOpen }: ReviewSummaryProps) {
  const { t } = useTranslation();
  return (
    <>
      {unsent.length > 0 && (
        <>
          <h3 className="recipients-title">{t(($) => $.mail.review.left, { count: unsent.length })}</h3>
          <LetterList companies={unsent} onOpen={onOpen} />
        </>
      )}
      {hasUnread && <p className="soft small">{t(($) => $.mail.bulk.unreadHint)}</p>}
      {skipped.length > 0 && (
        <>
          <h3 className="recipients-title">{t(($) => $.mail.review.skippedCount, { count: skipped.length })}</h3>
          <LetterList companies={skipped} onOpen={onOpen} />
        </>
      )}
    </>
  );
}

function LetterList({ companies, onOpen }: { companies: readonly Company[]; onOpen: (company: Company) => void }) {
  return (
    <ul className="recipients">
      {companies.map((company) => (
        <li key={company.id}>
          <button type="button" className="recipient" onClick={() => onOpen(company)}>
            <span className="recipient-name">
              <span>{formatCompanyAndTown(company)}</span> <span className="soft small">{company.recipient}</span>
            </span>
            <ReadState read={company.message_read} />
          </button>
        </li>
      ))}
    </ul>
  );
}
