import "../../../tools/node-loader.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Run } from "../../harness/cli.ts";
import { readCpuMs } from "../../harness/process-usage.ts";
import { type Product, type ProductOptions, startProduct } from "../../harness/product.ts";
import { describeMachine, type Measured } from "../../harness/report.ts";
import { putFile } from "../tiles/city-release.ts";
import { MOSTLY_OBJECTS, SHARDS } from "./measure-shards.ts";
import { Person } from "./person.ts";
import {
  type Action,
  ACTIONS,
  addUnits,
  type MeasuredUnits,
  readMeasuredUnits,
  scaleUnits,
  sumUnits,
  type Units,
  writeMeasuredUnits,
} from "./units.ts";

const { publishSampleRelease } = await import("../../sandbox/directory/sample-release");

/** How long the outside world takes, near enough to the real one: objects are busy and rows are written meanwhile. */
const OUTSIDE_MS = { openai: 8_000, gmail: 400, site: 300 };
/** A site is read as politely as in production; mails leave within seconds, as their pause costs nothing. */
export const SETTINGS = { HOST_DELAY_MS: "1000", OUTBOX_PACE: "hurried" };
export const ENTRY = "test/bench/worker/units-entry.ts";

const LETTERS = 10;
/** Companies whose letter is read, that answer, are followed up or get an outcome. */
const FEW = 3;
const VISITS = 5;
/** After an action: objects and consumers finish. */
const SETTLING_MS = 2_500;
const BATCH_SETTLING_MS = 30_000;

/** What people do is not the same twice, nor are the moments at which objects look. */
const MOST_APART = 0.1;

const UnitsTaken = z.record(z.string(), z.number());

/** The sandbox's companies as a published directory, and the pace of the outside world, milliseconds by service. */
export async function prepareWorld(product: Product, pace: Readonly<Record<string, number>>): Promise<void> {
  await publishSampleRelease(
    { put: (key, value) => putFile(product, key, typeof value === "string" ? new TextEncoder().encode(value) : value) },
    { cities: ["paris", "lyon"] },
  );
  for (const [service, ms] of Object.entries(pace))
    await product.callSandbox("POST", "faults", { service, kind: "latency", ms });
}

/** What was used since the last call. */
export async function takeUnits(product: Product): Promise<Units> {
  return UnitsTaken.parse(await (await fetch(`${product.url()}/bench/units`)).json());
}

type Actions = Partial<Record<Action | "known search", Units>>;

/** Runs each action against the product in workerd and writes what it uses. */
export async function measureUnits(run: Run): Promise<Measured> {
  const { actions, companiesASearch } = await runActions(run, { shards: SHARDS });
  actions.sweep = toSweepOfOneShard(actions.sweep ?? {});
  const measured = toFile(actions, companiesASearch, String(describeMachine([]).commit));
  writeMeasuredUnits(measured);
  return toMeasured(measured);
}

/** The same actions of a person on a shard in an object, beside what was written for one in D1. */
export async function compareUnitsInObjects(run: Run): Promise<Measured> {
  const { actions } = await runActions(run, MOSTLY_OBJECTS);
  const { actions: inD1 } = readMeasuredUnits();
  const counted = ["trips", "statements", "rows read", "rows written"] as const;
  const count = (units: Units = {}, unit: string) => sumUnits(units, new RegExp(`^d1 user ${unit}$`, "u"));
  const shown = ACTIONS.filter((action) => action !== "sweep");
  const sum = (all: Actions, unit: string) => shown.reduce((total, action) => total + count(all[action], unit), 0);
  const busyMs = (action: Action) => {
    const statements = count(actions[action], "statements");
    return statements === 0
      ? 0
      : (sumUnits(actions[action] ?? {}, /^object USER_SHARD seconds$/u) * 1_000) / statements;
  };
  return {
    title: "What an action uses with its user's rows in an object, beside D1",
    how: "Of the users' database only. The time is that of the object, for one statement.",
    table: {
      columns: [...counted.flatMap((unit) => [`${unit}, D1`, "object"]), "ms a statement"],
      rows: Object.fromEntries(
        shown.map((action) => [
          action,
          [
            ...counted.flatMap((unit) => [inD1, actions].map((all: Actions) => count(all[action], unit))),
            busyMs(action),
          ].map(round),
        ]),
      ),
    },
    figures: counted.map((unit) => ({
      name: `${unit} apart by`,
      value: Math.abs(sum(actions, unit) / sum(inD1, unit) - 1),
      unit: "",
      target: { atMost: MOST_APART },
    })),
  };
}

