import { getSettings } from "../../worker/contract/account";
import { getActivity } from "../../worker/contract/activity";
import type { PreloadedName } from "../../worker/contract/dashboard-preload";
import { getCurrentGeneration } from "../../worker/contract/messages";
import { getHealth } from "../../worker/contract/monitoring";
import { sessionQuery } from "../features/account/hooks/use-session";
import { dashboardQuery } from "../features/companies/api/company-requests";
import { readListing } from "../features/companies/model/stored-sort-and-filter";
import { doNotContactQuery } from "../features/mail/api/mail-requests";
import { outboxQuery } from "../features/mail/api/outbox-requests";
import { queryClient, endpointQuery } from "../lib/query-client";

/** The query of each preloaded call. */
const PREFETCH: Record<PreloadedName, (search: string) => Promise<void>> = {
  me: () => queryClient.prefetchQuery(sessionQuery),
  health: () => queryClient.prefetchQuery(endpointQuery(getHealth)),
  companies: (search) => queryClient.prefetchInfiniteQuery(dashboardQuery(readListing(search))),
  settings: () => queryClient.prefetchQuery(endpointQuery(getSettings)),
  doNotContact: () => queryClient.prefetchQuery(doNotContactQuery()),
  generation: () => queryClient.prefetchQuery(endpointQuery(getCurrentGeneration)),
  activity: () => queryClient.prefetchQuery(endpointQuery(getActivity)),
};

/** Fetches what a screen shows first, so that it is drawn once. A failure stays in the cache for the screen to show. */
export async function preloadQueries(path: string, search = ""): Promise<void> {
  const { me, health, companies, settings: ownSettings, activity, ...others } = PREFETCH;
  await Promise.all([me(search), health(search)]);
  if (path !== "/dashboard" || !queryClient.getQueryData(sessionQuery.queryKey)?.user?.wizard_completed) return;
  const needed = Promise.all([companies(search), ownSettings(search), activity(search).then(prefetchWaitingMails)]);
  // The first rows rarely need the others, so the screen does not wait for them.
  for (const prefetch of Object.values(others)) void prefetch(search);
  await needed;
}

/** Without them, companies whose mail waits would be drawn as ready to be sent. */
async function prefetchWaitingMails(): Promise<void> {
  if (queryClient.getQueryData(endpointQuery(getActivity).queryKey)?.activity.outbox)
    await queryClient.prefetchQuery(outboxQuery());
}
