import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { toCompanyId, type JobSeeker, seedJobSeeker } from "../../harness/job-seeker.ts";
import type { Product } from "../../harness/product.ts";
import { auditMails, type Audit } from "./audit-mails.ts";
import { listFaultOrders } from "./gmail-faults.ts";
import { pressUntilDone } from "./press-send.ts";

/** A Gmail that hangs costs 15 seconds: many mailboxes at once save time. Between two kills fewer get further. */
const CONCURRENT_USERS = { calm: 40, killed: 12 };
const TABS_PER_USER = 4;
const MAX_PRESSES = 40;
/** No mail may be `sending` for longer. */
const MAX_SENDING_MS = 90_000;

const LogRow = z.object({ company: z.string(), status: z.string() });
const Outbox = z.array(z.object({ to: z.string() }));

export interface RoundsOutcome extends Audit {
  rounds: number;
  presses: number;
  kills: number;
  /** Mails that were `sending` at a kill. */
  cutOff: number;
  faults: number;
  seconds: number;
}

/** Watches for mails that are `sending` for too long. @returns ends it and lists them */
function watchSending(server: Product, name: string) {
  const late = new Set<string>();
  const watched = { on: true };
  const watching = (async () => {
    while (watched.on) {
      const rows = await server.read(
        z.object({ company: z.string() }),
        "SELECT company_id AS company FROM mails WHERE user_id LIKE ? AND status = 'sending' AND updated_at < ?",
        `${name}-%`,
        new Date(Date.now() - MAX_SENDING_MS).toISOString(),
      );
      for (const { company } of rows) late.add(company);
      await sleep(1_000);
    }
  })();
  // Its error is thrown when the watch ends.
  watching.catch(() => undefined);
  return async () => {
    watched.on = false;
    await watching;
    return [...late].map((company) => `${company}: sending for more than ${MAX_SENDING_MS / 1000} s`);
  };
}

/** Waits until no mail is `sending`, for as long as one may be: the sweep settles those that a kill cut off. */
export async function waitUntilSettled(server: Product, name: string): Promise<void> {
  const Sending = z.object({ count: z.number() });
  for (const began = Date.now(); Date.now() - began < MAX_SENDING_MS; await sleep(1_000)) {
    const [row] = await server.read(
      Sending,
      "SELECT count(*) AS count FROM mails WHERE user_id LIKE ? AND status = 'sending'",
      `${name}-%`,
    );
    if (row?.count === 0) return;
  }
}

/** Compares the log of the users of a part with the outbox. */
export async function auditUsers(server: Product, name: string, ids: string[]): Promise<Audit> {
  const log = await server.read(
    LogRow,
    "SELECT company_id AS company, status FROM mails WHERE user_id LIKE ?",
    `${name}-%`,
  );
  const outbox = Outbox.parse(await server.callSandbox("GET", "outbox"));
  const accepted = outbox.map(({ to }) => toCompanyId(to)).filter((company) => company.startsWith(`${name}-`));
  const result = auditMails(ids, log, accepted);
  const tried = new Set(log.map(({ company }) => company));
  for (const id of ids) if (!tried.has(id)) result.failures.push(`${id}: never tried`);
  return result;
}

/**
 * Rounds of one user with 20 companies each, four tabs pressing send on them, while three POSTs in ten fail.
 * @param options.kills the server is killed that often at random moments
 * @param options.hangMs see `listFaultOrders`
 */
export async function pressRounds(
  server: Product,
  name: string,
  options: {
    rounds: number;
    kills: number;
    hangMs: number | undefined;
    random: () => number;
    print: (line: string) => void;
  },
): Promise<RoundsOutcome> {
  const { rounds, kills, hangMs, random, print } = options;
  const began = Date.now();
  const faultsBefore = server.loggedErrors.length;
  for (const order of listFaultOrders(hangMs)) await server.callSandbox("POST", "faults", order);
  const unwatch = watchSending(server, name);
  const atOnce = kills > 0 ? CONCURRENT_USERS.killed : CONCURRENT_USERS.calm;
  const users: JobSeeker[] = [];
  const count = { begun: 0, done: 0, presses: 0, kills: 0 };
  const cutOff = new Set<string>();
  const runUsers = async () => {
    // Users go on until the last kill, so that each kill meets some at work.
    while (count.begun < rounds || count.kills < kills) {
      count.begun += 1;
      const user = await seedJobSeeker(server, `${name}-${count.begun}`);
      users.push(user);
      const counts = await Promise.all(
        Array.from({ length: TABS_PER_USER }, () =>
          pressUntilDone(user.ids, { ...user, random, pause: sleep }, MAX_PRESSES),
        ),
      );
      count.presses += counts.reduce((sum, count) => sum + count, 0);
      count.done += 1;
      if (count.done % 20 === 0)
        print(`  ${name}: ${count.done} rounds, ${count.kills} kills, ${Math.round((Date.now() - began) / 1000)} s`);
    }
  };
  const runKills = async () => {
    for (; count.kills < kills; count.kills += 1) {
      await sleep(500 + random() * 3_000);
      const died = new Date().toISOString();
      await server.kill();
      const rows = await server.read(
        z.object({ id: z.string() }),
        "SELECT id FROM mails WHERE user_id LIKE ? AND status = 'sending' AND updated_at < ?",
        `${name}-%`,
        died,
      );
      for (const { id } of rows) cutOff.add(id);
    }
  };
  await Promise.all([runKills(), ...Array.from({ length: Math.min(atOnce, rounds) }, runUsers)]);
  await waitUntilSettled(server, name);
  await server.callSandbox("DELETE", "faults");
  const late = await unwatch();
  const before = await auditUsers(
    server,
    name,
    users.flatMap(({ ids }) => ids),
  );
  // Everything once more, now that Gmail works: no mail that went out, or may have, goes out again.
  for (let from = 0; from < users.length; from += atOnce) {
    await Promise.all(
      users
        .slice(from, from + atOnce)
        .map(({ call, ids }) => call("POST", "/api/dashboard/companies/bulk-send", { company_ids: ids })),
    );
  }
  const after = await auditUsers(
    server,
    name,
    users.flatMap(({ ids }) => ids),
  );
  return {
    ...after,
    failures: [...new Set([...late, ...before.failures, ...after.failures])],
    rounds: users.length,
    presses: count.presses,
    kills: count.kills,
    cutOff: cutOff.size,
    faults: server.loggedErrors.length - faultsBefore,
    seconds: (Date.now() - began) / 1000,
  };
}

