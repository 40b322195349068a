import product, {
  ActivityObject as ProductActivity,
  GenerationObject as ProductGeneration,
  MailboxObject as ProductMailbox,
} from "../../../worker/index";
import type { Env } from "../../../worker/platform/env";
import { countDatabase, takeCounts } from "./d1-counts";
import { countObjectWrites, takeRowsWritten } from "./rows-written";
import { memoizeByEnv } from "./wrap-bindings";

/** The product with measuring devices around it: its statements to D1 and what objects write are counted. */

export {
  AccountObject,
  OsmGate,
  SearchObject,
  LlmBudgetObject,
  SiteCacheObject,
  StatusObject,
  UserShardObject,
} from "../../../worker/index";

const wrapEnv = memoizeByEnv((env) => ({
  ...env,
  DB: countDatabase(env.DB),
  SHARED_DB: countDatabase(env.SHARED_DB, "shared"),
}));

export class ActivityObject extends ProductActivity {
  constructor(context: DurableObjectState, env: Env) {
    super(context, wrapEnv(env));
    countObjectWrites(context);
  }
}

export class GenerationObject extends ProductGeneration {
  constructor(context: DurableObjectState, env: Env) {
    super(context, wrapEnv(env));
    countObjectWrites(context);
  }
}

export class MailboxObject extends ProductMailbox {
  constructor(context: DurableObjectState, env: Env) {
    super(context, wrapEnv(env));
  }
}

const sumRows = (rows: Record<string, number>): number => Object.values(rows).reduce((sum, count) => sum + count, 0);

export default {
  fetch(request, env, context) {
    return new URL(request.url).pathname === "/bench/d1"
      ? Response.json({ ...takeCounts(), shared: takeCounts("shared"), objectRows: sumRows(takeRowsWritten()) })
      : product.fetch(request, wrapEnv(env), context);
  },
  queue: (batch, env) => product.queue(batch, wrapEnv(env)),
  scheduled: (controller, env) => product.scheduled(controller, wrapEnv(env)),
} satisfies ExportedHandler<Env>;
