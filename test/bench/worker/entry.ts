import type { Env } from "../../../worker/env";
import product, { SearchObject as ProductSearch } from "../../../worker/index";
import { countingDatabase, countObjectWrites, takeRowsWritten } from "./rows-written";

/*
 * The product with two measuring devices around it: rows written are counted, and with the setting HOLD_WAKES the crawl queue keeps its
 * messages, so that the bench runs a consumer, or five at once, when it likes (locally a queue runs one at a time).
 */

export {
  AccountObject,
  ActivityObject,
  GenerationObject,
  MailboxObject,
  OsmGate,
  StatusObject,
} from "../../../worker/index";

const held: unknown[] = [];
const made = new WeakMap<Env, Env>();

function around(env: Env): Env {
  let wrapped = made.get(env);
  if (!wrapped) {
    wrapped = {
      ...env,
      DB: countingDatabase(env.DB),
      ...(env.HOLD_WAKES === "yes" && { CRAWL_QUEUE: holding(env.CRAWL_QUEUE) }),
    };
    made.set(env, wrapped);
  }
  return wrapped;
}

function holding(queue: Env["CRAWL_QUEUE"]): Env["CRAWL_QUEUE"] {
  const keep = async (messages: Iterable<{ body: unknown }>) => {
    for (const { body } of messages) held.push(body);
  };
  const own: Partial<Record<string | symbol, unknown>> = { sendBatch: keep, send: (body: unknown) => keep([{ body }]) };
  return new Proxy(queue, { get: (target, name): unknown => own[name] ?? Reflect.get(target, name) });
}

export class SearchObject extends ProductSearch {
  constructor(context: DurableObjectState, env: Env) {
    countObjectWrites(context);
    super(context, around(env));
  }
}

/** Runs the consumer on one message in this invocation. */
async function consume(body: unknown, env: Env): Promise<void> {
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
  await product.queue(batch, around(env));
}

export default {
  async fetch(request, env, context) {
    switch (new URL(request.url).pathname) {
      case "/bench/rows":
        return Response.json(takeRowsWritten());
      case "/bench/held":
        return Response.json(held.splice(0));
      case "/bench/consume":
        await consume(await request.json(), env);
        return Response.json({});
      default:
        return product.fetch(request, around(env), context);
    }
  },
  queue: (batch, env) => product.queue(batch, around(env)),
  scheduled: (controller, env) => product.scheduled(controller, around(env)),
} satisfies ExportedHandler<Env>;
