import { z } from "zod";
import { toShardNumber } from "../../../tools/database-name.ts";
import type { Run } from "../../harness/cli.ts";
import { type JobSeeker, seedJobSeeker } from "../../harness/job-seeker.ts";
import { readCpuMs } from "../../harness/process-usage.ts";
import { type Product, startProduct } from "../../harness/product.ts";
import { computeMedian, type Measured } from "../../harness/report.ts";
import { CV, TEMPLATE } from "../generate/sample-cv-and-letters.ts";

/** Shards over which users are spread. */
export const SHARDS = 4;
/** As many, all but the first in objects. */
export const MOSTLY_OBJECTS = { shards: 1, objectShards: SHARDS - 1 };
const LEAST_RATIO = 0.95;
const ROUNDS = 5;
/** A round is so many slices of each side, in turns: one, four, four, one. */
const SLICES = 4;
const SLICE_MS = 2_500;
const SHORT_SLICE_MS = 500;
const COMPANIES = 10;
/** Users who are seeded or begin at a time. */
const AT_A_TIME = 10;
const CALLS_A_VISIT = 11;
const SAVE_CV_AND_TEMPLATE_SQL = `
  UPDATE users SET template_message = ?, cv_path = 'cv/bench', cv_text = ?, cv_text_status = 'ok', attach_cv = 0
  WHERE id = ?`;

const COLUMNS = ["one shard", "several shards", "ratio", "one, by CPU", "several, by CPU", "ratio by CPU"] as const;

const Company = z.object({ company: z.object({ message_version: z.number() }) });
const Note = z.object({ note: z.object({ version: z.number() }) });

/** One user's calls, one after the other. */
class Caller {
  readonly #seeker: JobSeeker;
  readonly #visits: AsyncGenerator<void, never>;
  calls = 0;

  constructor(seeker: JobSeeker) {
    this.#seeker = seeker;
    this.#visits = this.#visit();
  }

  /** Makes the next call and waits for its answer. */
  async callNext(): Promise<void> {
    await this.#visits.next();
    this.calls += 1;
  }

  /** Makes the calls of one visit. */
  async visit(): Promise<void> {
    for (let call = 0; call < CALLS_A_VISIT; call += 1) await this.callNext();
  }

