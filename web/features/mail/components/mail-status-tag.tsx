import { useTranslation } from "react-i18next";
import type { LoggedMail } from "../../../../worker/contract/mail";
import { Icon } from "../../../ui/graphics/icon";
import "./email-preview.css";
import { Tag } from "../../../ui/status/tag";

const tagTones = { sending: "plain", sent: "good", failed: "bad", unknown: "warn", bounced: "bad" } as const;
const statusIcons = { sending: "send", sent: "mark", failed: "warning", unknown: "warning", bounced: "back" } as const;

/** The status of a mail, and whether it was a follow-up, or a test to the user. */
export function MailStatusTag({
  mail: { status, test, step },
}: {
  mail: Pick<LoggedMail, "status" | "test" | "step">;
}) {
  const { t } = useTranslation();
  return (
    <span className="row log-tags">
      <Tag tone={tagTones[status]}>
        <Icon name={statusIcons[status]} />
        {t(($) => $.mail.log.states[status])}
      </Tag>
      {step > 0 && <Tag>{t(($) => $.mail.log.followUp)}</Tag>}
      {test && <Tag>{t(($) => $.mail.log.test)}</Tag>}
    </span>
  );
}
