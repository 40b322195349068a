import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dashboardQuery } from "../../../web/features/companies/api/company-requests";
import { setEarlyAnswers } from "../../../web/lib/api-client";
import { queryClient } from "../../../web/lib/query-client";
import { earlyAnswers, prefetch, readPreloaded } from "../../../web/prerender/early-answers";
import { preloadQueries } from "../../../web/prerender/preload-queries";
import { dashboardPreload } from "../../../worker/contract/companies";
import {
  FIRST_LISTING,
  type Listing,
  type PreloadedCall,
  preloadedCalls,
} from "../../../worker/contract/dashboard-preload";
import { toUrl } from "../../../worker/contract/endpoint";
import { startBrowserSession } from "../support/browser-fetch";
import { signUpWithSetup } from "../support/sign-up";

// Preloaded answers match by URL: with one differing parameter the dashboard would silently request again.

const toUrls = (listing: Listing) =>
  Object.values<PreloadedCall>(preloadedCalls(listing)).map(({ path, query }) => toUrl(path, query));
const LISTINGS = (["created_at", "website"] as const).flatMap((by) =>
  (["asc", "desc"] as const).flatMap((order) => [true, false].map((favorites) => ({ by, order, favorites }))),
);

beforeEach(async () => {
  setEarlyAnswers(earlyAnswers);
  startBrowserSession();
  await signUpWithSetup();
  queryClient.clear();
});
afterEach(() => vi.unstubAllGlobals());

/** Counts fetches from here on. */
function watchFetch() {
  const fetched = vi.fn(fetch);
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

it("a dashboard with preloaded answers requests nothing and uses all of them", async () => {
  const textContent = await (await fetch(toUrl(dashboardPreload.path))).text();
  vi.stubGlobal("document", { getElementById: () => ({ textContent }) });
  expect(readPreloaded()).toBe(true);
  const fetched = watchFetch();
  await preloadQueries("/dashboard");
  expect(fetched.mock.calls).toEqual([]);
  expect(toUrls(FIRST_LISTING).filter((url) => earlyAnswers.takePreloaded(url) !== undefined)).toEqual([]);
});

it("the early requests are the dashboard's own", async () => {
  const fetched = watchFetch();
  const urls = toUrls(FIRST_LISTING);
  await Promise.all(urls.map(prefetch));
  await preloadQueries("/dashboard");
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(urls);
});

it.each(LISTINGS)(
  "the list is preloaded in the tab's stored order: $by $order, favourites $favorites",
  async (listing) => {
    const [, , list = ""] = toUrls(listing);
    const fetched = watchFetch();
    await prefetch(list);
    await queryClient.fetchInfiniteQuery(dashboardQuery(listing));
    expect(fetched).toHaveBeenCalledOnce();
  },
);
