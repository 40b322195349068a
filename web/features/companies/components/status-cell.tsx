import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import type { Company } from "../../../../worker/contract/companies";
import type { Language } from "../../../../worker/contract/field-schemas";
import { formatShortDate } from "../../../lib/format";
import { MailStatusIcon, type MailIconState } from "../../../ui/mail/mail-status-icon";
import "./companies.css";
import { getCompanyStatus } from "../model/company-status";

/** What the drawing shows: what became of a send that was tried, else what the company still waits for. */
function getMailIconState(company: Company): MailIconState {
  const standing = getCompanyStatus(company);
  if (standing === "unsure") return "unknown";
  return standing !== "sent" && company.send_status === "failed" ? "failed" : standing;
}

interface StatusCellOptions {
  /** In place of the second line. */
  detail?: string | false;
  /** With the drawing, which has its place without it too. */
  marked?: boolean;
}

/** Sent or pending; below it when, or what the company waits for. A function and no component, as a screen of rows has many. */
export function renderStatusCell(
  company: Company,
  t: TFunction,
  language: Language,
  { detail, marked = true }: StatusCellOptions,
): ReactNode {
  const status = company.email_sent ? "sent" : company.send_status;
  const mark = getMailIconState(company);
  const waiting = status === "none" && (mark === "ready" || mark === "to_write" || mark === "no_email");
  const second =
    detail ||
    (waiting
      ? t(($) => $.companies.waiting[mark])
      : status === "sent" && company.sent_at !== null && formatShortDate(company.sent_at, language));
  return (
    <span className={`status ${mark}`}>
      {marked && <MailStatusIcon state={mark} />}
      <span className="name-cell">
        <span className="status-word">{t(($) => $.companies.status[status])}</span>
        {second && <span className={detail ? "soft archived" : "soft"}>{second}</span>}
      </span>
    </span>
  );
}
