import { useTranslation } from "react-i18next";
import type { Company } from "../../../worker/contract/companies";
import { useShownLanguage } from "../../i18n/use-language";
import { formatDay } from "../../lib/format";
import { Icon } from "../../ui/icon";
import { Tag } from "../../ui/tag";

const tones = { none: "plain", sending: "plain", sent: "good", failed: "bad", unknown: "warn" } as const;

/** Sent or pending, and what went wrong in between. */
export function StatusTag({ company }: { company: Company }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const status = company.email_sent ? "sent" : company.send_status;
  return (
    <span className="stack name-cell">
      <span>
        <Tag tone={tones[status]}>
          {status === "sent" && <Icon name="mark" />}
          {(status === "failed" || status === "unknown") && <Icon name="warning" />}
          {t(($) => $.companies.status[status])}
        </Tag>
      </span>
      {status === "sent" && company.sent_at !== null && <span className="soft small">{formatDay(company.sent_at, language)}</span>}
    </span>
  );
}
