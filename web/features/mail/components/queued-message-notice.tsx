import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Banner } from "../../../ui/status/banner";

/** Says that the message waits to be sent, and that a change takes it out. */
export function QueuedMessageNotice() {
  const { t } = useTranslation();
  return <Banner action={<Link to="/outbox">{t(($) => $.outbox.title)}</Link>}>{t(($) => $.outbox.editNotice)}</Banner>;
}
