import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApi } from "../../../worker/app";
import * as account from "../../../worker/contract/account";
import { getActivity } from "../../../worker/contract/activity";
import { dashboardPreload, DashboardPage, listCompanies } from "../../../worker/contract/companies";
import {
  FIRST_LISTING,
  FIRST_PAGE,
  type PreloadedCall,
  preloadedCalls,
} from "../../../worker/contract/dashboard-preload";
import { toUrl } from "../../../worker/contract/endpoint";
import { listDoNotContact } from "../../../worker/contract/mail";
import { getCurrentGeneration } from "../../../worker/contract/messages";
import * as monitoring from "../../../worker/contract/monitoring";
import { sessions } from "../../../worker/db/schema/account";
import { searches } from "../../../worker/db/schema/search";
import { renderDashboard } from "../../../worker/http/dashboard-html";
import { EMPTY_TOTALS } from "../../../worker/search/rules-search-failure";
import { countDatabase, takeCounts } from "../../bench/worker/d1-counts";
import { expectConsoleError } from "../support/console-errors";
import { database, seedCompany, seedUser } from "../support/seed";
import { wrapUserDatabases } from "../support/user-shards";

const HTML =
  '<!doctype html><html lang="fr"><head><title>Candidature</title></head><body><div id="root"></div></body></html>';
/** The asset server, with a cacheable page. */
const ASSETS = {
  fetch: async () =>
    new Response(HTML, {
      headers: {
        "content-type": "text/html",
        "cache-control": "public, max-age=0",
        etag: '"page"',
        "content-security-policy": "default-src 'self'",
      },
    }),
};
const api = createApi();
const preloadedUrls = Object.values<PreloadedCall>(preloadedCalls(FIRST_LISTING)).map(({ path, query }) =>
  toUrl(path, query),
);
const [me, health, list, settings] = preloadedUrls;
const ACTIVITY_PATH = "/api/activity";

/** The response to a browser that opens the dashboard. */
async function requestDashboard(
  cookie: string | undefined,
  headers: Record<string, string> = {},
  ask?: Parameters<typeof renderDashboard>[2],
) {
  const context = createExecutionContext();
  const request = new Request("http://localhost/dashboard", {
    headers: { "sec-fetch-dest": "document", ...(cookie !== undefined && { cookie }), ...headers },
  });
  const page = await renderDashboard(
    request,
    { ...env, ASSETS: ASSETS as unknown as Fetcher },
    ask ?? ((call) => api.fetch(call, env, context)),
  );
  const text = await page.text();
  await waitOnExecutionContext(context);
  const script = /<script type="application\/json" id="first-answers">([^<]*)<\/script>/u.exec(text)?.[1];
  const brought = new Map(
    Object.entries(script === undefined ? {} : dashboardPreload.answer.parse(JSON.parse(script)).answers),
  );
  return { page, text, brought };
}

