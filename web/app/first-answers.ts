import { health, settings } from "../../worker/contract/account";
import type { PreloadedName } from "../../worker/contract/dashboard-preload";
import { activity, currentGeneration } from "../../worker/contract/messages";
import { sessionQuery } from "../features/account/session";
import { dashboardList } from "../features/companies/api";
import { storedListing } from "../features/companies/listing";
import { doNotContact } from "../features/mail/api";
import { queryClient, queryOf } from "../lib/query-client";

/** The query of each preloaded call. */
const PREFETCH: Record<PreloadedName, () => Promise<void>> = {
  me: () => queryClient.prefetchQuery(sessionQuery),
  health: () => queryClient.prefetchQuery(queryOf(health)),
  companies: () => queryClient.prefetchInfiniteQuery(dashboardList(storedListing.read())),
  settings: () => queryClient.prefetchQuery(queryOf(settings)),
  doNotContact: () => queryClient.prefetchQuery(doNotContact()),
  generation: () => queryClient.prefetchQuery(queryOf(currentGeneration)),
  activity: () => queryClient.prefetchQuery(queryOf(activity)),
};

/** Fetches what the screen of a path shows first, so that it is drawn once and whole. A failure stays in the cache for the screen to show. */
export async function firstAnswers(path: string): Promise<void> {
  const { me, health, companies, settings: ownSettings, ...others } = PREFETCH;
  await Promise.all([me(), health()]);
  if (path !== "/dashboard" || !queryClient.getQueryData(sessionQuery.queryKey)?.user?.wizard_completed) return;
  const answers = Promise.all([companies(), ownSettings()]);
  // Few rows show the others, or none: they may come later. Those that the page carries are there at once.
  for (const prefetch of Object.values(others)) void prefetch();
  await answers;
}
