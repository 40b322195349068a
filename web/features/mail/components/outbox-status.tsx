import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import type { Outbox } from "../../../../worker/contract/outbox";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatSpokenTime } from "../../../lib/spoken-time";
import { Button } from "../../../ui/button/button";
import { Banner } from "../../../ui/status/banner";
import { useOutboxChange } from "../hooks/use-outbox";
import { useOutboxStopText } from "../hooks/use-outbox-stop-text";
import { isOpen } from "../model/rules-outbox";
import { ConnectGmailButton } from "./connect-gmail-button";

interface OutboxStatusProps {
  outbox: Outbox;
  /** Mails of a usual day; in the first days it is fewer. */
  dailyLimit: number | undefined;
  /** Undefined until it is known. */
  gmail: Settings["gmail"] | undefined;
}

/** Why the outbox stands still, if it does, and how many mails may leave today. */
export function OutboxStatus({ outbox, dailyLimit, gmail }: OutboxStatusProps) {
  const { t } = useTranslation();
  const { stopped, today, mails } = outbox;
  const formatStop = useOutboxStopText();
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
          {formatStop(outbox)}
        </Banner>
      )}
      {isDisconnected && (
        <Banner tone="warn" action={gmail && <ConnectGmailButton gmail={gmail} />}>
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
