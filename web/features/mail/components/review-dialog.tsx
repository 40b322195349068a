import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { getSettings } from "../../../../worker/contract/account";
import type { Company } from "../../../../worker/contract/companies";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatCompanyName } from "../../../lib/company-name";
import { endpointQuery } from "../../../lib/query-client";
import { formatSpokenTime } from "../../../lib/spoken-time";
import { isTyping, storedSingleKeys } from "../../../lib/use-single-keys";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import { useOutbox, useQueuedMails } from "../hooks/use-outbox";
import { usePreviewedSend } from "../hooks/use-previewed-send";
import { countLeftToday } from "../model/rules-outbox";
import { countReview, findNextUnsent, listUnsent } from "../model/rules-review";
import "./email-preview.css";
import { OutboxStyles } from "./outbox-styles";
import { type LetterRenderer, PreviewedMail } from "./previewed-mail";
import { ReadState } from "./read-state";
import { UndoNotice } from "./undo-notice";

export interface ReviewDialogProps {
  /** In the order they are read, each as it is known now. */
  companies: readonly [Company, ...Company[]];
  /** Ids of those whose text is being written again. */
  writing: ReadonlySet<string>;
  letter: LetterRenderer;
  onClose: () => void;
  onRead: (company: Company) => void;
  /** Goes on to the confirmation of all that were not sent one by one. */
  onSendAll: (ids: string[]) => void;
}

/**
 * One letter after the other, each with its sources: read, send, next. What is sent goes into the outbox. Ends with
 * what was done and what is left.
 */
