import { health, settings } from "../../worker/contract/account";
import { sessionQuery } from "../features/account/session";
import { dashboardList } from "../features/companies/api";
import { storedListing } from "../features/companies/listing";
import { doNotContact } from "../features/mail/api";
import { spokenNow } from "../i18n/i18n";
import { countryName } from "../lib/format";
import { queryClient, queryOf } from "../lib/query-client";

/** The answers that a screen shows first. A failure is kept in the cache, for the screen to tell. */
const wanted = new Map<string, () => Promise<unknown>[]>(Object.entries({
  "/dashboard": () => {
    // Only few rows show anything of it: it may come after them.
    void queryClient.prefetchQuery(doNotContact());
    return [queryClient.prefetchInfiniteQuery(dashboardList(storedListing.read())), queryClient.prefetchQuery(queryOf(settings))];
  },
}));

/** What the browser takes a while to have ready, while it waits for the answers all the same. */
const warmUp = (): void => void countryName("FR", spokenNow().language);

/** Has what the screen of a path shows first, so that it is drawn once and whole. */
export async function firstAnswers(path: string): Promise<void> {
  await Promise.all([queryClient.prefetchQuery(sessionQuery), queryClient.prefetchQuery({ ...queryOf(health), staleTime: Infinity })]);
  const asked = wanted.get(path);
  if (!asked || !queryClient.getQueryData(sessionQuery.queryKey)?.user?.wizard_completed) return;
  const answers = Promise.all(asked());
  warmUp();
  await answers;
}