/**
 * Rounds of one user whose database is restored to before anything was sent, and who then presses send on everything
 * again. Some mails went out, some may have, some were refused and may be sent now.
 */
export async function pressAfterRestore(
  server: Product,
  name: string,
  rounds: number,
  hangMs: number | undefined,
): Promise<RoundsOutcome> {
  const began = Date.now();
  for (const order of listFaultOrders(hangMs)) await server.callSandbox("POST", "faults", order);
  const users: JobSeeker[] = [];
  for (let round = 1; round <= rounds; round += 1) users.push(await seedJobSeeker(server, `${name}-${round}`));
  const presses = 2;
  for (let press = 0; press < presses; press += 1)
    await Promise.all(
      users.map(({ call, ids }) => call("POST", "/api/dashboard/companies/bulk-send", { company_ids: ids })),
    );
  await waitUntilSettled(server, name);
  await server.callSandbox("DELETE", "faults");
  await Promise.all(users.map(({ relink }) => relink()));
  const unfailed = await server.read(
    z.object({ company: z.string() }),
    "SELECT company_id AS company FROM mails WHERE user_id LIKE ? AND status <> 'failed'",
    `${name}-%`,
  );
  const failures: string[] = [];
  for (const restarted of [false, true]) {
    // The second time no mailbox object has anything in memory.
    if (restarted) await server.kill();
    await server.write([
      { sql: "DELETE FROM mails WHERE user_id LIKE ?", values: [`${name}-%`] },
      { sql: "UPDATE companies SET send_status = 'none', sent_at = NULL WHERE user_id LIKE ?", values: [`${name}-%`] },
    ]);
    const again = users.map(async ({ call, ids }) => {
      await call("POST", "/api/dashboard/companies/bulk-send", { company_ids: ids });
      await Promise.all(ids.slice(0, 5).map((id) => call("POST", `/api/dashboard/companies/${id}/send-email`, {})));
    });
    await Promise.all(again);
  }
  const ids = users.flatMap((user) => user.ids);
  const result = await auditUsers(server, name, ids);
  const known = new Set(
    (
      await server.read(
        z.object({ company: z.string() }),
        "SELECT company_id AS company FROM mails WHERE user_id LIKE ?",
        `${name}-%`,
      )
    ).map(({ company }) => company),
  );
  for (const { company } of unfailed) if (!known.has(company)) failures.push(`${company}: forgotten`);
  return {
    ...result,
    failures: [...failures, ...result.failures],
    rounds,
    presses: rounds * (presses + 12),
    kills: 1,
    cutOff: 0,
    faults: 0,
    seconds: (Date.now() - began) / 1000,
  };
}

/** Rounds of one user who sends the same 20 companies from two tabs at the same instant, while Gmail works. */
export async function pressInTwoTabs(server: Product, name: string, rounds: number): Promise<RoundsOutcome> {
  const began = Date.now();
  const Sent = z.object({ sent_ids: z.array(z.string()), failed: z.array(z.object({ id: z.string() })) });
  const failures: string[] = [];
  const ids: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const user = await seedJobSeeker(server, `${name}-${round}`);
    ids.push(...user.ids);
    const answers = await Promise.all(
      [1, 2].map(() => user.call("POST", "/api/dashboard/companies/bulk-send", { company_ids: user.ids })),
    );
    const [one, two] = answers.map((answer) => Sent.parse(answer?.body));
    const sent = [...(one?.sent_ids ?? []), ...(two?.sent_ids ?? [])];
    if (new Set(sent).size !== user.ids.length || sent.length !== user.ids.length)
      failures.push(`round ${round}: ${sent.length} reported as sent, ${new Set(sent).size} of them different`);
    for (const each of [one, two])
      if ((each?.sent_ids.length ?? 0) + (each?.failed.length ?? 0) !== user.ids.length)
        failures.push(`round ${round}: not every company has an answer`);
  }
  const result = await auditUsers(server, name, ids);
  if (result.accepted !== ids.length) failures.push(`${result.accepted} accepted of ${ids.length}`);
  return {
    ...result,
    failures: [...failures, ...result.failures],
    rounds,
    presses: 2 * rounds,
    kills: 0,
    cutOff: 0,
    faults: 0,
    seconds: (Date.now() - began) / 1000,
  };
}
