import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { onTestFinished } from "vitest";
import { type Deps, composeDeps } from "../../../../worker/compose";
import type { Env } from "../../../../worker/platform/env";
import type { Mailer } from "../../../../worker/platform/ports";

/** Ports of the mailboxes that a test may exchange. */
export interface ReplaceablePorts {
  mailer: Mailer;
  now: Deps["now"];
}

/**
 * What the mailboxes of this test file use of the world, open for exchange until the test is over: every object of the
 * isolate has the same environment, and so the same ports.
 */
export async function replaceMailboxPorts(): Promise<ReplaceablePorts> {
  const deps = await runInDurableObject(env.MAILBOX.get(env.MAILBOX.idFromName("any")), (instance) =>
    composeDeps(Reflect.get(instance, "env") as Env),
  );
  const { mailer, now } = deps;
  const open: ReplaceablePorts = { mailer, now };
  Object.defineProperties(deps, {
    mailer: { configurable: true, get: () => open.mailer },
    now: { configurable: true, get: () => open.now },
  });
  onTestFinished(() => void Object.assign(open, { mailer, now }));
  return open;
}
