import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { createGmailMailer } from "../../../worker/adapters/gmail/gmail-client";
import { companies } from "../../../worker/db/schema/companies";
import { mails } from "../../../worker/db/schema/mail";
import { seededRandom } from "../../harness/random";
import { auditMails } from "../../prove/sending/audit-mails";
import { listFaultOrders } from "../../prove/sending/gmail-faults";
import { type ApiCall, pressUntilDone } from "../../prove/sending/press-send";
import type { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";
import { linkGmail, listOutbox } from "../support/gmail-sandbox";
import { getMailboxObject } from "../support/objects";
import { callSandbox, clearFaults } from "../support/sandbox-client";
import { database, seedCompany, seedUser } from "../support/seed";
import { userD1 } from "../support/user-shards";
import { replaceMailboxPorts } from "./mailbox-model/mailbox-ports";

// `npm run prove send` does the same with a server in its own process, for longer.

const createCall =
  (client: Client): ApiCall =>
  (method, path, body) =>
    client.send(method, path, body);
const CRASHES = 4;
const waitMs = (milliseconds: number) => scheduler.wait(milliseconds);

/** A user with 20 companies, each with its id in its address. */
async function seedSender(email: string) {
  const { userId, client } = await seedUser();
  await linkGmail(client, { email });
  const ids: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    const id = crypto.randomUUID();
    ids.push(await seedCompany(userId, { id, email: `${id}@${id}.example` }));
  }
  return { userId, client, ids };
}

async function auditAllMails() {
  const [rows, log, accepted] = [
    await database.select({ id: companies.id }).from(companies),
    await database.select().from(mails),
    await listOutbox(),
  ];
  return auditMails(
    rows.map(({ id }) => id),
    log.map(({ companyId, status }) => ({ company: companyId, status })),
    accepted.map(({ to }) => to.slice(0, to.indexOf("@"))),
  );
}

it("four tabs send the same 20 while three POSTs in ten fail and objects crash: none gets two", async () => {
  // A crash ends requests midway, and may make the claim of a mail fail.
  expectConsoleError(/"event":"request_failed"/u);
  const deps = await replaceMailboxPorts();
  // A shorter timeout than in production.
  deps.mailer = createGmailMailer({
    fetch: (input, init) => env.SANDBOX.fetch(input, init),
    allowReserved: true,
    timeoutMs: 1_000,
  });
  const users = [await seedSender("one@gmail.example"), await seedSender("two@gmail.example")];
  for (const order of listFaultOrders()) await callSandbox("/sandbox/faults", "POST", order);
  const random = seededRandom(3);
  const tabs = { pressing: true };
  const crash = async () => {
    for (let n = 0; n < CRASHES && tabs.pressing; n += 1) {
      await waitMs(400 + random() * 600);
      await abortAllDurableObjects();
    }
  };
  const press = users.flatMap(({ client, ids }, number) => {
    let linking: Promise<void> | undefined;
    const relink = () =>
      (linking ??= linkGmail(client, { email: `${["one", "two"][number]}@gmail.example` })
        .then(() => undefined)
        .finally(() => {
          linking = undefined;
        }));
    return Array.from({ length: 4 }, () =>
      pressUntilDone(ids, { call: createCall(client), relink, random, pause: waitMs }, 12),
    );
  });
  await Promise.all([
    crash(),
    Promise.all(press).finally(() => {
      tabs.pressing = false;
    }),
  ]);
  await clearFaults();
  await userD1.prepare("UPDATE mails SET updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', updated_at, '-90 seconds')").run();
  for (const { userId } of users) await runDurableObjectAlarm(getMailboxObject(userId));
  expect((await auditAllMails()).failures).toEqual([]);
  for (const { client, ids } of users) await client.post("/api/dashboard/companies/bulk-send", { company_ids: ids });
  const { failures, accepted, rows } = await auditAllMails();
  expect(failures).toEqual([]);
  // The test is meaningful: most were sent, and some outcomes were lost.
  expect(accepted).toBeGreaterThan(20);
  expect(rows.unknown ?? 0).toBeGreaterThan(0);
}, 90_000);

it("two tabs send the same 20 at the same instant: 20 mails", async () => {
  for (let round = 0; round < 2; round += 1) {
    const { client, ids } = await seedSender(`round-${round}@gmail.example`);
    await Promise.all([1, 2].map(() => client.post("/api/dashboard/companies/bulk-send", { company_ids: ids })));
    const { failures, accepted, rows } = await auditAllMails();
    expect({ failures, accepted, rows }).toEqual({
      failures: [],
      accepted: 20 * (round + 1),
      rows: { sent: 20 * (round + 1) },
    });
  }
}, 60_000);

it("a mail interrupted by a crash late in a batch becomes unknown within 90 seconds", async () => {
  expectConsoleError(/"event":"request_failed"/u);
  const { userId, client, ids } = await seedSender("late@gmail.example");
  const box = getMailboxObject(userId);
  const deps = await replaceMailboxPorts();
  const began = Date.now();
  // Time stands still except during sends.
  const clock = vi.spyOn(Date, "now").mockImplementation(() => began);
  const at = (seconds: number) => clock.mockImplementation(() => began + seconds * 1_000);
  deps.now = () => new Date(Date.now());
  const gmail = { posts: 0 };
  deps.mailer = {
    async send() {
      gmail.posts += 1;
      if (gmail.posts === 1) at(20);
      else for (;;) await scheduler.wait(1_000);
      return { id: "1", threadId: "1", response: "{}" };
    },
  };
  const batch = client.post("/api/dashboard/companies/bulk-send", { company_ids: ids.slice(0, 2) });
  while (gmail.posts < 2) await waitMs(1);
  await abortAllDurableObjects();
  await batch;
  const claimed = began + 20_000;
  const alarmAt = () => runInDurableObject(box, (_, state) => state.storage.getAlarm());
  for (let next = await alarmAt(); next !== null && next <= claimed + 90_000; next = await alarmAt()) {
    at((next - began) / 1_000);
    await runDurableObjectAlarm(box);
  }
  clock.mockRestore();
  expect((await database.select().from(mails)).map(({ status }) => status).sort()).toEqual(["sent", "unknown"]);
});
