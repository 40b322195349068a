import { getPath } from "hono/utils/url";
import { readDocuments } from "./account/queue";
import { sweepAccounts } from "./account/sweep";
import { createApi } from "./app";
import { depsOf } from "./deps";
import type { Env } from "./env";
import { DASHBOARD_PATH, renderDashboard } from "./http/dashboard-html";
import { logFault, loggedAs } from "./log";
import { sweepMails } from "./mail/sweep";
import { generateQueued } from "./messages/queue";
import { sweepGenerations } from "./messages/sweep";
import { crawlQueued } from "./search/queue";
import { sweepSearches, sweepSites } from "./search/sweep";
import { tellDead } from "./status/dead-letters";
import { lookAtModel } from "./status/look";

export { AccountObject } from "./account/object";
export { ActivityObject } from "./activity/object";
export { MailboxObject } from "./mail/object";
export { GenerationObject } from "./messages/object";
export { SearchObject } from "./search/object";
export { OsmGate } from "./search/osm-gate";
export { StatusObject } from "./status/object";

const api = createApi();

/** The consumer of each queue, by the name in wrangler.toml without the name of the environment. */
const CONSUMERS = {
  "candidature-document": readDocuments,
  "candidature-crawl": crawlQueued,
  "candidature-generation": generateQueued,
  "candidature-dead": tellDead,
};

export default {
  fetch(request, env, context) {
    const { sandboxPages } = depsOf(env);
    // Not by reading all of the address, which would cost every call more.
    const path = getPath(request);
    if (sandboxPages && path.startsWith("/sandbox/")) return sandboxPages.fetch(request);
    if (path === DASHBOARD_PATH) return renderDashboard(request, env, (call) => api.fetch(call, env, context));
    return api.fetch(request, env, context);
  },

  async queue(batch, env) {
    const consumer = Object.entries(CONSUMERS).find(([name]) => batch.queue.startsWith(name))?.[1];
    if (!consumer) return logFault("queue_unknown", new Error(batch.queue));
    await loggedAs(crypto.randomUUID(), () => consumer(batch, depsOf(env)));
  },

  async scheduled(_controller, env) {
    const deps = depsOf(env);
    for (const sweep of [sweepAccounts, sweepSearches, sweepSites, sweepGenerations, sweepMails, lookAtModel]) {
      await loggedAs(crypto.randomUUID(), () =>
        sweep(deps).catch((error: unknown) => logFault("sweep_failed", error, { sweep: sweep.name })),
      );
    }
  },
} satisfies ExportedHandler<Env>;
