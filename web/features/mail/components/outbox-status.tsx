import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Outbox } from "../../../../worker/contract/outbox";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatSpokenTime } from "../../../lib/spoken-time";
import { Button } from "../../../ui/button/button";
import { Banner } from "../../../ui/status/banner";
import { useOutboxChange } from "../hooks/use-outbox";
import { isOpen } from "../model/rules-outbox";

interface OutboxStatusProps {
  outbox: Outbox;
  /** Mails of a usual day; in the first days it is fewer. */
  dailyLimit: number | undefined;
}

/** Why the outbox stands still, if it does, and how many mails may leave today. */
export function OutboxStatus({ outbox: { stopped, today, mails }, dailyLimit }: OutboxStatusProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const change = useOutboxChange();
  const isDisconnected = mails.some(({ waits_for: reason }) => reason === "gmail_disconnected");
  return (
    <>
      {stopped !== null && (
        <Banner
          tone={stopped === "by_user" ? "info" : "warn"}
          action={
            <Button look="primary" icon="send" busy={change.isPending} onClick={() => change.mutate({ do: "resume" })}>
              {t(($) => $.outbox.resume)}
            </Button>
          }
        >
          {t(($) => $.outbox.stopped[stopped])}
        </Banner>
      )}
      {isDisconnected && (
        <Banner tone="warn" action={<Link to="/settings/gmail">{t(($) => $.mail.gmail.connect)}</Link>}>
          {t(($) => $.outbox.waits.gmail_disconnected)}
        </Banner>
      )}
      {today && mails.some(isOpen) && (
        <p className="soft small">
          {t(($) => $.outbox.today, { sent: today.sent, limit: today.limit })}{" "}
          {t(($) => $.outbox.resets, { time: formatSpokenTime(today.resets_at, language) })}
          {dailyLimit !== undefined && today.limit < dailyLimit && ` ${t(($) => $.outbox.firstDays)}`}
        </p>
      )}
    </>
  );
}
