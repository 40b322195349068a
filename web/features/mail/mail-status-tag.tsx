import { useTranslation } from "react-i18next";
import type { LoggedMail } from "../../../worker/contract/mail";
import { Icon } from "../../ui/icon";
import "./letter.css";
import { Tag } from "../../ui/tag";

const tones = { sending: "plain", sent: "good", failed: "bad", unknown: "warn" } as const;
const icons = { sending: "send", sent: "mark", failed: "warning", unknown: "warning" } as const;

/** What became of a mail, and whether the user only sent it to themselves. */
export function MailStatusTag({ mail: { status, test } }: { mail: Pick<LoggedMail, "status" | "test"> }) {
  const { t } = useTranslation();
  return (
    <span className="row log-tags">
      <Tag tone={tones[status]}>
        <Icon name={icons[status]} />
        {t(($) => $.mail.log.states[status])}
      </Tag>
      {test && <Tag>{t(($) => $.mail.log.test)}</Tag>}
    </span>
  );
}
