import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { getSettings } from "../../../../worker/contract/account";
import { useShownLanguage } from "../../../i18n/use-language";
import { endpointQuery } from "../../../lib/query-client";
import { formatSpokenTime } from "../../../lib/spoken-time";
import { outboxQuery } from "../api/outbox-requests";
import { countLeftToday } from "../model/rules-outbox";
import { useOutbox } from "./use-outbox";

/** How many mails may still leave today, and when that limit ends; null until it is known. */
export function useLeftToday(): { left: number; resetsAt: string } | null {
  const { data: settings } = useQuery(endpointQuery(getSettings));
  const outbox = useOutbox().data?.outbox;
  return settings && outbox ? countLeftToday(outbox, settings) : null;
}

/** The same, waited for. */
export function useFetchLeftToday(): () => Promise<number> {
  const client = useQueryClient();
  return async () => {
    const [settings, { outbox }] = await Promise.all([
      client.ensureQueryData(endpointQuery(getSettings)),
      client.ensureQueryData(outboxQuery()),
    ]);
    return countLeftToday(outbox, settings).left;
  };
}

/** Says before anything is sent that not all mails can leave today; null when they can. */
export function useDayNotice(mails: number): string | null {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const today = useLeftToday();
  if (!today || mails <= today.left) return null;
  return t(($) => $.mail.bulk.overDay, { count: today.left, time: formatSpokenTime(today.resetsAt, language) });
}
