import { setTimeout as sleep } from "node:timers/promises";
import type { Product } from "../../harness/product.ts";
import type { RandomChoices } from "../../harness/random.ts";
import type { CallLog } from "./call-log.ts";

/** An answer may still suffer from a fault or a kill for so long after it. */
const AFTER_WINDOW_MS = 2_000;
const AFTER_KILL_MS = 3_000;

/**
 * What each service can do wrong: refuse, hang, lose the connection before or after it took the request, answer
 * garbage.
 */
const FAULT_KINDS: Record<string, readonly string[]> = {
  openai: [
    "429",
    "500",
    "401",
    "hang",
    "hang_after_accept",
    "drop",
    "drop_after_accept",
    "garbage",
    "cut",
    "obey",
    "ignore_schema",
  ],
  gmail: [
    "429",
    "403:userRateLimitExceeded",
    "403:insufficientPermissions",
    "500",
    "hang",
    "hang_after_accept",
    "drop",
    "drop_after_accept",
    "garbage",
  ],
  google: ["429", "500", "hang", "drop", "garbage", "400:invalid_grant"],
  overpass: ["429", "504", "500", "hang", "drop", "garbage", "remark"],
  nominatim: ["500", "403", "hang", "drop", "garbage"],
  site: ["500", "hang", "drop", "garbage", "cut"],
};

/** Switches faults of services on and off, for all of their calls or some. @param until milliseconds since 1970 */
export async function scheduleFaults(
  server: Product,
  callLog: CallLog,
  choices: RandomChoices,
  until: number,
): Promise<void> {
  /** Retries: the server may be killed meanwhile. */
  const callSandbox = async (method: "POST" | "DELETE", body?: object): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      await server.waitUntilUp();
      const isTaken = await server.callSandbox(method, "faults", body).then(
        () => true,
        () => false,
      );
      if (isTaken) return;
      if (tries === 50) throw new Error("the sandbox takes no faults");
      await sleep(100);
    }
  };
  while (Date.now() < until) {
    await sleep(Math.min(choices.between(6_000, 16_000), Math.max(0, until - Date.now())));
    if (Date.now() >= until) return;
    const endWindow = callLog.startFaultWindow("window", AFTER_WINDOW_MS);
    for (const service of choices.some(Object.keys(FAULT_KINDS), 3)) {
      const kind = choices.pick(FAULT_KINDS[service] ?? []) ?? "500";
      await callSandbox("POST", {
        service,
        kind,
        probability: choices.chance(0.5) ? 1 : 0.5,
        ...(kind.startsWith("hang") && choices.chance(0.5) && { ms: Math.round(choices.between(1_000, 12_000)) }),
      });
    }
    await sleep(Math.min(choices.between(4_000, 12_000), Math.max(0, until - Date.now())));
    await callSandbox("DELETE");
    endWindow();
  }
}

/** Kills the server at random moments. @param until milliseconds since 1970 */
export async function scheduleKills(
  server: Product,
  callLog: CallLog,
  choices: RandomChoices,
  kills: number,
  until: number,
): Promise<void> {
  for (let left = kills; left > 0; left -= 1) {
    const share = (until - Date.now()) / left;
    await sleep(Math.max(0, choices.between(0.4 * share, 1.2 * share)));
    const endWindow = callLog.startFaultWindow("kill", AFTER_KILL_MS);
    await server.kill();
    endWindow();
  }
}
