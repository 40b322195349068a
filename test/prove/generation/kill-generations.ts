import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { Applicant } from "../../bench/generate/applicant.ts";
import { startGenerateSetup } from "../../bench/generate/generate-setup.ts";
import { seededRandom } from "../../harness/random.ts";

const LATENCY_MS = 500;
const END_TIMEOUT_MS = 180_000;
const COMPANIES_PER_USER = 20;
const USER_COUNT = 3;

export interface KillFigures {
  kills: number;
  generations: number;
  rows: number;
  done: number;
  /** After three runs that died with the server. */
  failed: number;
  /** From the last kill of a job until its last row was final, milliseconds. */
  longest: number;
  /** Letters the language model wrote beyond one a row: the work that kills threw away. */
  writtenAgain: number;
  /** Rows saved more than once. Must be 0, as the next three. */
  twice: number;
  /** Rows whose message is not their company's, or written with another profile. */
  wrong: number;
  /** Rows that are not final. */
  open: number;
  /** Claims that are left. */
  claimed: number;
}

const Count = z.object({ count: z.number() });

const OPEN_ROWS = "generation_items WHERE state IN ('queued', 'running')";
const WRONG_ROWS = `companies c JOIN generation_items i ON i.user_id = c.user_id AND i.company_id = c.id
  WHERE (i.state = 'done') <> (c.message_version = 1) OR (c.message <> '' AND instr(c.message, c.name) = 0)
    OR (i.state = 'done' AND c.profile_id IS NOT i.profile_id)`;

/**
 * Has users write to companies in bulk and kills the server (SIGKILL on workerd, storage kept) once to three times a
 * job, until it was killed often enough; after the last kill of a job it waits until all of its rows are final.
 * @throws when a job is not final three minutes after its last kill
 */
export async function killGenerations({
  kills,
  seed,
  print,
}: {
  kills: number;
  seed: number;
  print: (line: string) => void;
}): Promise<KillFigures> {
  const random = seededRandom(seed);
  const setup = await startGenerateSetup();
  const { llm, product } = setup;
  const countRows = async (from: string) =>
    (await product.read(Count, `SELECT count(*) AS count FROM ${from}`))[0]?.count ?? 0;
  const waitUntilFinal = async (): Promise<number> => {
    const start = performance.now();
    while ((await countRows(OPEN_ROWS)) > 0) {
      if (performance.now() - start > END_TIMEOUT_MS) {
        throw new Error(`rows are open ${END_TIMEOUT_MS} ms after the last kill`);
      }
      await sleep(250);
    }
    return performance.now() - start;
  };
  let killed = 0;
  let longest = 0;
  try {
    await llm.set({ latencyMs: LATENCY_MS });
    while (killed < kills) {
      for (let n = 0; n < USER_COUNT; n++) {
        const user = await Applicant.register(product);
        const ids = await user.addCompanies(COMPANIES_PER_USER);
        // One of them has a second profile and writes with it.
        await user.startBulk(ids, n === 0 ? await user.addProfile() : undefined);
      }
      const times = Math.min(1 + Math.floor(random() * 3), kills - killed);
      for (let n = 0; n < times; n++) {
        // The first in mid-job; a further one while the job is taken up again, or after.
        await sleep(n === 0 ? 100 + random() * 3_000 : random() * 20_000);
        await product.kill();
        killed += 1;
      }
      const ms = await waitUntilFinal();
      longest = Math.max(longest, ms);
      const rows = USER_COUNT * COMPANIES_PER_USER;
      print(`${killed} of ${kills} kills: ${rows} rows final after ${(ms / 1000).toFixed(1)} s`);
    }
    const { letters } = await llm.served();
    return {
      kills: killed,
      generations: await countRows("generations"),
      rows: await countRows("generation_items"),
      done: await countRows("generation_items WHERE state = 'done'"),
      failed: await countRows("generation_items WHERE state = 'failed'"),
      longest: Math.round(longest),
      writtenAgain: Object.values(letters).reduce((sum, count) => sum + count - 1, 0),
      twice: await countRows("companies WHERE message_version > 1"),
      wrong: await countRows(WRONG_ROWS),
      open:
        (await countRows("generation_items WHERE state NOT IN ('done', 'failed')")) +
        (await countRows("generations WHERE finished_at IS NULL")),
      claimed: await countRows("companies WHERE generating_since IS NOT NULL"),
    };
  } finally {
    await setup.stop();
  }
}