  async #call(method: "GET" | "POST", path: string, body?: object): Promise<unknown> {
    const answer = await this.#seeker.call(method, path, body);
    if (answer?.status === 200) return answer.body;
    throw new Error(`${method} ${path} answered ${answer?.status}: ${JSON.stringify(answer?.body)}`);
  }

  /** Again and again: the dashboard, one letter written anew, read as a mail, a note about its company. */
  async *#visit(): AsyncGenerator<void, never> {
    for (let visit = 0; ; visit += 1) {
      const path = `/api/dashboard/companies/${this.#seeker.ids[visit % this.#seeker.ids.length]}`;
      yield void (await this.#call("GET", "/api/dashboard/first-answers"));
      yield void (await this.#call("GET", "/api/dashboard/companies?limit=500"));
      yield void (await this.#call("GET", "/api/activity"));
      yield void (await this.#call("POST", `${path}/generate-message`));
      const { company } = Company.parse(await this.#call("GET", path));
      yield;
      const { note } = Note.parse(await this.#call("GET", `${path}/page`));
      yield;
      yield void (await this.#call("POST", `${path}/check-message`, {}));
      yield void (await this.#call("GET", `${path}/preview`));
      yield void (await this.#call("POST", `${path}/message-read`, { version: company.message_version }));
      yield void (await this.#call("POST", `${path}/note`, { text: `visit ${visit}`, version: note.version }));
      yield void (await this.#call("GET", "/api/outbox"));
    }
  }
}

/** Users in turns on the shards of a product, who can be written letters. */
export async function seedCallers(product: Product, people: number): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (let first = 0; first < people; first += AT_A_TIME) {
    const numbers = Array.from({ length: Math.min(AT_A_TIME, people - first) }, (_, n) => first + n);
    callers.push(
      ...(await Promise.all(
        numbers.map(async (number) => {
          const name = `caller-${number}`;
          const shard = product.shards[number % product.shards.length] ?? "DB";
          const seeker = await seedJobSeeker(product, name, COMPANIES, undefined, toShardNumber(shard));
          await product.write([{ sql: SAVE_CV_AND_TEMPLATE_SQL, values: [TEMPLATE, CV, name] }], shard);
          return new Caller(seeker);
        }),
      )),
    );
  }
  return callers;
}

/** What one side has done: answers, and what they took. */
interface Work {
  answers: number;
  seconds: number;
  cpuSeconds: number;
}

/** Lets all call at once; the last answers are waited for. */
async function callForAWhile(product: Product, callers: readonly Caller[], sliceMs: number): Promise<Work> {
  const count = () => callers.reduce((sum, { calls }) => sum + calls, 0);
  const [before, began, cpuBefore] = [count(), performance.now(), readCpuMs(product.pid())];
  await Promise.all(
    callers.map(async (caller) => {
      while (performance.now() - began < sliceMs) await caller.callNext();
    }),
  );
  return {
    answers: count() - before,
    seconds: (performance.now() - began) / 1_000,
    cpuSeconds: (readCpuMs(product.pid()) - cpuBefore) / 1_000,
  };
}

const addWork = (a: Work, b: Work): Work => ({
  answers: a.answers + b.answers,
  seconds: a.seconds + b.seconds,
  cpuSeconds: a.cpuSeconds + b.cpuSeconds,
});

/**
 * Users who call all at once, spread over several shards and on one, in two servers that take turns every few seconds,
 * so that what else the machine does concerns both. What workerd's CPU makes of it depends on that least.
 */
export async function measureShards({ print, short }: Run, people: number): Promise<Measured> {
  const products: Product[] = [];
  try {
    for (const shards of [{}, MOSTLY_OBJECTS]) products.push(await startProduct(shards));
    const sides: { product: Product; callers: Caller[] }[] = [];
    for (const product of products) sides.push({ product, callers: await seedCallers(product, people) });
    const sliceMs = short ? SHORT_SLICE_MS : SLICE_MS;
    // The first calls load code and fill the caches of the databases.
    for (const { product, callers } of sides) await callForAWhile(product, callers, sliceMs);
    print(`${people} users are ready`);
    const rounds: Record<(typeof COLUMNS)[number], number>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const done = sides.map((): Work => ({ answers: 0, seconds: 0, cpuSeconds: 0 }));
      for (let slice = 0; slice < SLICES; slice += 1)
        for (const at of slice % 2 === 0 ? [0, 1] : [1, 0]) {
          const side = sides[at];
          const sum = done[at];
          if (side && sum) done[at] = addWork(sum, await callForAWhile(side.product, side.callers, sliceMs));
        }
      const [one = Number.NaN, several = Number.NaN] = done.map(({ answers, seconds }) => answers / seconds);
      const [cpuOne = Number.NaN, cpuSeveral = Number.NaN] = done.map(
        ({ answers, cpuSeconds }) => answers / cpuSeconds,
      );
      rounds.push({
        "one shard": one,
        "several shards": several,
        ratio: several / one,
        "one, by CPU": cpuOne,
        "several, by CPU": cpuSeveral,
        "ratio by CPU": cpuSeveral / cpuOne,
      });
      print(`round ${round + 1} of ${ROUNDS}`);
    }
    const medianOf = (name: (typeof COLUMNS)[number]) => computeMedian(rounds.map((round) => round[name]));
    const format = (name: (typeof COLUMNS)[number], value: number) => value.toFixed(name.startsWith("ratio") ? 3 : 1);
    return {
      title: `Answers a second to ${people} users at once, on ${SHARDS} shards (all but one in objects) and on one`,
      how: [
        `Each user makes the next call when the last one was answered; ${SLICES} times ${sliceMs / 1_000} s a side and`,
        "round, in turns. By CPU: answers a second of workerd's CPU.",
      ].join(" "),
      table: {
        columns: [...COLUMNS],
        rows: {
          ...Object.fromEntries(
            rounds.map((round, n) => [`round ${n + 1}`, COLUMNS.map((name) => format(name, round[name]))]),
          ),
          median: COLUMNS.map((name) => format(name, medianOf(name))),
        },
      },
      figures: [
        {
          name: `answers of ${SHARDS} shards to those of one, median of ${ROUNDS}`,
          value: medianOf("ratio"),
          unit: "×",
          target: { atLeast: LEAST_RATIO },
        },
      ],
    };
  } finally {
    for (const product of products) await product.stop();
  }
}
