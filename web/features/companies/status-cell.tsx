import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import type { Company } from "../../../worker/contract/companies";
import type { Language } from "../../../worker/contract/fields";
import { formatDay } from "../../lib/format";
import { MailMark, type MailState } from "../../ui/mail-mark";
import "./companies.css";
import { standingOf } from "./rules";

/** What the drawing shows: what became of a send that was tried, else what the company still waits for. */
function markOf(company: Company): MailState {
  const standing = standingOf(company);
  if (standing === "unsure") return "unknown";
  return standing !== "sent" && company.send_status === "failed" ? "failed" : standing;
}

interface Shown {
  /** In place of the second line. */
  detail?: string | false;
  /** With the drawing, which has its place without it too. */
  marked?: boolean;
}

/** Sent or pending; below it when, or what the company waits for. A function and no component, as a screen of rows has many. */
export function statusCell(
  company: Company,
  t: TFunction,
  language: Language,
  { detail, marked = true }: Shown,
): ReactNode {
  const status = company.email_sent ? "sent" : company.send_status;
  const mark = markOf(company);
  const waiting = status === "none" && (mark === "ready" || mark === "to_write" || mark === "no_email");
  const second =
    detail ||
    (waiting
      ? t(($) => $.companies.waiting[mark])
      : status === "sent" && company.sent_at !== null && formatDay(company.sent_at, language));
  return (
    <span className={`status ${mark}`}>
      {marked && <MailMark state={mark} />}
      <span className="name-cell">
        <span className="status-word">{t(($) => $.companies.status[status])}</span>
        {second && <span className={detail ? "soft archived" : "soft"}>{second}</span>}
      </span>
    </span>
  );
}