async function runActions(
  run: Run,
  shards: Pick<ProductOptions, "shards" | "objectShards">,
): Promise<{ actions: Actions; companiesASearch: number }> {
  const settings = { ...SETTINGS, OPENAI_BATCH_HOURS: "24" };
  const product = await startProduct({ entry: ENTRY, settings, ...shards });
  try {
    await prepareWorld(product, OUTSIDE_MS);
    const actions: Actions = {};
    /** @param work does the action and says how often */
    const measure = async <T>(action: keyof typeof actions, times: number, work: () => Promise<T>): Promise<T> => {
      await sleep(SETTLING_MS);
      await takeUnits(product);
      const cpuBefore = readCpuMs(product.pid());
      const result = await work();
      await sleep(SETTLING_MS);
      const units = await takeUnits(product);
      const cpu = readCpuMs(product.pid()) - cpuBefore;
      actions[action] = scaleUnits(addUnits(units, { "cpu ms": cpu }), 1 / times);
      run.print(`${action}: ${cpu} ms of CPU`);
      return result;
    };
    // Looks into every database, so that what it is when empty counts as there.
    await product.runCron();
    // The first one of everything loads code and fills caches of the isolate.
    const first = new Person(product, "first");
    await first.join();
    const person = new Person(product, "person");
    await measure("join", 1, () => person.join());
    await measure("sign in", FEW, () => repeat(FEW, () => person.signIn()));
    const companiesASearch = await measure("search", 1, () => person.search());
    await measure("known search", 1, () => first.search());
    const all = await person.listCompanies();
    const [ids, waiting] = [all.slice(0, LETTERS), all.slice(LETTERS, 2 * LETTERS)];
    if (waiting.length < LETTERS) throw new Error(`${all.length} companies with an address`);
    await measure("open the dashboard", VISITS, () => repeat(VISITS, () => person.openDashboard()));
    await measure("idle minute", VISITS, () => repeat(VISITS, () => person.idleMinute()));
    await measure("letter", LETTERS, () => person.writeLetters(ids));
    await measure("read a letter", LETTERS, () => forEach(ids, (id) => person.readLetter(id)));
    const queueing = await measureQueueing(product, person, ids);
    actions["queue a mail"] = queueing.queueing;
    actions["mail leaves"] = queueing.leaving;
    const sent = await person.listSentMails();
    const [answered = [], followed = [], decided = []] = [0, FEW, 2 * FEW].map((at) => sent.slice(at, at + FEW));
    await measure("answer arrives", FEW, () => forEach(answered, (mail) => person.receiveAnswer(mail)));
    await measure("record an outcome", FEW, () => forEach(decided, (mail) => person.recordOutcome(mail.company_id)));
    await person.letDaysPass();
    await measure("follow-up", FEW, async () => {
      await forEach(followed, (mail) => person.followUp(mail.company_id));
      await person.waitForMails(sent.length + FEW);
    });
    // The service is asked for files here, not for words; a later alarm deletes them.
    await product.callSandbox("DELETE", "faults");
    await measure("letter of a batch", LETTERS, async () => {
      await person.writeLetters(waiting, true);
      await sleep(BATCH_SETTLING_MS);
    });
    await measure("sweep", FEW, () => repeat(FEW, () => product.runCron()));
    return { actions, companiesASearch };
  } finally {
    await product.stop();
  }
}

async function repeat(times: number, work: () => Promise<void>): Promise<void> {
  for (let done = 0; done < times; done += 1) await work();
}

async function forEach<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
  for (const thing of things) await work(thing);
}

/** Queues mails and waits until they have left: what one costs before its undo time ends, and after it. */
async function measureQueueing(product: Product, person: Person, ids: string[]) {
  const takeWithCpu = async () => {
    const units = await takeUnits(product);
    return { units, cpu: readCpuMs(product.pid()) };
  };
  await sleep(SETTLING_MS);
  const before = await takeWithCpu();
  const count = await person.queueMails(ids);
  // Less than the undo time.
  await sleep(SETTLING_MS);
  const queued = await takeWithCpu();
  await person.waitForMails(count);
  await sleep(SETTLING_MS);
  const left = await takeWithCpu();
  const toOne = (units: Units, cpu: number) => scaleUnits(addUnits(units, { "cpu ms": cpu }), 1 / count);
  return {
    queueing: toOne(queued.units, queued.cpu - before.cpu),
    leaving: toOne(left.units, left.cpu - queued.cpu),
  };
}

/** The sweep looks once at what is everybody's, and at each shard. */
function toSweepOfOneShard(units: Units): Units {
  const ofOne = Object.fromEntries(
    Object.entries(units).map(([name, count]) => [name, name.startsWith("d1 user") ? count / SHARDS : count]),
  );
  const others = (SHARDS - 1) * (ofOne["d1 user trips"] ?? 0);
  return { ...ofOne, "most subrequests": (ofOne["most subrequests"] ?? 0) - others };
}

/** Four digits are more than the figures are good for. */
const round = (value: number): number => Number(value.toPrecision(4));

const toSorted = (units: Units = {}): Units =>
  Object.fromEntries(
    Object.entries(units)
      .filter(([name]) => !name.startsWith("call "))
      .map(([name, count]) => [name, round(count)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

function toFile(
  actions: Partial<Record<Action | "known search", Units>>,
  companiesASearch: number,
  commit: string,
): MeasuredUnits {
  return {
    date: new Date().toISOString().slice(0, 10),
    commit,
    how: [
      `One person after the other against workerd and the sandbox, with users on ${SHARDS} shards.`,
      `Answers take ${Object.entries(OUTSIDE_MS)
        .map(([service, ms]) => `${ms} ms (${service})`)
        .join(", ")}.`,
      "CPU is all that workerd used, the sandbox, D1 and R2 included: an upper bound.",
    ].join(" "),
    companiesASearch,
    knownSearch: toSorted(actions["known search"]),
    actions: Object.fromEntries(
      ACTIONS.map((action) => [action, toSorted(actions[action])]),
    ) as MeasuredUnits["actions"],
  };
}

const SHOWN = {
  requests: /^requests$/u,
  "cpu ms": /^cpu ms$/u,
  "d1 statements": /^d1 .* statements$/u,
  "d1 rows read": /^d1 .* rows read$/u,
  "d1 rows written": /^d1 .* rows written$/u,
  "object requests": /^object \S+ requests$/u,
  "object seconds": /^object \S+ seconds$/u,
  messages: /^queue \S+ messages$/u,
};

function toMeasured({ how, companiesASearch, actions }: MeasuredUnits): Measured {
  return {
    title: `What an action uses of the platform; a search found ${companiesASearch} companies`,
    how,
    figures: [],
    table: {
      columns: Object.keys(SHOWN),
      rows: Object.fromEntries(
        ACTIONS.map((action) => [action, Object.values(SHOWN).map((name) => round(sumUnits(actions[action], name)))]),
      ),
    },
  };
}
