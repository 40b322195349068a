import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import type { GenerationItemState } from "../../../../worker/contract/messages";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatCompanyName } from "../../../lib/company-name";
import { Button, IconButton } from "../../../ui/button/button";
import { Spinner } from "../../../ui/status/spinner";

interface MessageCellProps {
  company: Company;
  /** This tab is waiting for the message. */
  writing: boolean;
  /** Its state in the running bulk generation. */
  itemState?: GenerationItemState | undefined;
  /** It may be written later. */
  later: boolean;
  /** The latest try to write it failed. */
  failed: boolean;
  onWrite: () => void;
  onStop: () => void;
  onOpen: () => void;
  /** Shows why it failed. */
  onWhy: () => void;
}

/** Message cell of a row: missing, being written, or readable. */
export function MessageCell({
  company,
  writing,
  itemState,
  later,
  failed,
  onWrite,
  onStop,
  onOpen,
  onWhy,
}: MessageCellProps) {
  const { t } = useTranslation();
  const shown = useShownLanguage();
  const name = formatCompanyName(company);
  const inBulkRun = itemState === "queued" || itemState === "running";
  if (writing || inBulkRun || company.generating) {
    return (
      <span className="row message-cell">
        {itemState === "queued" ? (
          <span className="soft">{t(($) => $.messages.cell.queued)}</span>
        ) : (
          <>
            <Spinner />
            <span className="visually-hidden">{t(($) => $.messages.cell.writing)}</span>
          </>
        )}
        {!inBulkRun && (
          <IconButton icon="cross" size="small" label={t(($) => $.messages.cell.stop, { name })} onClick={onStop} />
        )}
      </span>
    );
  }
  if (company.email_sent) {
    return (
      <Button size="small" look="quiet" aria-label={t(($) => $.messages.cell.sentFor, { name })} onClick={onOpen}>
        {t(($) => $.messages.cell.sent)}
      </Button>
    );
  }
  const doubtful = company.message_warnings.length > 0;
  const mark = doubtful
    ? { icon: "warning" as const, title: t(($) => $.messages.cell.doubtful) }
    : company.message_read && { icon: "check" as const, title: t(($) => $.messages.cell.seen) };
  return (
    <span className="row message-choice">
      {company.message.trim() === "" ? (
        later ? (
          <span className="soft">{t(($) => $.messages.cell.later)}</span>
        ) : (
          <Button size="small" aria-label={t(($) => $.messages.cell.writeFor, { name })} onClick={onWrite}>
            {t(($) => $.messages.cell.write)}
          </Button>
        )
      ) : (
        <Button
          size="small"
          look="quiet"
          {...mark}
          onClick={onOpen}
          aria-label={
            doubtful ? t(($) => $.messages.cell.doubtfulFor, { name }) : t(($) => $.messages.cell.readFor, { name })
          }
        >
          {t(($) => $.messages.cell.read)}
        </Button>
      )}
      {company.message.trim() !== "" && company.language !== shown && (
        <span className="soft small">
          <span aria-hidden>{company.language.toUpperCase()}</span>
          <span className="visually-hidden">{t(($) => $.messages.dialog[company.language])}</span>
        </span>
      )}
      {failed && (
        <IconButton
          size="small"
          icon="info"
          className="failed-mark"
          label={t(($) => $.messages.cell.failedFor, { name })}
          onClick={onWhy}
        />
      )}
    </span>
  );
}
