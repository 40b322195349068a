import product, { ActivityObject as ProductActivity } from "../../../worker/index";
import type { Env } from "../../../worker/platform/env";

/*
 * The product with a measuring device around it: starts of the objects that hold sockets are counted, and each can be
 * made to tell its tabs something.
 */

export {
  AccountObject,
  GenerationObject,
  LlmBudgetObject,
  MailboxObject,
  OsmGate,
  SearchObject,
  SiteCacheObject,
  StatusObject,
  UserShardObject,
} from "../../../worker/index";

let starts = 0;
let alarms = 0;

export class ActivityObject extends ProductActivity {
  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    starts += 1;
    void context.blockConcurrencyWhile(async () => {
      if ((await context.storage.getAlarm()) !== null) alarms += 1;
    });
  }
}

export default {
  ...product,
  async fetch(request, env, context) {
    const [, bench, call, userId = ""] = new URL(request.url).pathname.split("/");
    if (bench !== "bench") return product.fetch(request, env, context);
    if (call === "tell") await env.ACTIVITY.get(env.ACTIVITY.idFromName(userId)).tell({ changed: true });
    return Response.json({ starts, alarms });
  },
} satisfies ExportedHandler<Env>;
