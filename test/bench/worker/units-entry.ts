import product, * as objects from "../../../worker/index";
import type { Env } from "../../../worker/platform/env";
import { countEnv, countInvocation, countLogLines, countObject, takeUnits } from "./count-units";

/** The product with measuring devices around it: what it uses of the platform is counted. */

countLogLines();

export const AccountObject = countObject("ACCOUNT", objects.AccountObject);
export const ActivityObject = countObject("ACTIVITY", objects.ActivityObject);
export const GenerationObject = countObject("GENERATION", objects.GenerationObject);
export const LlmBudgetObject = countObject("LLM_BUDGET", objects.LlmBudgetObject);
export const MailboxObject = countObject("MAILBOX", objects.MailboxObject);
export const OsmGate = countObject("OSM_GATE", objects.OsmGate);
export const SearchObject = countObject("SEARCH", objects.SearchObject);
export const SiteCacheObject = countObject("SITE_CACHE", objects.SiteCacheObject);
export const StatusObject = countObject("STATUS", objects.StatusObject);
export const UserShardObject = countObject("USER_SHARD", objects.UserShardObject);

export default {
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url);
    switch (pathname) {
      case "/bench/units":
        return Response.json(takeUnits());
      case "/bench/shared":
        await env.SHARED.put(searchParams.get("key") ?? "", await request.arrayBuffer());
        return Response.json({});
      default:
        // The browser's calls of the sandbox are none of the product's.
        return pathname.startsWith("/sandbox/")
          ? product.fetch(request, env, context)
          : countInvocation(() => product.fetch(request, countEnv(env), context));
    }
  },
  queue: (batch, env) =>
    countInvocation(
      () => product.queue(batch, countEnv(env)),
      `queue ${batch.queue.replace("candidature-", "")} seconds`,
    ),
  email: (message, env) => countInvocation(() => product.email(message, countEnv(env))),
  scheduled: (controller, env) => countInvocation(() => product.scheduled(controller, countEnv(env))),
} satisfies ExportedHandler<Env>;
