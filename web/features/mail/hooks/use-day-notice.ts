import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { getSettings } from "../../../../worker/contract/account";
import { useShownLanguage } from "../../../i18n/use-language";
import { endpointQuery } from "../../../lib/query-client";
import { formatSpokenTime } from "../../../lib/spoken-time";
import { countLeftToday } from "../model/rules-outbox";
import { useOutbox } from "./use-outbox";

/** Says before anything is sent that not all mails can leave today; null when they can. */
export function useDayNotice(mails: number): string | null {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const { data: settings } = useQuery(endpointQuery(getSettings));
  const outbox = useOutbox().data?.outbox;
  if (!settings || !outbox) return null;
  const { left, resetsAt } = countLeftToday(outbox, settings);
  if (mails <= left) return null;
  return t(($) => $.mail.bulk.overDay, { count: left, time: formatSpokenTime(resetsAt, language) });
}
