import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { bundleWorker } from "../bench/product/bundle.ts";
import { type Instance, startInstance } from "../bench/product/instance.ts";
import { Applicant } from "../bench/write/applicant.ts";
import { startWritingService } from "../bench/write/service-orders.ts";
import { randomOf } from "./random.ts";

/** Milliseconds. */
const LATENCY = 500;
const MUST_END = 180_000;
const COMPANIES = 20;
const USERS = 3;

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
  const random = randomOf(seed);
  const storage = mkdtempSync(join(tmpdir(), "candidature-prove-"));
  const service = await startWritingService();
  const bundle = bundleWorker("worker/index.ts");
  const start = () => startInstance(bundle, service.address, { OPENAI_API_KEY: "sandbox" }, storage);
  let instance = await start();
  const countOf = async (sql: string) =>
    Count.parse(
      await (await instance.miniflare.getD1Database("DB")).prepare(`SELECT count(*) AS count FROM ${sql}`).first(),
    ).count;
  let killed = 0;
  let longest = 0;
  try {
    await service.set({ latencyMs: LATENCY });
    while (killed < kills) {
      const users: Applicant[] = [];
      for (let n = 0; n < USERS; n++) {
        const user = await Applicant.register(instance);
        await user.startBulk(await user.companies(COMPANIES));
        users.push(user);
      }
      const times = Math.min(1 + Math.floor(random() * 3), kills - killed);
      for (let n = 0; n < times; n++) {
        // The first in mid-job; a further one while the job is taken up again, or after.
        await sleep(n === 0 ? 100 + random() * 3_000 : random() * 20_000);
        instance = await crash(instance, start);
        killed += 1;
      }
      const began = performance.now();
      while ((await countOf("generation_items WHERE state IN ('queued', 'running')")) > 0) {
        if (performance.now() - began > MUST_END) throw new Error(`rows are open ${MUST_END} ms after the last kill`);
        await sleep(250);
      }
      const took = performance.now() - began;
      longest = Math.max(longest, took);
      say(`${killed} of ${kills} kills: ${users.length * COMPANIES} rows final after ${(took / 1000).toFixed(1)} s`);
    }
    const rows = await countOf("generation_items");
    const done = await countOf("generation_items WHERE state = 'done'");
    const { letters } = await service.served();
    return {
      kills: killed,
      generations: await countOf("generations"),
      rows,
      done,
      failed: await countOf("generation_items WHERE state = 'failed'"),
      longest: Math.round(longest),
      writtenAgain: Object.values(letters).reduce((sum, times) => sum + times - 1, 0),
      twice: await countOf("companies WHERE message_version > 1"),
      wrong: await countOf(
        "companies c JOIN generation_items i ON i.user_id = c.user_id AND i.company_id = c.id WHERE (i.state = 'done') <> (c.message_version = 1) OR (c.message <> '' AND instr(c.message, c.name) = 0)",
      ),
      open:
        (await countOf("generation_items WHERE state NOT IN ('done', 'failed')")) +
        (await countOf("generations WHERE finished_at IS NULL")),
      claimed: await countOf("companies WHERE generating_since IS NOT NULL"),
    };
  } finally {
    await instance.stop();
    service.stop();
    rmSync(storage, { recursive: true, force: true });
  }
}

/** Kills workerd as a crash would, and starts it again on the same storage. */
async function crash(instance: Instance, start: () => Promise<Instance>): Promise<Instance> {
  process.kill(instance.pid, "SIGKILL");
  await instance.stop();
  return start();
}
