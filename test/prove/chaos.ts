import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { actUntil } from "./chaos/actions.ts";
import { CallLog } from "./chaos/call-log.ts";
import { ChaosUser } from "./chaos/chaos-user.ts";
import { scheduleFaults, scheduleKills } from "./chaos/fault-schedule.ts";
import { findViolations, auditOutbox } from "./chaos/invariants.ts";
import { MemoryGrowth } from "./chaos/memory-growth.ts";
import { createRandomChoices } from "./chaos/random-choices.ts";
import { expireDeadlines, findStuckRows } from "./chaos/stuck-rows.ts";
import { startMiniflareServer } from "./sending/miniflare-server.ts";

/*
 * `npm run chaos`: people do everything that can be done, at two tabs each, while the services outside fail in turns and the server is
 * killed. Outside of that no answer may be a fault; once all is quiet nothing is stuck, nothing was sent twice, every invariant holds.
 *
 *     npm run chaos -- --minutes 20 --seed 7
 *     npm run chaos -- --short                under half a minute with one kill; what waits for a minute to pass is helped along
 */

const { values } = parseArgs({
  options: {
    minutes: { type: "string" },
    seed: { type: "string" },
    people: { type: "string", default: "8" },
    short: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const minutes = Number(values.minutes ?? (values.short ? 0.4 : 20));
const userCount = Number(values.people);
if (
  !Number.isSafeInteger(seed) ||
  seed < 0 ||
  !(minutes > 0 && minutes <= 600) ||
  !Number.isSafeInteger(userCount) ||
  userCount < 1
)
  throw new Error("--seed and --people are whole numbers, --minutes at most 600");

/** Mails of a user and day: few enough to be reached. */
const DAILY_MAIL_LIMIT = 40;
/** Kills come in the first part only, so that the last life of the server is long enough for its memory to be judged. */
const KILLING_SHARE = 0.5;
/**
 * What is live in the product's isolate may grow by so much in a minute and still be called flat: some 250 bytes an answer, twice what the calls under
 * way at a look make of it. MiB. All of workerd grows under a bare route as well (`npm run bench:api -- memory`): it is told, not judged.
 */
const MAX_GROWTH_MIB_PER_MINUTE = 0.25;
/** Enough for a mail that was cut off (85 s), for a search against sites that hang, for a deletion. Milliseconds. */
const SETTLING_TIMEOUT_MS = 240_000;
const CRON_INTERVAL_MS = 30_000;

console.log(`seed ${seed}, ${minutes} minutes, ${userCount} people at two tabs each`);
const callLog = new CallLog();
const memory = new MemoryGrowth();
const server = await startMiniflareServer("worker/index.ts", { DAILY_LIMIT: String(DAILY_MAIL_LIMIT) }, true);
const began = Date.now();
const end = began + minutes * 60_000;
const allUsers = Array.from({ length: userCount }, (_, n) => new ChaosUser(server, callLog, `chaos-${n + 1}`));

/** Does something again and again while the proof lasts. */
async function repeatEvery(ms: number, work: () => unknown): Promise<void> {
  while (Date.now() < end) {
    await work();
    await sleep(Math.min(ms, Math.max(0, end - Date.now())));
  }
}

/** @returns seconds until nothing was stuck, and what still was */
async function waitUntilSettled(): Promise<{ seconds: number; left: string[] }> {
  const from = Date.now();
  let left = await findStuckRows(server);
  while (left.length > 0 && Date.now() - from < SETTLING_TIMEOUT_MS) {
    await sleep(values.short ? 500 : 3_000);
    if (values.short) await expireDeadlines(server);
    await server.runCron();
    left = await findStuckRows(server);
  }
  return { seconds: (Date.now() - from) / 1_000, left };
}

const failures: string[] = [];
try {
  await Promise.all([
    ...allUsers.flatMap((person, n) =>
      [1, 2].map((tab) => actUntil(person, createRandomChoices(seed + 10 * n + tab), () => Date.now() < end)),
    ),
    scheduleFaults(server, callLog, createRandomChoices(seed + 1_001), end),
    scheduleKills(
      server,
      callLog,
      createRandomChoices(seed + 1_002),
      values.short ? 1 : Math.max(1, Math.round(minutes / 2)),
      began + KILLING_SHARE * minutes * 60_000,
    ),
    repeatEvery(CRON_INTERVAL_MS, () => server.runCron()),
    repeatEvery(15_000, () => memory.sample(server)),
    repeatEvery(60_000, () =>
      console.log(
        `  ${((Date.now() - began) / 60_000).toFixed(0)} min: ${callLog.entries.length} answers, ${callLog.kills} kills, ${callLog.windows} windows, ${callLog.listUnexplained().length} unexcused`,
      ),
    ),
  ]);
  const { seconds, left } = await waitUntilSettled();
  const sent = await auditOutbox(server);
  failures.push(
    ...callLog
      .listUnexplained()
      .map(
        ({ title, status, code, began: at }) =>
          `${title} answered ${status} ${code} after ${((at - began) / 1_000).toFixed(1)} s`,
      ),
  );
  failures.push(
    ...callLog.violations,
    ...left.map((what) => `stuck: ${what}`),
    ...sent.broken,
    ...(await findViolations(server, DAILY_MAIL_LIMIT)),
  );
  if (minutes >= 10 && memory.slope("live") > MAX_GROWTH_MIB_PER_MINUTE)
    failures.push(`what is live grows by ${memory.slope("live").toFixed(2)} MiB a minute`);

  const codes = Object.entries(Object.groupBy(callLog.entries, ({ status, code }) => `${status} ${code}`)).map(
    ([code, list]) => `${list?.length} × ${code}`,
  );
  console.log(codes.join(", "));
  const accounts = allUsers.reduce((sum, person) => sum + person.accounts.length, 0);
  console.log(
    `${callLog.entries.length} answers: ${Object.entries(callLog.countStatuses())
      .map(([status, count]) => `${count} × ${status}`)
      .join(", ")}; ${callLog.listUnexplained().length} of 500 and above outside of faults and kills`,
  );
  console.log(
    `answered in ${callLog.percentileOutsideFaultsMs(0.5)} ms at the median, ${callLog.percentileOutsideFaultsMs(0.99)} at the 99th percentile, ${callLog.percentileOutsideFaultsMs(1)} at most while nothing was wrong`,
  );
  console.log(
    `${callLog.windows} windows of faults, ${callLog.kills} kills, ${accounts} accounts of ${userCount} people, settled after ${seconds.toFixed(0)} s, ${left.length === 0 ? "nothing" : left.join(", ")} stuck`,
  );
  console.log(`${sent.accepted} mails accepted, ${sent.twice} twice`);
  console.log(`memory after collection, ${memory.minutes().toFixed(1)} minutes of the longest life, MiB by its age`);
  for (const held of ["live", "process"] as const)
    console.log(`  ${held.padEnd(8)} ${memory.slope(held).toFixed(2)} a minute (${memory.curve(held)})`);
  for (const line of new Set(
    server.loggedErrors.map((fault) => /"event":"[^"]+"/u.exec(fault)?.[0] ?? fault.slice(0, 200)),
  ))
    console.log(`logged: ${server.loggedErrors.filter((fault) => fault.includes(line)).length} × ${line}`);
} finally {
  await server.stop();
}
for (const failure of failures.slice(0, 40)) console.error(`FAILED ${failure}`);
console.log(failures.length === 0 ? "holds" : `${failures.length} failures`);
process.exitCode = failures.length > 0 ? 1 : 0;
