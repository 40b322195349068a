import type { Env } from "../../../worker/env";
import product, { ActivityObject as ProductActivity, MailboxObject as ProductMailbox } from "../../../worker/index";
import { countedDatabase, takeCounts } from "./d1-counts";

/** The product with one measuring device around it: what it asks of D1 is counted. */

export { AccountObject, GenerationObject, OsmGate, SearchObject, StatusObject } from "../../../worker/index";

const made = new WeakMap<Env, Env>();

function around(env: Env): Env {
  let wrapped = made.get(env);
  if (!wrapped) made.set(env, (wrapped = { ...env, DB: countedDatabase(env.DB) }));
  return wrapped;
}

export class ActivityObject extends ProductActivity {
  constructor(context: DurableObjectState, env: Env) {
    super(context, around(env));
  }
}

export class MailboxObject extends ProductMailbox {
  constructor(context: DurableObjectState, env: Env) {
    super(context, around(env));
  }
}

export default {
  fetch(request, env, context) {
    return new URL(request.url).pathname === "/bench/d1"
      ? Response.json(takeCounts())
      : product.fetch(request, around(env), context);
  },
  queue: (batch, env) => product.queue(batch, around(env)),
  scheduled: (controller, env) => product.scheduled(controller, around(env)),
} satisfies ExportedHandler<Env>;
