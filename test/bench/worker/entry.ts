import product, { SearchObject as ProductSearch } from "../../../worker/index";
import type { Env } from "../../../worker/platform/env";
import { countDatabaseRows, countObjectWrites, takeRowsWritten } from "./rows-written";
import { memoizeByEnv, overrideMembers } from "./wrap-bindings";

/*
 * The product with two measuring devices around it: rows written are counted, and with the setting HOLD_WAKES the crawl
 * queue holds its messages back, so that the bench can run five consumers at once (a local queue runs one at a time).
 */

export {
  AccountObject,
  ActivityObject,
  GenerationObject,
  LlmBudgetObject,
  MailboxObject,
  OsmGate,
  SiteCacheObject,
  StatusObject,
  UserShardObject,
} from "../../../worker/index";

const heldMessages: unknown[] = [];
const wrapEnv = memoizeByEnv((env) => ({
  ...env,
  DB: countDatabaseRows(env.DB),
  SHARED_DB: countDatabaseRows(env.SHARED_DB),
  ...(env.HOLD_WAKES === "yes" && { CRAWL_QUEUE: holdQueue(env.CRAWL_QUEUE) }),
}));

function holdQueue(queue: Env["CRAWL_QUEUE"]): Env["CRAWL_QUEUE"] {
  const holdMessages = async (messages: Iterable<{ body: unknown }>) => {
    for (const { body } of messages) heldMessages.push(body);
  };
  return overrideMembers(queue, {
    sendBatch: holdMessages,
    send: (body: unknown) => holdMessages([{ body }]),
  });
}

export class SearchObject extends ProductSearch {
  constructor(context: DurableObjectState, env: Env) {
    countObjectWrites(context);
    super(context, wrapEnv(env));
  }
}

/** Runs the consumer on one message in this invocation. */
async function consumeMessage(body: unknown, env: Env): Promise<void> {
  const message: Message = {
    id: crypto.randomUUID(),
    timestamp: new Date(),
    body,
    attempts: 1,
    ack: () => undefined,
    retry: () => undefined,
  };
  const batch: MessageBatch = {
    queue: "candidature-crawl",
    messages: [message],
    metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } },
    ackAll: () => undefined,
    retryAll: () => undefined,
  };
  await product.queue(batch, wrapEnv(env));
}

export default {
  async fetch(request, env, context) {
    switch (new URL(request.url).pathname) {
      case "/bench/rows":
        return Response.json(takeRowsWritten());
      case "/bench/held":
        return Response.json(heldMessages.splice(0));
      case "/bench/consume":
        await consumeMessage(await request.json(), env);
        return Response.json({});
      default:
        return product.fetch(request, wrapEnv(env), context);
    }
  },
  queue: (batch, env) => product.queue(batch, wrapEnv(env)),
  scheduled: (controller, env) => product.scheduled(controller, wrapEnv(env)),
} satisfies ExportedHandler<Env>;
