import product, { ActivityObject as ProductActivity, MailboxObject as ProductMailbox } from "../../../worker/index";
import type { Env } from "../../../worker/platform/env";
import { countDatabase, takeCounts } from "./d1-counts";

/** The product with one measuring device around it: its statements to D1 are counted. */

export {
  AccountObject,
  GenerationObject,
  OsmGate,
  SearchObject,
  SiteCacheObject,
  StatusObject,
} from "../../../worker/index";

const wrappedEnvs = new WeakMap<Env, Env>();

function wrapEnv(env: Env): Env {
  let wrapped = wrappedEnvs.get(env);
  if (!wrapped)
    wrappedEnvs.set(
      env,
      (wrapped = { ...env, DB: countDatabase(env.DB), SHARED_DB: countDatabase(env.SHARED_DB, "shared") }),
    );
  return wrapped;
}

export class ActivityObject extends ProductActivity {
  constructor(context: DurableObjectState, env: Env) {
    super(context, wrapEnv(env));
  }
}

export class MailboxObject extends ProductMailbox {
  constructor(context: DurableObjectState, env: Env) {
    super(context, wrapEnv(env));
  }
}

export default {
  fetch(request, env, context) {
    return new URL(request.url).pathname === "/bench/d1"
      ? Response.json({ ...takeCounts(), shared: takeCounts("shared") })
      : product.fetch(request, wrapEnv(env), context);
  },
  queue: (batch, env) => product.queue(batch, wrapEnv(env)),
  scheduled: (controller, env) => product.scheduled(controller, wrapEnv(env)),
} satisfies ExportedHandler<Env>;
