import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { onTestFinished } from "vitest";
import { type Deps, composeDeps } from "../../../../worker/compose";
import type { Env } from "../../../../worker/platform/env";
import type { Mailer } from "../../../../worker/platform/ports";

/** Ports of the mailboxes that a test may replace. */
export interface ReplaceablePorts {
  mailer: Mailer;
  now: Deps["now"];
}

/**
 * Ports of all mailboxes of this test file, replaceable until the test ends: objects of an isolate share an
 * environment.
 */
export async function replaceMailboxPorts(): Promise<ReplaceablePorts> {
  const { shards, openShard } = await runInDurableObject(env.MAILBOX.get(env.MAILBOX.idFromName("any")), (instance) =>
    composeDeps(Reflect.get(instance, "env") as Env),
  );
  const { mailer, now } = openShard(0);
  const open: ReplaceablePorts = { mailer, now };
  for (const shard of shards)
    Object.defineProperties(openShard(shard), {
      mailer: { configurable: true, get: () => open.mailer },
      now: { configurable: true, get: () => open.now },
    });
  onTestFinished(() => void Object.assign(open, { mailer, now }));
  return open;
}
