import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { Applicant } from "../../bench/generate/applicant.ts";
import { startLlmServer } from "../../bench/generate/start-llm-server.ts";
import { bundleWorker } from "../../bench/product/bundle.ts";
import { type ProductInstance, startInstance } from "../../bench/product/instance.ts";
import { seededRandom } from "../random.ts";

/** Milliseconds. */
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
  /** Letters the writing service wrote beyond one a row: what a kill threw away. */
  writtenAgain: number;
  /** Rows that were saved more than once, or whose message is not their company's; rows not final; claims left. All must be 0. */
  twice: number;
  wrong: number;
  open: number;
  claimed: number;
}

const Count = z.object({ count: z.number() });

/**
 * Has users write to companies in bulk and kills the server (SIGKILL on workerd, storage kept) in the middle of the job, once to three
 * times a job, until it was killed often enough; after the last kill of a job it waits until all of its rows are final.
 * @throws when a job is not final three minutes after its last kill
 */
export async function killGenerations({
  kills,
  seed,
  say,
}: {
  kills: number;
  seed: number;
  say: (line: string) => void;
}): Promise<KillFigures> {
  const random = seededRandom(seed);
  const storage = mkdtempSync(join(tmpdir(), "candidature-prove-"));
  const service = await startLlmServer();
  const bundle = bundleWorker("worker/index.ts");
  const startProduct = () => startInstance(bundle, service.address, { OPENAI_API_KEY: "sandbox" }, storage);
  let instance = await startProduct();
  const countRows = async (sql: string) =>
    Count.parse(
      await (await instance.miniflare.getD1Database("DB")).prepare(`SELECT count(*) AS count FROM ${sql}`).first(),
    ).count;
  let killed = 0;
  let longest = 0;
  try {
    await service.set({ latencyMs: LATENCY_MS });
    while (killed < kills) {
      const users: Applicant[] = [];
      for (let n = 0; n < USER_COUNT; n++) {
        const user = await Applicant.register(instance);
        await user.startBulk(await user.companies(COMPANIES_PER_USER));
        users.push(user);
      }
      const times = Math.min(1 + Math.floor(random() * 3), kills - killed);
      for (let n = 0; n < times; n++) {
        // The first in mid-job; a further one while the job is taken up again, or after.
        await sleep(n === 0 ? 100 + random() * 3_000 : random() * 20_000);
        instance = await crashAndRestart(instance, startProduct);
        killed += 1;
      }
      const began = performance.now();
      while ((await countRows("generation_items WHERE state IN ('queued', 'running')")) > 0) {
        if (performance.now() - began > END_TIMEOUT_MS)
          throw new Error(`rows are open ${END_TIMEOUT_MS} ms after the last kill`);
        await sleep(250);
      }
      const took = performance.now() - began;
      longest = Math.max(longest, took);
      say(
        `${killed} of ${kills} kills: ${users.length * COMPANIES_PER_USER} rows final after ${(took / 1000).toFixed(1)} s`,
      );
    }
    const rows = await countRows("generation_items");
    const done = await countRows("generation_items WHERE state = 'done'");
    const { letters } = await service.served();
    return {
      kills: killed,
      generations: await countRows("generations"),
      rows,
      done,
      failed: await countRows("generation_items WHERE state = 'failed'"),
      longest: Math.round(longest),
      writtenAgain: Object.values(letters).reduce((sum, times) => sum + times - 1, 0),
      twice: await countRows("companies WHERE message_version > 1"),
      wrong: await countRows(
        "companies c JOIN generation_items i ON i.user_id = c.user_id AND i.company_id = c.id WHERE (i.state = 'done') <> (c.message_version = 1) OR (c.message <> '' AND instr(c.message, c.name) = 0)",
      ),
      open:
        (await countRows("generation_items WHERE state NOT IN ('done', 'failed')")) +
        (await countRows("generations WHERE finished_at IS NULL")),
      claimed: await countRows("companies WHERE generating_since IS NOT NULL"),
    };
  } finally {
    await instance.stop();
    service.stop();
    rmSync(storage, { recursive: true, force: true });
  }
}

/** Kills workerd as a crash would, and starts it again on the same storage. */
async function crashAndRestart(
  instance: ProductInstance,
  start: () => Promise<ProductInstance>,
): Promise<ProductInstance> {
  process.kill(instance.pid, "SIGKILL");
  await instance.stop();
  return start();
}
