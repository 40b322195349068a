import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { OutboxMail } from "../../../../worker/contract/outbox";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDayAndTime } from "../../../lib/format";
import { Button, IconButton } from "../../../ui/button/button";
import { Icon } from "../../../ui/graphics/icon";
import { Tag } from "../../../ui/status/tag";
import { useOutboxChange } from "../hooks/use-outbox";
import { findRemedy, formatMailName, isOpen, isUnsure } from "../model/rules-outbox";
import { GmailSearchLink } from "./gmail-search-link";

type EndedStatus = Exclude<OutboxMail["status"], "held" | "waiting" | "sending">;
const TONES = { sent: "good", failed: "bad", unknown: "warn", withdrawn: "plain" } as const;
const ICONS = { sent: "mark", failed: "warning", unknown: "warning", withdrawn: "cross" } as const;
const isEnded = (mail: OutboxMail): mail is OutboxMail & { status: EndedStatus } => !isOpen(mail);

interface OutboxEndedListProps {
  mails: readonly OutboxMail[];
  /** The linked Gmail address. */
  account: string | null;
  /** Opens the mail as it would be sent now. */
  onReadAgain: (mail: OutboxMail) => void;
}

/** Mails of the last week that left the outbox: how each ended, and what leads on. */
export function OutboxEndedList({ mails, account, onReadAgain }: OutboxEndedListProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const change = useOutboxChange();
  // The one that must be looked for first.
  const ended = mails.filter(isEnded).toSorted((a, b) => Number(isUnsure(b)) - Number(isUnsure(a)));
  if (ended.length === 0) return null;
  const dismiss = (ids: readonly string[]) => change.mutate({ do: "dismiss", ids });
  return (
    <section className="stack stack-tight">
      <div className="row row-spread">
        <h2 className="outbox-day">{t(($) => $.outbox.ended)}</h2>
        <Button
          size="small"
          look="quiet"
          disabled={change.isPending}
          onClick={() => dismiss(ended.map(({ company_id: id }) => id))}
        >
          {t(($) => $.outbox.dismissAll)}
        </Button>
      </div>
      <ul className="outbox-list">
        {ended.map((mail) => {
          const name = formatMailName(mail);
          const { company_id: id, step, recipient, status, ended_by: reason } = mail;
          const remedy = findRemedy(mail);
          return (
            <li key={id} className="outbox-mail">
              <span className="outbox-state">
                <Tag tone={TONES[status]}>
                  <Icon name={ICONS[status]} />
                  {t(($) => $.outbox.status[status])}
                </Tag>
                <span className="soft small numbers">{formatDayAndTime(mail.changed_at, language)}</span>
              </span>
              <span className="outbox-who">
                <strong>{name}</strong>
                <span className="soft small">
                  {step > 0 && `${t(($) => $.mail.log.followUp)} · `}
                  {recipient}
                </span>
                {status === "unknown" && <span className="small">{t(($) => $.mail.advice.outcome_unknown)}</span>}
                {reason !== null && status !== "unknown" && (
                  <span className="small">{t(($) => $.mail.advice[reason])}</span>
                )}
              </span>
              {/* It keeps its column. */}
              <span className="outbox-remedies">
                {remedy === "look_in_gmail" && <GmailSearchLink address={recipient} account={account} />}
                {remedy === "sent_log" && <Link to="/sent">{t(($) => $.mail.log.title)}</Link>}
                {remedy !== null && (
                  <Button
                    size="small"
                    aria-label={t(($) => $.mail.bulk.lookFor, { name })}
                    onClick={() => onReadAgain(mail)}
                  >
                    {t(($) => $.mail.bulk.lookAgain)}
                  </Button>
                )}
              </span>
              <IconButton
                size="small"
                icon="cross"
                label={t(($) => $.outbox.dismiss, { name })}
                disabled={change.isPending}
                onClick={() => dismiss([id])}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
