import { z } from "zod";
import { defineProof } from "../harness/cli.ts";
import { type JobSeeker, seedJobSeeker, toCompanyId } from "../harness/job-seeker.ts";
import { type Product, startProduct } from "../harness/product.ts";
import { seededRandom, shuffle } from "../harness/random.ts";
import { listFaultOrders } from "./sending/gmail-faults.ts";
import { pressUntilDone } from "./sending/press-send.ts";
import { waitUntilSettled } from "./sending/send-rounds.ts";

/** Applications that a company gets in a week. */
const CAP = 2;
/** A short run cannot wait until the product gives a hanging Gmail up. */
const SHORT_HANG_MS = 2_000;
const MAX_PRESSES = 15;
/** The sandbox's Gmail slows a mailbox down that sends many mails a minute. */
const ROUNDS_PER_USER = 20;
const WEEK_DAYS = 7;

const Outbox = z.array(z.object({ to: z.string() }));
/** All that a refusal says: no number, and nothing but the day. */
const Refusal = z.strictObject({
  error: z.string().regex(/^\D+$/u),
  code: z.literal("courtesy_wait"),
  fields: z.strictObject({ free_on: z.string() }),
});
const Batch = z.object({
  sent_ids: z.array(z.string()),
  failed: z.array(z.object({ reason: z.string(), free_on: z.string().optional() })),
});

/** The mails that Gmail took, by company. */
async function countAccepted(server: Product, name: string): Promise<Map<string, number>> {
  const mails = Outbox.parse(await server.callSandbox("GET", "outbox")).filter(({ to }) =>
    toCompanyId(to).startsWith(`${name}-`),
  );
  const counts = new Map<string, number>();
  for (const { to } of mails) {
    const company = to.slice(to.indexOf("@") + 1);
    counts.set(company, (counts.get(company) ?? 0) + 1);
  }
  return counts;
}

/** Users with the same companies, whose number is in the domain. */
const seedRivals = (server: Product, name: string, users: number, companies: number): Promise<JobSeeker[]> =>
  Promise.all(
    Array.from({ length: users }, (_, n) =>
      seedJobSeeker(server, `${name}-${n}`, companies, (number) => `${name}-firm-${number}.example`),
    ),
  );

const toFreeDay = (time: Date): string =>
  new Date(Math.ceil((time.getTime() + WEEK_DAYS * 86_400_000) / 3_600_000) * 3_600_000).toISOString().slice(0, 10);

/** Presses on one company. @returns whether it was sent, and what is wrong with the answer */
async function press({ call, ids }: JobSeeker, round: number, alone: boolean): Promise<[boolean, string | null]> {
  const id = ids[round] ?? "";
  const days = () => [toFreeDay(new Date(Date.now() - 60_000)), toFreeDay(new Date())];
  if (alone) {
    const answer = await call("POST", `/api/dashboard/companies/${id}/send-email`, { message_version: 1 });
    if (answer?.status === 200) return [true, null];
    const isMeant = answer?.status === 422 && Refusal.safeParse(answer.body).data;
    return [false, isMeant && days().includes(isMeant.fields.free_on) ? null : JSON.stringify(answer)];
  }
  const answer = await call("POST", "/api/dashboard/companies/bulk-send", { company_ids: [id] });
  const { sent_ids: sent, failed } = Batch.parse(answer?.body);
  if (sent.length === 1) return [true, null];
  const isMeant = failed[0]?.reason === "courtesy_wait" && days().includes(failed[0].free_on ?? "");
  return [false, isMeant ? null : JSON.stringify(answer)];
}

/** Two users press on one company at the same instant, after one has written to it; or three at once. */
async function pressAtOnce(server: Product, rounds: number, random: () => number, failures: string[]) {
  const name = "instant";
  let users: JobSeeker[] = [];
  for (let number = 0; number < rounds; number += 1) {
    const round = number % ROUNDS_PER_USER;
    if (round === 0)
      users = await seedRivals(server, `${name}-${number}`, 3, Math.min(ROUNDS_PER_USER, rounds - number));
    const [first, ...others] = shuffle(users, random);
    if (!first) continue;
    const early = number % 2 === 0 ? [await press(first, round, true)] : [];
    const rivals = number % 2 === 0 ? others : [first, ...others];
    const answers = [...early, ...(await Promise.all(rivals.map((user) => press(user, round, random() < 0.5))))];
    const sent = answers.filter(([isSent]) => isSent).length;
    if (sent !== CAP) failures.push(`round ${number + 1}: ${sent} users were told that it was sent`);
    for (const [, problem] of answers) if (problem !== null) failures.push(`round ${number + 1}: ${problem}`);
  }
  const accepted = await countAccepted(server, name);
  for (const [company, count] of accepted) if (count !== CAP) failures.push(`${company} got ${count}`);
  if (accepted.size !== rounds) failures.push(`${accepted.size} companies of ${rounds} got mails`);
  return `the same instant: ${rounds} rounds, ${[...accepted.values()].reduce((sum, each) => sum + each, 0)} mails`;
}

