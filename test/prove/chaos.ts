import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { live } from "./chaos/deeds.ts";
import { diceOf } from "./chaos/dice.ts";
import { broken, mails } from "./chaos/invariants.ts";
import { Ledger } from "./chaos/ledger.ts";
import { Memory } from "./chaos/memory.ts";
import { Person } from "./chaos/person.ts";
import { hurry, stuck } from "./chaos/remains.ts";
import { makeFaults, makeKills } from "./chaos/weather.ts";
import { startServer } from "./sending/server.ts";

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
const people = Number(values.people);
if (
  !Number.isSafeInteger(seed) ||
  seed < 0 ||
  !(minutes > 0 && minutes <= 600) ||
  !Number.isSafeInteger(people) ||
  people < 1
)
  throw new Error("--seed and --people are whole numbers, --minutes at most 600");

/** Mails of a user and day: few enough to be reached. */
const CAP = 40;
/** Kills come in the first part only, so that the last life of the server is long enough for its memory to be judged. */
const KILLED = 0.5;
/**
 * What is live in the product's isolate may grow by so much in a minute and still be called flat: some 250 bytes an answer, twice what the calls under
 * way at a look make of it. MiB. All of workerd grows under a bare route as well (`npm run bench:api -- memory`): it is told, not judged.
 */
const FLAT = 0.25;
/** Enough for a mail that was cut off (85 s), for a search against sites that hang, for a deletion. Milliseconds. */
const SETTLED_AFTER = 240_000;
const CLOCK = 30_000;

console.log(`seed ${seed}, ${minutes} minutes, ${people} people at two tabs each`);
const ledger = new Ledger();
const memory = new Memory();
const server = await startServer("worker/index.ts", { DAILY_LIMIT: String(CAP) }, true);
const began = Date.now();
const end = began + minutes * 60_000;
const everybody = Array.from({ length: people }, (_, n) => new Person(server, ledger, `chaos-${n + 1}`));

/** Does something again and again while the proof lasts. */
async function every(ms: number, work: () => unknown): Promise<void> {
  while (Date.now() < end) {
    await work();
    await sleep(Math.min(ms, Math.max(0, end - Date.now())));
  }
}

/** @returns seconds until nothing was stuck, and what still was */
async function settle(): Promise<{ seconds: number; left: string[] }> {
  const from = Date.now();
  let left = await stuck(server);
  while (left.length > 0 && Date.now() - from < SETTLED_AFTER) {
    await sleep(values.short ? 500 : 3_000);
    if (values.short) await hurry(server);
    await server.strikeClock();
    left = await stuck(server);
  }
  return { seconds: (Date.now() - from) / 1_000, left };
}

const failures: string[] = [];
try {
  await Promise.all([
    ...everybody.flatMap((person, n) =>
      [1, 2].map((tab) => live(person, diceOf(seed + 10 * n + tab), () => Date.now() < end)),
    ),
    makeFaults(server, ledger, diceOf(seed + 1_001), end),
    makeKills(
      server,
      ledger,
      diceOf(seed + 1_002),
      values.short ? 1 : Math.max(1, Math.round(minutes / 2)),
      began + KILLED * minutes * 60_000,
    ),
    every(CLOCK, () => server.strikeClock()),
    every(15_000, () => memory.sample(server)),
    every(60_000, () =>
      console.log(
        `  ${((Date.now() - began) / 60_000).toFixed(0)} min: ${ledger.entries.length} answers, ${ledger.kills} kills, ${ledger.windows} windows, ${ledger.unexcused().length} unexcused`,
      ),
    ),
  ]);
  const { seconds, left } = await settle();
  const sent = await mails(server);
  failures.push(
    ...ledger
      .unexcused()
      .map(
        ({ title, status, code, began: at }) =>
          `${title} answered ${status} ${code} after ${((at - began) / 1_000).toFixed(1)} s`,
      ),
  );
  failures.push(
    ...ledger.broken,
    ...left.map((what) => `stuck: ${what}`),
    ...sent.broken,
    ...(await broken(server, CAP)),
  );
  if (minutes >= 10 && memory.slope("live") > FLAT)
    failures.push(`what is live grows by ${memory.slope("live").toFixed(2)} MiB a minute`);

  const codes = Object.entries(Object.groupBy(ledger.entries, ({ status, code }) => `${status} ${code}`)).map(
    ([code, list]) => `${list?.length} × ${code}`,
  );
  console.log(codes.join(", "));
  const accounts = everybody.reduce((sum, person) => sum + person.accounts.length, 0);
  console.log(
    `${ledger.entries.length} answers: ${Object.entries(ledger.statuses())
      .map(([status, count]) => `${count} × ${status}`)
      .join(", ")}; ${ledger.unexcused().length} of 500 and above outside of faults and kills`,
  );
  console.log(
    `answered in ${ledger.calmMs(0.5)} ms at the median, ${ledger.calmMs(0.99)} at the 99th percentile, ${ledger.calmMs(1)} at most while nothing was wrong`,
  );
  console.log(
    `${ledger.windows} windows of faults, ${ledger.kills} kills, ${accounts} accounts of ${people} people, settled after ${seconds.toFixed(0)} s, ${left.length === 0 ? "nothing" : left.join(", ")} stuck`,
  );
  console.log(`${sent.accepted} mails accepted, ${sent.twice} twice`);
  console.log(`memory after collection, ${memory.minutes().toFixed(1)} minutes of the longest life, MiB by its age`);
  for (const held of ["live", "process"] as const)
    console.log(`  ${held.padEnd(8)} ${memory.slope(held).toFixed(2)} a minute (${memory.curve(held)})`);
  for (const line of new Set(server.faults.map((fault) => /"event":"[^"]+"/u.exec(fault)?.[0] ?? fault.slice(0, 200))))
    console.log(`logged: ${server.faults.filter((fault) => fault.includes(line)).length} × ${line}`);
} finally {
  await server.stop();
}
for (const failure of failures.slice(0, 40)) console.error(`FAILED ${failure}`);
console.log(failures.length === 0 ? "holds" : `${failures.length} failures`);
process.exitCode = failures.length > 0 ? 1 : 0;
