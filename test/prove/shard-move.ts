import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type DatabaseName, type ShardName, toShardName } from "../../tools/database-name.ts";
import { moveUser } from "../../tools/move-user.ts";
import { FIRST_OBJECT_SHARD } from "../../worker/platform/shard-names.ts";
import { defineProof } from "../harness/cli.ts";
import { type Product, startProduct } from "../harness/product.ts";
import { createRandomChoices, type RandomChoices } from "../harness/random.ts";
import { HURRIED_OUTBOX } from "../sandbox/config-overrides.ts";
import { openCommandDatabase } from "./moving/command-database.ts";
import { type LoadLog, MAILS, MovingUser } from "./moving/moving-user.ts";

/** Users begin in the first, and are moved to the other two. */
const SHARDS = [0, 1, FIRST_OBJECT_SHARD] as const;
/** Users who work and are moved at a time, and of them those whose moves run at once. */
const WAVE = 20;
const PARALLEL_MOVES = 5;
/** One kill in so many is one of the server, the others are of the command. */
const SERVER_KILL_EVERY = 5;
/** A move makes some forty calls of D1. */
const MOST_CALLS = 40;
const CRON_INTERVAL_MS = 10_000;
const SETTLING_TIMEOUT_MS = 300_000;

type Rows = Record<string, unknown>[];

class KilledCommand extends Error {}

const Name = z.object({ name: z.string() });
const Mail = z.object({ recipient: z.string(), status: z.string() });
const Accepted = z.array(z.object({ account: z.string(), to: z.string() }));