export function ReviewDialog({ companies, writing, letter, onClose, onRead, onSendAll }: ReviewDialogProps) {
  const { t } = useTranslation();
  const [at, setAt] = useState(0);
  // Those in the outbox, whose mail can be undone here.
  const queued = useQueuedMails();
  const sent = new Set(queued.keys());
  const place = useRef<HTMLDivElement>(null);
  const ended = at >= companies.length;
  const company = companies[at] ?? companies[0];
  const isSent = sent.has(company.id) || company.email_sent;
  const name = formatCompanyName(company);
  const sending = usePreviewedSend(company, !ended && !isSent);
  const busy = sending.sending;
  const reason = writing.has(company.id) ? t(($) => $.errors.generating) : sending.reason;
  const left = countReview(companies, sent);
  const unsent = listUnsent(companies, sent);

  const open = (position: number) => {
    setAt(position);
    place.current?.closest("dialog")?.querySelector(".dialog-body")?.scrollTo(0, 0);
  };
  useLayoutEffect(() => {
    const dialog = place.current?.closest("dialog[open]");
    // What had the focus may have belonged to the letter before, and the page behind does not hear the next key.
    if (dialog && !dialog.contains(document.activeElement)) dialog.querySelector("h2")?.focus();
  });
  const move = (step: 1 | -1) => {
    if (!busy) open(Math.min(companies.length, Math.max(0, at + step)));
  };
  const send = () => {
    if (ended || isSent || busy) return;
    if (reason !== undefined) return notify.info(reason);
    sending.press(() => open(findNextUnsent(companies, new Set([...sent, company.id]), at)));
  };
  const press = (event: KeyboardEvent) => {
    if (isTyping(event.target) && event.key !== "Enter") return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== "Enter") return;
      event.preventDefault();
      return send();
    }
    if (event.altKey || event.shiftKey) return;
    const { key } = event;
    if (key.length === 1 && !storedSingleKeys.read()) return;
    if (key === "j" || key === "ArrowRight") move(1);
    else if (key === "k" || key === "ArrowLeft") move(-1);
  };

  const footer = ended ? (
    <>
      <Button icon="back" onClick={() => move(-1)}>
        {t(($) => $.mail.review.previous)}
      </Button>
      <Button look={unsent.length === 0 ? "primary" : "plain"} onClick={onClose}>
        {t(($) => $.common.close)}
      </Button>
      {unsent.length > 0 && (
        <Button look="primary" icon="send" onClick={() => onSendAll(unsent.map(({ id }) => id))}>
          {t(($) => $.mail.bulk.send, { count: unsent.length })}
        </Button>
      )}
    </>
  ) : (
    <>
      <span className="row">
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
      {!isSent && (
        <Button look="primary" icon="send" busy={busy} disabledReason={busy ? undefined : reason} onClick={send}>
          {busy ? t(($) => $.mail.one.sending) : t(($) => $.mail.review.send)}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      wide
      tall
      edge="airmail"
      title={ended ? t(($) => $.mail.review.done) : name}
      onClose={onClose}
      locked={busy}
      footer={footer}
      onKeyDown={press}
    >
      {/* From its opening: it must not disappear while they are fetched with its first undo. */}
      <OutboxStyles />
      <div ref={place} className="stack">
        <div className="row row-spread soft small">
          <div role="status" className="review-state">
            {ended ? (
              <Banner tone={left.unsent === 0 ? "good" : "info"}>
                {companies.some(({ email_sent: hasLeft }) => hasLeft)
                  ? t(($) => $.mail.review.goneCount, { count: left.sent })
                  : t(($) => $.mail.review.sentCount, { count: left.sent })}
              </Banner>
            ) : (
              `${t(($) => $.mail.review.position, { at: at + 1, total: companies.length })} · ${t(
                ($) => $.mail.review.left,
                { count: left.unsent },
              )} · ${t(($) => $.mail.review.unread, { count: left.unread })}`
            )}
          </div>
          {!ended && <span className="review-keys">{t(($) => $.mail.review.keys)}</span>}
        </div>
        {!ended && <DayNotice unsent={left.unsent} />}
        {ended ? (
          <ReviewSummary
            unsent={unsent}
            hasUnread={left.unread > 0}
            onOpen={(opened) => open(companies.findIndex(({ id }) => id === opened.id))}
          />
        ) : isSent ? (
          <Banner tone="good">
            {company.email_sent ? t(($) => $.mail.one.sent, { name }) : t(($) => $.mail.one.queued, { name })}
          </Banner>
        ) : (
          <PreviewedMail
            key={company.id}
            sending={sending}
            companyId={company.id}
            version={company.message_version}
            language={company.language}
            body={(text) => letter(company, text)}
            onRead={() => onRead(company)}
          />
        )}
        <UndoNotice
          place={ended || isSent ? "inline" : "over"}
          onUndone={([id]) => {
            const undone = companies.findIndex((each) => each.id === id);
            if (undone >= 0) open(undone);
          }}
        />
      </div>
    </Dialog>
  );
}

/** Says before the first one is sent that not all can leave today. */
function DayNotice({ unsent }: { unsent: number }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const { data: settings } = useQuery(endpointQuery(getSettings));
  const outbox = useOutbox().data?.outbox;
  if (!settings || !outbox) return null;
  const { left, resetsAt } = countLeftToday(outbox, settings);
  if (unsent <= left) return null;
  return (
    <p className="soft small">
      {t(($) => $.mail.bulk.overDay, { count: left, time: formatSpokenTime(resetsAt, language) })}
    </p>
  );
}

interface ReviewSummaryProps {
  unsent: readonly Company[];
  hasUnread: boolean;
  onOpen: (company: Company) => void;
}

/** What is left after the last letter. */
function ReviewSummary({ unsent, hasUnread, onOpen }: ReviewSummaryProps) {
  const { t } = useTranslation();
  if (unsent.length === 0) return null;
  return (
    <>
      <h3 className="recipients-title">{t(($) => $.mail.review.left, { count: unsent.length })}</h3>
      <ul className="recipients">
        {unsent.map((company) => (
          <li key={company.id}>
            <button type="button" className="recipient" onClick={() => onOpen(company)}>
              <span className="recipient-name">
                <span>{formatCompanyName(company)}</span> <span className="soft small">{company.recipient}</span>
              </span>
              <ReadState read={company.message_read} />
            </button>
          </li>
        ))}
      </ul>
      {hasUnread && <p className="soft small">{t(($) => $.mail.bulk.unreadHint)}</p>}
    </>
  );
}
