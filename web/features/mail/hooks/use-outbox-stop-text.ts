import { useTranslation } from "react-i18next";
import type { Outbox } from "../../../../worker/contract/outbox";
import { formatMailName, isUnsure } from "../model/rules-outbox";

/** Why the outbox stands still, with the company whose mail stopped it where that is known; null while it goes on. */
export function useOutboxStopText(): (outbox: Outbox) => string | null {
  const { t } = useTranslation();
  return ({ stopped, mails }) => {
    if (stopped === null) return null;
    const unsure = stopped === "outcome_unknown" ? mails.find(isUnsure) : undefined;
    return unsure
      ? t(($) => $.outbox.stoppedFor, { name: formatMailName(unsure) })
      : t(($) => $.outbox.stopped[stopped]);
  };
}