describe("the page of the dashboard", () => {
  it("contains the dashboard's first answers, as the API gives them", async () => {
    const { client, userId } = await seedUser();
    for (let each = 0; each < FIRST_PAGE + 1; each += 1) await seedCompany(userId);
    const { page, brought, text } = await requestDashboard(client.cookieHeader);
    expect([...brought.keys()]).toEqual(preloadedUrls);
    for (const [address, answer] of brought)
      if (address !== settings) expect(answer, address).toEqual((await client.get(address)).body);
    expect(brought.get(list ?? "")).toMatchObject({ total: FIRST_PAGE + 1 });
    // The web app does not validate them again, so they must fit the contract exactly.
    for (const [at, { answer }] of [
      account.getCurrentUser,
      monitoring.getHealth,
      listCompanies,
      account.getSettings,
      listDoNotContact,
      getCurrentGeneration,
      getActivity,
    ].entries())
      expect(answer.parse(brought.get(preloadedUrls[at] ?? ""))).toEqual(brought.get(preloadedUrls[at] ?? ""));
    expect(text.endsWith("</script></body></html>")).toBe(true);
    expect(page.headers.get("content-security-policy")).toBe("default-src 'self'");
  });

  it("is not cacheable once it holds personal data, whatever ETag the browser has", async () => {
    const { client } = await seedUser();
    const { page } = await requestDashboard(client.cookieHeader, { "if-none-match": '"page"' });
    expect([page.status, page.headers.get("cache-control"), page.headers.get("etag")]).toEqual([200, "no-store", null]);
  });

  it("escapes a name that ends a script", async () => {
    const { client, userId } = await seedUser();
    const name = '</script><script>alert(1)</script><!-- <script> "&amp;';
    await seedCompany(userId, { name });
    const { text, brought } = await requestDashboard(client.cookieHeader);
    expect(text).not.toContain("alert(1)</script>");
    expect(DashboardPage.parse(brought.get(list ?? "")).companies[0]?.name).toBe(name);
  });

  it("is the plain page without a session, and for anything but a navigation", async () => {
    const { client } = await seedUser();
    for (const [cookie, headers] of [
      [undefined, {}],
      [client.cookieHeader, { "sec-fetch-dest": "empty" }],
      [client.cookieHeader, { "sec-fetch-dest": "script" }],
    ] as const) {
      const { page, text } = await requestDashboard(cookie, headers);
      expect([text, page.headers.get("etag")]).toEqual([HTML, '"page"']);
    }
    expect((await requestDashboard("__Host-session=nobody.nothing")).text).toBe(HTML);
  });

  it("contains what is available during the setup", async () => {
    const { client } = await seedUser({ wizardCompleted: false });
    const { brought } = await requestDashboard(client.cookieHeader);
    expect([...brought.keys()]).toEqual([me, health, settings, "/api/settings/do-not-contact"]);
  });

  it("reads all of it in one round trip, and does not renew the session's token", async () => {
    const { client, userId } = await seedUser();
    await database
      .update(sessions)
      .set({ createdAt: new Date(Date.now() - 2 * 86_400_000).toISOString() })
      .where(eq(sessions.userId, userId));
    takeCounts();
    const { brought } = await requestDashboard(client.cookieHeader, {}, (call) =>
      api.fetch(
        call,
        { ...env, ...wrapUserDatabases((database) => countDatabase(database)) },
        createExecutionContext(),
      ),
    );
    expect([brought.size, takeCounts().trips]).toEqual([preloadedUrls.length, 1]);
    expect(await database.select().from(sessions).where(eq(sessions.userId, userId))).toHaveLength(1);
  });

  it("leaves out what fails, and logs it", async () => {
    expectConsoleError(/answer_left_out/u);
    const { client, userId } = await seedUser();
    await database.insert(searches).values({
      userId,
      id: crypto.randomUUID(),
      businessTypes: ["shop_bakery"],
      cities: ["Toulouse (France)"],
      createdAt: new Date().toISOString(),
      status: "running",
      totals: EMPTY_TOTALS,
    });
    const context = createExecutionContext();
    const lost = {
      jurisdiction() {
        return this;
      },
      idFromName: (name: string) => name,
      get: () => ({
        status: async () => {
          throw new Error("lost");
        },
      }),
    };
    const { brought } = await requestDashboard(client.cookieHeader, {}, (call) =>
      api.fetch(call, { ...env, SEARCH: lost as unknown as typeof env.SEARCH }, context),
    );
    await waitOnExecutionContext(context);
    expect([...brought.keys()]).toEqual(preloadedUrls.filter((address) => address !== ACTIVITY_PATH));
  });

  it("comes without them when they fail as a whole, which is logged", async () => {
    expectConsoleError(/answers_not_brought/u);
    const { client } = await seedUser();
    expect(
      (
        await requestDashboard(client.cookieHeader, {}, async () => {
          throw new Error("lost");
        })
      ).text,
    ).toBe(HTML);
  });

  it("waits a second for the answers and then leaves them out", async () => {
    const { client } = await seedUser();
    expect((await requestDashboard(client.cookieHeader, {}, () => new Promise<Response>(() => undefined))).text).toBe(
      HTML,
    );
  });
});
