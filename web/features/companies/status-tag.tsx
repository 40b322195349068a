import { useTranslation } from "../../i18n/use-translation";
import type { Company } from "../../../worker/contract/companies";
import { useShownLanguage } from "../../i18n/use-language";
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

/** Sent or pending; below it when, or what the company waits for. */
export function StatusTag({ company, detail }: { company: Company; /** In place of the second line. */ detail?: string | false }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const status = company.email_sent ? "sent" : company.send_status;
  const mark = markOf(company);
  const waiting = status === "none" && (mark === "ready" || mark === "to_write" || mark === "no_email");
  const second = detail || (waiting ? t(($) => $.companies.waiting[mark]) : status === "sent" && company.sent_at !== null && formatDay(company.sent_at, language));
  return (
    <span className={`status ${mark}`}>
      <MailMark state={mark} />
      <span className="name-cell">
        <span className="status-word">{t(($) => $.companies.status[status])}</span>
        {second && <span className={detail ? "soft archived" : "soft"}>{second}</span>}
      </span>
    </span>
  );
}
