import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { defineProof } from "../harness/cli.ts";
import { startProduct } from "../harness/product.ts";
import { createRandomChoices } from "../harness/random.ts";
import { HURRIED_OUTBOX } from "../sandbox/config-overrides.ts";
import { actUntil } from "./chaos/actions.ts";
import { CallLog } from "./chaos/call-log.ts";
import { ChaosUser } from "./chaos/chaos-user.ts";
import { scheduleFaults, scheduleKills } from "./chaos/fault-schedule.ts";
import { auditOutbox, findViolations } from "./chaos/invariants.ts";
import { MemoryGrowth } from "./chaos/memory-growth.ts";
import { expireDeadlines, findStuckMails, findStuckRows } from "./chaos/stuck-rows.ts";

const MINUTE_MS = 60_000;
/** Mails of a user and day: few enough to be reached. */
const DAILY_MAIL_LIMIT = 40;
/** Kills come in the first part only, so that the last workerd lives long enough for its memory to be judged. */
const KILLING_SHARE = 0.5;
/**
 * Growth of the product's live heap that still counts as flat: some 250 bytes an answer, twice what the calls under way
 * at a sample make of it. The process is not judged: workerd grows under a bare route as well (`npm run bench api
 * memory`).
 */
const MAX_GROWTH_MIB_PER_MINUTE = 0.25;
/** A shorter run is too noisy to judge its memory. */
const MIN_MINUTES_FOR_MEMORY = 10;
/** Enough for a mail that was cut off (85 s) or met an outage (5 minutes), a search of sites that hang, a deletion. */
const SETTLING_TIMEOUT_MS = 420_000;
const CRON_INTERVAL_MS = 30_000;
const SAMPLE_INTERVAL_MS = 15_000;
const TABS = [1, 2];
/** Users who sign up in the midst of faults and kills. */
const LATE_SIGN_UPS = 2;

/** A shard that has had users. */
const ShardRow = z.object({ shard: z.number() });

/**
 * Users on several shards do everything the API offers, at two tabs each, while the services outside fail in turns
 * and the server is killed. Outside of faults and kills no answer is a 5xx; in the end nothing is stuck, nothing was
 * sent twice, every invariant holds. --short takes half a minute with one kill, and expires deadlines that would take
 * minutes.
 */
export const command = defineProof({
  options: {
    minutes: { about: "length", usual: 20, short: 0.4 },
    people: { about: "users", usual: 8 },
    shards: { about: "shards in D1 over which they are spread", usual: 2 },
    objects: { about: "further shards in objects", usual: 1 },
  },
  prove: async ({ options: { minutes, people, shards, objects }, short, seed, print }) => {
    const callLog = new CallLog();
    const memory = new MemoryGrowth();
    const server = await startProduct({
      settings: { DAILY_LIMIT: String(DAILY_MAIL_LIMIT), ...HURRIED_OUTBOX },
      inspected: true,
      shards,
      objectShards: objects,
    });
    const users = Array.from({ length: people }, (_, n) => new ChaosUser(server, callLog, `chaos-${n + 1}`));
    // Those who sign up at the same moment go to the same database, so most do it in turns.
    for (const user of users.slice(LATE_SIGN_UPS)) await user.signInOrUp();
    const start = Date.now();
    const end = start + minutes * MINUTE_MS;

    const repeatEvery = async (ms: number, work: () => unknown): Promise<void> => {
      while (Date.now() < end) {
        await work();
        await sleep(Math.min(ms, Math.max(0, end - Date.now())));
      }
    };
    const printProgress = () => {
      const minute = ((Date.now() - start) / MINUTE_MS).toFixed(0);
      const counts = `${callLog.entries.length} answers, ${callLog.kills} kills, ${callLog.windows} windows of faults`;
      print(`  ${minute} min: ${counts}, ${callLog.listUnexplained().length} unexplained`);
    };
    /** @returns seconds until nothing was stuck, and what still was */
    const waitUntilSettled = async (): Promise<{ seconds: number; stuck: string[] }> => {
      const from = Date.now();
      const findStuck = async () => [
        ...(await findStuckRows(server)),
        ...(await findStuckMails(users, from + SETTLING_TIMEOUT_MS)),
      ];
      let stuck = await findStuck();
      while (stuck.length > 0 && Date.now() - from < SETTLING_TIMEOUT_MS) {
        await sleep(short ? 500 : 3_000);
        if (short) await expireDeadlines(server);
        await server.runCron();
        stuck = await findStuck();
      }
      return { seconds: (Date.now() - from) / 1_000, stuck };
    };

    const kills = short ? 1 : Math.max(1, Math.round(minutes / 2));
    const lastKill = start + KILLING_SHARE * minutes * MINUTE_MS;
    try {
      await Promise.all([
        ...users.flatMap((user, n) =>
          TABS.map((tab) => actUntil(user, createRandomChoices(seed + 10 * n + tab), () => Date.now() < end)),
        ),
        scheduleFaults(server, callLog, createRandomChoices(seed + 1_001), end),
        scheduleKills(server, callLog, createRandomChoices(seed + 1_002), kills, lastKill),
        repeatEvery(CRON_INTERVAL_MS, () => server.runCron()),
        repeatEvery(SAMPLE_INTERVAL_MS, () => memory.sample(server)),
        repeatEvery(MINUTE_MS, printProgress),
      ]);
      const { seconds, stuck } = await waitUntilSettled();
      const used = await server.readFrom("SHARED_DB", ShardRow, "SELECT shard FROM user_shards");
      const outbox = await auditOutbox(server);
      const unexplained = callLog.listUnexplained();
      const failures = [
        ...unexplained.map(({ title, status, code, startedAt }) => {
          const after = ((startedAt - start) / 1_000).toFixed(1);
          return `${title} answered ${status} ${code} after ${after} s`;
        }),
        ...callLog.violations,
        ...stuck.map((rows) => `stuck: ${rows}`),
        ...outbox.broken,
        ...(await findViolations(server, DAILY_MAIL_LIMIT)),
        ...(used.length === shards + objects ? [] : [`people were in ${used.length} shards only`]),
      ];
      const growth = memory.slope("live");
      if (minutes >= MIN_MINUTES_FOR_MEMORY && growth > MAX_GROWTH_MIB_PER_MINUTE) {
        failures.push(`the live heap grows by ${growth.toFixed(2)} MiB a minute`);
      }

      for (const line of callLog.describe()) print(line);
      const accounts = users.reduce((sum, user) => sum + user.accounts.length, 0);
      print(`${callLog.windows} windows of faults, ${callLog.kills} kills, ${accounts} accounts of ${people} people`);
      print(`settled after ${seconds.toFixed(0)} s, stuck: ${stuck.join(", ") || "nothing"}`);
      print(`${outbox.accepted} mails accepted, ${outbox.twice} twice`);
      print(`memory after collection over ${memory.minutes().toFixed(1)} minutes without a kill, MiB by age:`);
      for (const kind of ["live", "process"] as const) {
        print(`  ${kind.padEnd(8)} ${memory.slope(kind).toFixed(2)} a minute (${memory.curve(kind)})`);
      }
      const events = server.loggedErrors.map((line) => /"event":"[^"]+"/u.exec(line)?.[0] ?? line.slice(0, 200));
      for (const event of new Set(events))
        print(`logged: ${events.filter((each) => each === event).length} × ${event}`);
      return {
        failures,
        figures: { answers: callLog.entries.length, kills: callLog.kills, accepted: outbox.accepted },
      };
    } finally {
      await server.stop();
    }
  },
});
