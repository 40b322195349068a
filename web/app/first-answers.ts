import { health, settings } from "../../worker/contract/account";
import { sessionQuery } from "../features/account/session";
import { dashboardList } from "../features/companies/api";
import { storedListing } from "../features/companies/listing";
import { doNotContact } from "../features/mail/api";
import { queryClient, queryOf } from "../lib/query-client";

/** Has what the screen of a path shows first, so that it is drawn once and whole. A failure is kept in the cache, for the screen to tell. */
export async function firstAnswers(path: string): Promise<void> {
  await Promise.all([queryClient.prefetchQuery(sessionQuery), queryClient.prefetchQuery(queryOf(health))]);
  if (path !== "/dashboard" || !queryClient.getQueryData(sessionQuery.queryKey)?.user?.wizard_completed) return;
  const answers = Promise.all([queryClient.prefetchInfiniteQuery(dashboardList(storedListing.read())), queryClient.prefetchQuery(queryOf(settings))]);
  // Only few rows show anything of it: it may come after them.
  void queryClient.prefetchQuery(doNotContact());
  await answers;
}
