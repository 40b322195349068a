import { health, settings } from "../../worker/contract/account";
import { activity, currentGeneration } from "../../worker/contract/messages";
import { sessionQuery } from "../features/account/session";
import { dashboardList } from "../features/companies/api";
import { storedListing } from "../features/companies/listing";
import { doNotContact } from "../features/mail/api";
import { queryClient, queryOf } from "../lib/query-client";

/** Has what the screen of a path shows first, so that it is drawn once and whole. A failure is kept in the cache, for the screen to tell. */
export async function firstAnswers(path: string): Promise<void> {
  await Promise.all([queryClient.prefetchQuery(sessionQuery), queryClient.prefetchQuery(queryOf(health))]);
  if (path !== "/dashboard" || !queryClient.getQueryData(sessionQuery.queryKey)?.user?.wizard_completed) return;
  const answers = Promise.all([
    queryClient.prefetchInfiniteQuery(dashboardList(storedListing.read())),
    queryClient.prefetchQuery(queryOf(settings)),
  ]);
  // What few rows show, or none, may come after them; what the page has brought is there all the same, lest it be drawn again with it.
  void queryClient.prefetchQuery(doNotContact());
  void queryClient.prefetchQuery(queryOf(currentGeneration));
  void queryClient.prefetchQuery(queryOf(activity));
  await answers;
}
