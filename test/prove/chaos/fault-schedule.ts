import { setTimeout as sleep } from "node:timers/promises";
import type { MiniflareServer } from "../sending/miniflare-server.ts";
import type { CallLog } from "./call-log.ts";
import type { RandomChoices } from "./random-choices.ts";

/** How long after a window and after a restart an answer may still be one of it. Milliseconds. */
const AFTER_WINDOW_MS = 2_000;
const AFTER_KILL_MS = 3_000;

/** What each service can do wrong: refuse, hang, lose the connection after it took the request or before, talk nonsense. */
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

/** Switches faults on and off: one service or several at a time, all of their calls or some. @param until milliseconds since 1970 */
export async function scheduleFaults(
  server: MiniflareServer,
  ledger: CallLog,
  dice: RandomChoices,
  until: number,
): Promise<void> {
  /** Said again to a server that was killed meanwhile. */
  const callSandbox = async (method: "POST" | "DELETE", body?: object): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      await server.waitUntilUp();
      const told = await server.callSandbox(method, "faults", body).then(
        () => true,
        () => false,
      );
      if (told) return;
      if (tries === 50) throw new Error("the sandbox cannot be told");
      await sleep(100);
    }
  };
  while (Date.now() < until) {
    await sleep(Math.min(dice.between(6_000, 16_000), Math.max(0, until - Date.now())));
    if (Date.now() >= until) return;
    const over = ledger.startFaultWindow("window", AFTER_WINDOW_MS);
    for (const service of dice.some(Object.keys(FAULT_KINDS), 3)) {
      const kind = dice.pick(FAULT_KINDS[service] ?? []) ?? "500";
      await callSandbox("POST", {
        service,
        kind,
        probability: dice.chance(0.5) ? 1 : 0.5,
        ...(kind.startsWith("hang") && dice.chance(0.5) && { ms: Math.round(dice.between(1_000, 12_000)) }),
      });
    }
    await sleep(Math.min(dice.between(4_000, 12_000), Math.max(0, until - Date.now())));
    await callSandbox("DELETE");
    over();
  }
}

/** Kills the server at random moments, so often until then. */
export async function scheduleKills(
  server: MiniflareServer,
  ledger: CallLog,
  dice: RandomChoices,
  kills: number,
  until: number,
): Promise<void> {
  for (let left = kills; left > 0; left -= 1) {
    const share = (until - Date.now()) / left;
    await sleep(Math.max(0, dice.between(0.4 * share, 1.2 * share)));
    const over = ledger.startFaultWindow("kill", AFTER_KILL_MS);
    await server.kill();
    over();
  }
}
