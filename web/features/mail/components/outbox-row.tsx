import { useTranslation } from "react-i18next";
import type { OutboxMail, WaitReason } from "../../../../worker/contract/outbox";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatClockTime, formatDayAndTime } from "../../../lib/format";
import { Button, IconButton } from "../../../ui/button/button";
import { Checkbox } from "../../../ui/form/checkbox";
import { Spinner } from "../../../ui/status/spinner";
import { formatMailName } from "../model/rules-outbox";

interface OutboxRowProps {
  mail: OutboxMail;
  chosen: boolean;
  isFirst: boolean;
  isLast: boolean;
  /** A change is under way. */
  busy: boolean;
  onChoose: (yes: boolean) => void;
  onMove: (step: -1 | 1) => void;
  onTakeOut: () => void;
  onOpen: () => void;
}

/** What all mails wait for is said once, above them. */
const SAID_ABOVE: readonly WaitReason[] = ["stopped", "gmail_disconnected"];

/** A mail that waits: when it leaves, to whom, what it waits for. */
export function OutboxRow({
  mail,
  chosen,
  isFirst,
  isLast,
  busy,
  onChoose,
  onMove,
  onTakeOut,
  onOpen,
}: OutboxRowProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const name = formatMailName(mail);
  const { recipient, step, status, waits_for: reason, leaves_at: time, send_at: chosenTime } = mail;
  const isSending = status === "sending";
  return (
    <li className="outbox-mail">
      <span className="outbox-choice">
        {isSending ? (
          <Spinner />
        ) : (
          <Checkbox bare label={t(($) => $.companies.row.select, { name })} checked={chosen} onChange={onChoose} />
        )}
      </span>
      <span className="outbox-time numbers">
        {isSending ? t(($) => $.outbox.sending) : time === null ? "–" : formatClockTime(time, language)}
      </span>
      <span className="outbox-who">
        <button type="button" className="link" onClick={onOpen} aria-label={t(($) => $.mail.preview.title, { name })}>
          {name}
        </button>
        <span className="soft small">
          {step > 0 && `${t(($) => $.mail.log.followUp)} · `}
          {recipient}
        </span>
        {reason !== null && !SAID_ABOVE.includes(reason) && (
          <span className="small">{t(($) => $.outbox.waits[reason])}</span>
        )}
        {mail.office_closed && !isSending && <span className="soft small">{t(($) => $.outbox.officeClosed)}</span>}
        {time === null && chosenTime !== null && !isSending && (
          <span className="small">{t(($) => $.outbox.chosen, { time: formatDayAndTime(chosenTime, language) })}</span>
        )}
      </span>
      {!isSending && (
        <span className="outbox-moves">
          <IconButton
            size="small"
            icon="up"
            label={t(($) => $.outbox.up, { name })}
            disabled={busy}
            disabledReason={isFirst ? t(($) => $.outbox.isFirst) : undefined}
            onClick={() => onMove(-1)}
          />
          <IconButton
            size="small"
            icon="down"
            label={t(($) => $.outbox.down, { name })}
            disabled={busy}
            disabledReason={isLast ? t(($) => $.outbox.isLast) : undefined}
            onClick={() => onMove(1)}
          />
          <Button
            size="small"
            look="quiet"
            aria-label={t(($) => $.outbox.takeOutFor, { name })}
            title={t(($) => $.outbox.takeOutHint)}
            disabled={busy}
            onClick={onTakeOut}
          >
            {t(($) => $.outbox.takeOut)}
          </Button>
        </span>
      )}
    </li>
  );
}