/** Users press on the same companies while Gmail fails and the server is killed; then once more, then a week later. */
async function pressThroughKills(
  server: Product,
  {
    rounds,
    kills,
    hangMs,
    random,
  }: { rounds: number; kills: number; hangMs: number | undefined; random: () => number },
  failures: string[],
) {
  const name = "killed";
  const users = await seedRivals(server, name, 4, rounds);
  for (const order of listFaultOrders(hangMs)) await server.callSandbox("POST", "faults", order);
  const check = async (when: string, cap: number) => {
    await waitUntilSettled(server, name);
    const accepted = await countAccepted(server, name);
    for (const [company, count] of accepted) if (count > cap) failures.push(`${company} got ${count} ${when}`);
    return [...accepted.values()].reduce((sum, each) => sum + each, 0);
  };
  const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
  const pressing = Promise.all(
    users.map(({ ids, ...user }) => pressUntilDone(ids, { ...user, random, pause }, MAX_PRESSES)),
  );
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(1_000 + random() * 3_000);
    await server.kill();
  }
  await pressing;
  await server.callSandbox("DELETE", "faults");
  await Promise.all(users.map(({ relink }) => relink()));
  const pressAll = () =>
    Promise.all(
      users.flatMap(({ call, ids }) =>
        Array.from({ length: Math.ceil(ids.length / 20) }, (_, part) =>
          call("POST", "/api/dashboard/companies/bulk-send", { company_ids: ids.slice(part * 20, part * 20 + 20) }),
        ),
      ),
    );
  await pressAll();
  const before = await check("in a week", CAP);
  const [slots] = await server.readFrom(
    "SHARED_DB",
    z.object({ blocked: z.number(), kept: z.number() }),
    `SELECT count(*) AS blocked, coalesce(sum(slots), 0) AS kept FROM
      (SELECT count(DISTINCT application_hash) AS slots FROM courtesy_slots GROUP BY company_hash)`,
  );
  const sql = "UPDATE courtesy_slots SET taken_at = strftime('%Y-%m-%dT%H:%M:%fZ', taken_at, ?)";
  await server.write([{ sql, values: [`-${WEEK_DAYS} days`] }], "SHARED_DB");
  await pressAll();
  const after = await check("in two weeks", 2 * CAP);
  if (after <= before) failures.push("no company was free after a week");
  await server.runCron();
  const [left] = await server.readFrom(
    "SHARED_DB",
    z.object({ ended: z.number() }),
    "SELECT count(*) AS ended FROM courtesy_slots WHERE taken_at < ?",
    new Date(Date.now() - WEEK_DAYS * 86_400_000).toISOString(),
  );
  if (left?.ended !== 0) failures.push(`${left?.ended} slots are kept longer than a week`);
  return [
    `faults and ${kills} kills: ${rounds} companies, ${users.length} users, ${before} mails in a week, ${after} in two`,
    `${slots?.kept} places taken of ${slots?.blocked} companies`,
  ].join("; ");
}

/**
 * A company gets no more applications a week than the cap, of all users: they press on one company at the same instant,
 * while Gmail works; they press again and again while three in ten POSTs to Gmail fail and the server is killed. What
 * counts is what the sandbox's Gmail took. Nobody is told how many others have written.
 */
export const command = defineProof({
  options: {
    rounds: { about: "companies on which users press at the same instant", usual: 200, short: 10 },
    companies: { about: "companies on which they press through faults and kills", usual: 60, short: 6 },
    kills: { about: "kills", usual: 12, short: 1 },
  },
  prove: async ({ options, short, seed, print }) => {
    const random = seededRandom(seed);
    const server = await startProduct();
    const failures: string[] = [];
    try {
      print(await pressAtOnce(server, options.rounds, random, failures));
      const harm = {
        rounds: options.companies,
        kills: options.kills,
        hangMs: short ? SHORT_HANG_MS : undefined,
        random,
      };
      print(await pressThroughKills(server, harm, failures));
    } finally {
      await server.stop();
    }
    return { failures };
  },
});