/** All rows of a user in a shard, by table. */
async function readUser(server: Product, shard: ShardName, userId: string): Promise<Map<string, Rows>> {
  const [tables] = await server.query(shard, [
    {
      sql: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('account_moves', 'user_directory')
        AND (name = 'users' OR instr(sql, 'user_id') > 0) ORDER BY name`,
      values: [],
    },
  ]);
  const names = z
    .array(Name)
    .parse(tables?.results)
    .map(({ name }) => name);
  const answers = await server.query(
    shard,
    names.map((name) => ({
      sql: `SELECT * FROM ${name} WHERE ${name === "users" ? "id" : "user_id"} = ? ORDER BY 1, 2, 3`,
      values: [userId],
    })),
  );
  return new Map(names.map((name, n) => [name, answers[n]?.results ?? []]));
}
const countRows = (rows: Map<string, Rows>): number => [...rows.values()].reduce((sum, each) => sum + each.length, 0);

/** How the moves went. */
interface MoveLog {
  failures: string[];
  /** Kills left, and those that came, by what was killed. */
  left: number;
  commandKills: number;
  serverKills: number;
  compared: number;
  rows: number;
  takenBack: number;
}

/** Moves a user by a command that is killed and started again, and compares all rows where the directory changes. */
async function moveUnderKills(
  server: Product,
  userId: string,
  to: number,
  until: "open" | "done",
  random: RandomChoices,
  log: MoveLog,
): Promise<void> {
  for (;;) {
    await server.waitUntilUp();
    const death = log.left > 0 && random.chance(0.6) ? Math.floor(random.between(1, MOST_CALLS)) : null;
    const isAfter = random.chance(0.5);
    let calls = 0;
    const die = () => {
      if (calls === death) {
        log.left -= 1;
        log.commandKills += 1;
      }
      throw new KilledCommand();
    };
    const onCall = async (_database: DatabaseName, sql: string): Promise<void> => {
      calls += 1;
      if (death !== null && (calls > death || (calls === death && !isAfter))) die();
      if (!sql.includes("UPDATE user_directory SET shard")) return;
      const [from, target] = await Promise.all([
        readUser(server, "DB", userId),
        readUser(server, toShardName(to), userId),
      ]);
      log.compared += 1;
      log.rows += countRows(from);
      if (JSON.stringify([...from]) !== JSON.stringify([...target]))
        log.failures.push(`${userId}: the copy differs as the directory changes`);
    };
    const onAnswer = () => {
      if (calls === death && isAfter) die();
    };
    const open = (name: DatabaseName) => openCommandDatabase(server, name, onCall, onAnswer);
    try {
      const { stays } = await moveUser(
        userId,
        to,
        {
          shared: open("SHARED_DB"),
          shards: new Map(SHARDS.map((shard) => [shard, open(toShardName(shard))])),
          now: Date.now,
          wait: sleep,
        },
        until,
      );
      if (stays === undefined) return;
      // As it says: mails or letters were under way for too long.
      log.takenBack += 1;
    } catch (error) {
      // A kill of the command, or the server was down: the operator runs it again.
      if (!(error instanceof KilledCommand) && !/server is down|fetch failed|ECONN|terminated/u.test(String(error)))
        throw error;
      await sleep(50);
    }
  }
}

/** Runs work for each of a list, some at a time. */
async function runEach<T>(items: readonly T[], parallel: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const run = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: parallel }, run));
}

/** What must hold of a user in the end. */
async function auditUser(
  server: Product,
  user: MovingUser,
  to: number,
  accepted: ReadonlyMap<string, number>,
): Promise<{ failures: string[]; sent: number; unknown: number }> {
  const failures: string[] = [];
  const fail = (what: string) => void failures.push(`${user.id}: ${what}`);
  for (const shard of SHARDS) {
    const rows = countRows(await readUser(server, toShardName(shard), user.id));
    if (shard !== to && rows > 0) fail(`${rows} rows are left in ${toShardName(shard)}`);
    if (shard === to && rows === 0) fail(`no rows in ${toShardName(shard)}`);
  }
  const rows = await readUser(server, toShardName(to), user.id);
  const mails = z.array(Mail).parse(rows.get("mails"));
  for (const company of user.mailed) {
    const recipient = `${company}@${user.id}-${user.mailed.indexOf(company) + 1}.example`;
    const ofCompany = mails.filter((mail) => mail.recipient === recipient);
    const taken = accepted.get(`${user.id}@gmail.example ${recipient}`) ?? 0;
    if (taken > 1) fail(`${taken} mails to ${recipient}`);
    const [held] = ofCompany.filter(({ status }) => status === "sent" || status === "unknown");
    if (!held) fail(`the mail to ${recipient} is lost: ${JSON.stringify(ofCompany)}`);
    if (held?.status === "sent" && taken !== 1) fail(`Gmail has no mail to ${recipient}`);
  }
  const companies = rows.get("companies") ?? [];
  for (const company of user.written) {
    const row = companies.find(({ id }) => id === company);
    if (row?.["message_version"] !== 1 || row["message"] === "")
      fail(`the letter to ${company} was saved ${String(row?.["message_version"])} times`);
  }
  const count = (status: string) => mails.filter((mail) => mail.status === status).length;
  return { failures, sent: count("sent"), unknown: count("unknown") };
}

/**
 * Users are moved from one shard to two others while they work: they write notes, their letters are being written, the
 * mails of their outboxes leave, their tabs are open. The command that moves them is killed at calls of D1, before they
 * are made and after, and so is the server. Every row is compared as the directory changes; in the end nothing is lost,
 * nothing was sent twice, and nobody was signed out.
 */
export const command = defineProof({
  options: {
    users: { about: "users who are moved", usual: 100, short: 6 },
    kills: { about: "kills, one in five of the server", usual: 50, short: 5 },
  },
  prove: async ({ options: { users: people, kills }, seed, print }) => {
    const random = createRandomChoices(seed);
    const load: LoadLog = { failures: [], answers: 0, refused: 0, socketsOpened: 0 };
    const serverKills = Math.floor(kills / SERVER_KILL_EVERY);
    const moves: MoveLog = {
      failures: [],
      left: kills - serverKills,
      commandKills: 0,
      serverKills: 0,
      compared: 0,
      rows: 0,
      takenBack: 0,
    };
    const server = await startProduct({ settings: { ...HURRIED_OUTBOX }, shards: 2, objectShards: 1 });
    try {
      print("the server is up");
      const users: MovingUser[] = [];
      const ids = Array.from({ length: people }, (_, n) => `mover-${n + 1}`);
      await runEach(ids, 4, async (id) => void users.push(await MovingUser.seed(server, id, load)));
      print(`${people} users are ready`);
      const toTarget = (user: MovingUser): number =>
        Number(user.id.slice("mover-".length)) % 2 === 0 ? 1 : FIRST_OBJECT_SHARD;
      const waves = Array.from({ length: Math.ceil(people / WAVE) }, (_, n) => users.slice(n * WAVE, (n + 1) * WAVE));

      for (const [n, wave] of waves.entries()) {
        const phase = { isOver: false };
        const working = Promise.all(
          wave.map(async (user) => {
            for (let turn = 1; !phase.isOver; turn += 1) {
              await user.act(turn);
              await sleep(random.between(300, 1_000));
            }
          }),
        );
        const killServer = async () => {
          while (!phase.isOver && moves.serverKills < Math.ceil(((n + 1) * serverKills) / waves.length)) {
            await sleep(random.between(2_000, 8_000));
            moves.serverKills += 1;
            await server.kill();
          }
        };
        // Miniflare runs no cron, which finishes what a kill has cut off.
        const runCron = async () => {
          for (; !phase.isOver; await sleep(CRON_INTERVAL_MS)) if (!server.isDown()) await server.runCron();
        };
        let sweeping = Promise.resolve();
        try {
          await Promise.all(wave.map((user) => user.begin()));
          sweeping = runCron();
          const moveAll = runEach(wave, PARALLEL_MOVES, (user) =>
            moveUnderKills(server, user.id, toTarget(user), "open", random, moves),
          );
          await Promise.all([moveAll, killServer()]);
          // A little of life in the new shard.
          await sleep(2_000);
        } finally {
          phase.isOver = true;
          await Promise.all([working, sweeping]);
        }
        const done = `${moves.compared} users compared, ${moves.commandKills} kills of the command`;
        print(`wave ${n + 1} of ${waves.length}: ${done}, ${moves.serverKills} of the server`);
      }
      // What is left of kills comes while the old shard is emptied.
      await runEach(users, PARALLEL_MOVES, (user) =>
        moveUnderKills(server, user.id, toTarget(user), "done", random, moves),
      );
      let open = users;
      for (const began = Date.now(); open.length > 0 && Date.now() - began < SETTLING_TIMEOUT_MS; await sleep(1_000)) {
        await server.runCron();
        const still: MovingUser[] = [];
        await runEach(open, 4, async (user) => void ((await user.settle()) || still.push(user)));
        open = still;
      }
      const failures = open.map(({ id }) => `${id}: letters or mails do not end`);
      await runEach(users, 4, (user) => user.end());

      const accepted = new Map<string, number>();
      for (const { account, to } of Accepted.parse(await server.callSandbox("GET", "outbox")))
        accepted.set(`${account} ${to}`, (accepted.get(`${account} ${to}`) ?? 0) + 1);
      const audits: Awaited<ReturnType<typeof auditUser>>[] = [];
      for (const user of users) audits.push(await auditUser(server, user, toTarget(user), accepted));
      const [directory] = await server.query("SHARED_DB", [
        { sql: "SELECT user_id AS name, shard, state FROM user_directory", values: [] },
      ]);
      for (const user of users) {
        const entry = directory?.results.find(({ name }) => name === user.id);
        if (entry?.["shard"] !== toTarget(user) || entry["state"] !== "open")
          failures.push(`${user.id}: the directory says ${JSON.stringify(entry)}`);
      }
      const total = (name: "sent" | "unknown") => audits.reduce((sum, each) => sum + each[name], 0);
      const twice = [...accepted.values()].filter((count) => count > 1).length;
      const killed = moves.commandKills + moves.serverKills;
      if (killed < kills) failures.push(`only ${killed} of ${kills} kills`);
      if (moves.compared < people) failures.push(`only ${moves.compared} of ${people} users were compared`);
      print(`${people} users moved, ${moves.rows} rows compared as the directory changed`);
      print(`${moves.commandKills} kills of the command, ${moves.serverKills} of the server`);
      print(`${load.answers} answers, ${load.refused} of them to come back; ${load.socketsOpened} sockets`);
      print(`${total("sent")} of ${MAILS * people} mails sent, ${total("unknown")} unknown, ${twice} twice`);
      return {
        failures: [...failures, ...load.failures, ...moves.failures, ...audits.flatMap((each) => each.failures)],
        figures: {
          users: people,
          rows: moves.rows,
          killed,
          answers: load.answers,
          refused: load.refused,
          sent: total("sent"),
          unknown: total("unknown"),
          twice,
          takenBack: moves.takenBack,
        },
      };
    } finally {
      await server.stop();
    }
  },
});
