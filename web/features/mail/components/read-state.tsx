import { useTranslation } from "react-i18next";
import { Icon } from "../../../ui/graphics/icon";

/** Whether a message was read to its end. */
export function ReadState({ read }: { read: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={read ? "recipient-state soft" : "recipient-state unread"}>
      <Icon name={read ? "check" : "envelope"} />
      {read ? t(($) => $.mail.bulk.read) : t(($) => $.mail.bulk.unread)}
    </span>
  );
}
