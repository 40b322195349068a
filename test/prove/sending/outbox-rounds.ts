import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type JobSeeker, seedJobSeeker } from "../../harness/job-seeker.ts";
import type { Product } from "../../harness/product.ts";
import { listFaultOrders } from "./gmail-faults.ts";
import { auditUsers, type RoundsOutcome, waitUntilSettled } from "./send-rounds.ts";

/** Fewer than a new mailbox may send through its outbox on its first day, also when some are tried twice. */
const COMPANIES = 5;
const TABS = 3;
const PRESSES_PER_TAB = 8;
const DRAIN_TIMEOUT_MS = 120_000;

const Preview = z.object({ fingerprints: z.record(z.string(), z.string()) });
const Queued = z.object({ queued_ids: z.array(z.string()) });
const Outbox = z.object({
  outbox: z.object({ stopped: z.string().nullable(), mails: z.array(z.object({ waits_for: z.string().nullable() })) }),
});

/** Approves the mails to companies as they are shown. */
async function queueAll({ call }: JobSeeker, ids: string[]): Promise<string[]> {
  const shown = Preview.safeParse(
    (await call("POST", "/api/dashboard/companies/bulk-preview", { company_ids: ids }))?.body,
  );
  const fingerprints = Object.entries(shown.data?.fingerprints ?? {});
  if (fingerprints.length === 0) return [];
  const mails = fingerprints.map(([company_id, fingerprint]) => ({ company_id, message_version: 1, fingerprint }));
  return Queued.safeParse((await call("POST", "/api/outbox", { mails }))?.body).data?.queued_ids ?? [];
}

/** Queues, sends, takes out and goes on, in any order. */
async function pressTab(user: JobSeeker, random: () => number): Promise<void> {
  const { call, ids } = user;
  for (let press = 0; press < PRESSES_PER_TAB; press += 1) {
    const chance = random();
    const one = ids[Math.floor(random() * ids.length)] ?? "";
    if (chance < 0.45) await queueAll(user, ids);
    else if (chance < 0.6) await call("POST", "/api/dashboard/companies/bulk-send", { company_ids: [one] });
    else if (chance < 0.7) await call("POST", `/api/dashboard/companies/${one}/send-email`, { message_version: 1 });
    else if (chance < 0.85) await call("POST", "/api/outbox/take-out", { company_ids: [one] });
    else await call("POST", "/api/outbox/resume");
    await sleep(random() * 1_500);
  }
}

/** Goes on with every outbox until nothing waits in it. @returns the users whose mails still wait */
async function drain(users: JobSeeker[]): Promise<JobSeeker[]> {
  let waiting = users;
  for (const began = Date.now(); waiting.length > 0 && Date.now() - began < DRAIN_TIMEOUT_MS; await sleep(500)) {
    const still: JobSeeker[] = [];
    for (const user of waiting) {
      const outbox = Outbox.safeParse((await user.call("GET", "/api/outbox"))?.body).data?.outbox;
      if (outbox?.stopped) await user.call("POST", "/api/outbox/resume");
      if (!outbox || outbox.mails.some(({ waits_for }) => waits_for !== null)) still.push(user);
    }
    waiting = still;
  }
  return waiting;
}

/**
 * Rounds of one user whose three tabs queue the same mails, send them directly, take them out and queue them again,
 * while three POSTs to Gmail in ten fail and the server is killed: while mails are held, and while they leave.
 */
export async function pressOutbox(
  server: Product,
  name: string,
  rounds: number,
  hangMs: number | undefined,
  random: () => number,
): Promise<RoundsOutcome> {
  const began = Date.now();
  const faultsBefore = server.loggedErrors.length;
  const users: JobSeeker[] = [];
  for (let round = 1; round <= rounds; round += 1)
    users.push(await seedJobSeeker(server, `${name}-${round}`, COMPANIES));
  for (const order of listFaultOrders(hangMs)) await server.callSandbox("POST", "faults", order);
  const pressing = Promise.all(users.flatMap((user) => Array.from({ length: TABS }, () => pressTab(user, random))));
  const kills = 2;
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(2_000 + random() * 4_000);
    await server.kill();
  }
  await pressing;
  await server.callSandbox("DELETE", "faults");
  await Promise.all(users.map(({ relink }) => relink()));
  const failures: string[] = [];
  // What is left goes once more, now that Gmail works.
  for (let last = 0; last < 2; last += 1) {
    if (last > 0) for (const user of users) await queueAll(user, user.ids);
    for (const { ids } of await drain(users)) failures.push(`${ids[0]}: its outbox does not become empty`);
    await waitUntilSettled(server, name);
  }
  const result = await auditUsers(
    server,
    name,
    users.flatMap(({ ids }) => ids),
  );
  return {
    ...result,
    failures: [...failures, ...result.failures],
    rounds,
    presses: rounds * TABS * PRESSES_PER_TAB,
    kills,
    cutOff: 0,
    faults: server.loggedErrors.length - faultsBefore,
    seconds: (Date.now() - began) / 1000,
  };
}
