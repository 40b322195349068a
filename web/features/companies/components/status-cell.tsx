import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import type { Language } from "../../../../worker/contract/field-schemas";
import type { OutboxMail } from "../../../../worker/contract/outbox";
import { formatBriefDayAndTime, formatShortDate } from "../../../lib/format";
import { MailStatusIcon, type MailIconState } from "../../../ui/mail/mail-status-icon";
import "./companies.css";
import { getCompanyStatus, type ListedCompany } from "../model/company-status";

/** The icon's state: the outcome of a send, else what the company waits for. */
function getMailIconState(company: ListedCompany, isBlocked: boolean): MailIconState {
  if (company.queued) return "sending";
  if (isBlocked) return "blocked";
  const standing = getCompanyStatus(company);
  if (standing === "unsure") return "unknown";
  if (standing === "sent" || standing === "applied") return standing;
  return company.send_status === "failed" ? "failed" : standing;
}

interface StatusCellOptions {
  /** Replaces the second line. */
  detail?: string | false;
  /** The company must not be contacted. */
  blocked?: boolean;
  /** Whether to show the icon; its place stays empty without it. */
  marked?: boolean;
}

const formatWaiting = (
  { leaves_at: time, status, waits_for: reason }: OutboxMail,
  t: TFunction,
  language: Language,
): string => {
  if (status === "sending") return "";
  if (reason === "stopped") return t(($) => $.companies.waiting.paused);
  return time === null ? t(($) => $.companies.waiting.queued) : formatBriefDayAndTime(time, language);
};

/** The status with its date, or what the company waits for. A plain function, as a screen renders many. */
export function renderStatusCell(
  company: ListedCompany,
  t: TFunction,
  language: Language,
  { detail, blocked = false, marked = true }: StatusCellOptions,
): ReactNode {
  const { queued } = company;
  const waitingStatus = queued && (queued.status === "sending" ? "sending" : "queued");
  const status = company.email_sent ? "sent" : (waitingStatus ?? company.send_status);
  const mark = getMailIconState(company, blocked);
  const applied = status === "none" ? company.applied : null;
  const outcome = applied || status === "sent" ? company.outcome : null;
  const waiting = status === "none" && (mark === "ready" || mark === "to_write" || mark === "no_email");
  const comesBy = waiting && mark !== "no_email" ? company.comesBy : undefined;
  const second =
    detail ||
    (comesBy !== undefined && formatBriefDayAndTime(comesBy, language)) ||
    (queued && formatWaiting(queued, t, language)) ||
    (outcome === "interview" && company.next_date && formatBriefDayAndTime(company.next_date.at, language)) ||
    (outcome && company.outcome_at !== null && formatShortDate(company.outcome_at, language)) ||
    (applied && formatShortDate(applied.at, language)) ||
    (status === "sent" && company.sent_at !== null && formatShortDate(company.sent_at, language));
  return (
    <span className={`status ${mark} ${outcome ?? ""}`}>
      {marked && <MailStatusIcon state={mark} />}
      <span className="name-cell">
        <span className="status-word">
          {outcome
            ? t(($) => $.applications.outcome.names[outcome])
            : applied
              ? t(($) => $.companies.applied[applied.way])
              : mark === "blocked"
                ? t(($) => $.companies.filter.blocked)
                : waiting
                  ? t(($) => $.companies.waiting[comesBy === undefined ? mark : "coming"])
                  : t(($) => $.companies.status[status])}
        </span>
        {second && <span className={detail ? "soft archived" : "soft"}>{second}</span>}
      </span>
    </span>
  );
}
