import { getPath } from "hono/utils/url";
import { consumeCvTextJobs } from "./account/cv/cv-text-job";
import {
  deleteExpiredCounts,
  forgetMoves,
  resumeCvReadings,
  resumeDeletions,
  settleSignUps,
} from "./account/scheduled";
import { createApi } from "./app";
import { receiveMail } from "./applications/inbox/receive-mail";
import { composeDeps } from "./compose";
import { DASHBOARD_PATH, renderDashboard } from "./http/dashboard-html";
import { logError, stripErrorData, withRequestId } from "./lib/log";
import { deleteEndedCourtesySlots } from "./mail/send/courtesy";
import { markInterruptedSends } from "./mail/send/interrupted-sends";
import { consumeGenerationQueue } from "./messages/generate/generation-consumer";
import { restartAllStaleGenerations } from "./messages/generate/generation-watchdog";
import { logDeadLetters } from "./monitoring/dead-letter-consumer";
import { measureBatch } from "./monitoring/metrics";
import { checkModel } from "./monitoring/model-check";
import type { Env } from "./platform/env";
import { consumeCrawlQueue } from "./search/crawl/crawl-consumer";
import { resumeStuckSearches, purgeObjectionNetworks } from "./search/scheduled";
import { deleteEndedUndeliverableReports } from "./suppression/undeliverable-addresses";

export { AccountObject } from "./account/account-object";
export { ActivityObject } from "./activity/activity-object";
export { MailboxObject } from "./mail/mailbox-object";
export { GenerationObject } from "./messages/generate/generation-watchdog";
export { SiteCacheObject } from "./search/crawl/site-cache-object";
export { ShardCommands } from "./account/shard-commands";
export { UserShardObject } from "./shards/user-shard-object";
export { SearchObject } from "./search/search-lifecycle-object";
export { OsmGate } from "./search/osm-rate-limiter";
export { LlmBudgetObject } from "./messages/llm-calls/llm-budget-object";
export { StatusObject } from "./monitoring/service-status-object";

const api = createApi();

/** The consumer of each queue, by the name in wrangler.toml without the name of the environment. */
const QUEUE_CONSUMERS = {
  "candidature-document": consumeCvTextJobs,
  "candidature-crawl": consumeCrawlQueue,
  "candidature-generation": consumeGenerationQueue,
  "candidature-dead": logDeadLetters,
};

/** What is looked for in each shard, by indexes that hold what is open only. */
const SHARD_SWEEPS = [
  resumeCvReadings,
  resumeDeletions,
  resumeStuckSearches,
  restartAllStaleGenerations,
  markInterruptedSends,
  forgetMoves,
];

/** One that fails keeps no other from its work. */
const runSweep = (sweep: string, work: () => Promise<void>, shard?: number): Promise<void> =>
  withRequestId(crypto.randomUUID(), () =>
    work().catch((error: unknown) => logError("sweep_failed", error, { sweep, shard })),
  );

/** Screens whose address says what they show: its beginning, as in wrangler.toml, and the page that is served. */
const SCREENS_WITH_PARAMETER = [{ beginning: "/companies/", page: "/company" }] as const;

export default {
  fetch(request, env, context) {
    const { sandboxPages } = composeDeps(env);
    // `new URL` would cost every call more.
    const path = getPath(request);
    if (sandboxPages && path.startsWith("/sandbox/")) return sandboxPages.fetch(request);
    const screen = SCREENS_WITH_PARAMETER.find(({ beginning }) => path.startsWith(beginning));
    if (screen) return env.ASSETS.fetch(new Request(new URL(screen.page, request.url), request));
    if (path === DASHBOARD_PATH) return renderDashboard(request, env, (call) => api.fetch(call, env, context));
    return api.fetch(request, env, context);
  },

  async queue(batch, env) {
    const consumer = Object.entries(QUEUE_CONSUMERS).find(([name]) => batch.queue.startsWith(name))?.[1];
    if (!consumer) return logError("queue_unknown", new Error(batch.queue));
    const deps = composeDeps(env);
    await withRequestId(crypto.randomUUID(), () => measureBatch(batch, deps, () => consumer(batch, deps)));
  },

  async email(message, env) {
    await withRequestId(crypto.randomUUID(), () =>
      receiveMail(message, composeDeps(env)).catch((error: unknown) => {
        logError("inbound_mail_failed", error);
        // The sending server keeps the mail and tries again. The platform logs what is thrown.
        throw stripErrorData(error);
      }),
    );
  },

  async scheduled(_controller, env) {
    const deps = composeDeps(env);
    for (const sweep of [
      settleSignUps,
      deleteExpiredCounts,
      purgeObjectionNetworks,
      deleteEndedCourtesySlots,
      deleteEndedUndeliverableReports,
      checkModel,
    ])
      await runSweep(sweep.name, () => sweep(deps));
    for (const shard of deps.shards)
      for (const sweep of SHARD_SWEEPS) await runSweep(sweep.name, () => sweep(deps.openShard(shard)), shard);
  },
} satisfies ExportedHandler<Env>;
