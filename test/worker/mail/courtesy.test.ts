import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { composeDeps } from "../../../worker/compose";
import { bulkPreview } from "../../../worker/contract/mail";
import { getOutbox, queueMails, takeOut } from "../../../worker/contract/outbox";
import { sessions } from "../../../worker/db/schema/account";
import { courtesySlots } from "../../../worker/db/schema/shared";
import { deleteEndedCourtesySlots, takeCourtesySlot } from "../../../worker/mail/send/courtesy";
import type { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";
import { listOutbox } from "../support/gmail-sandbox";
import { getMailboxObject } from "../support/objects";
import { clearFaults, orderFault } from "../support/sandbox-client";
import { database, sharedDatabase, seedCompany } from "../support/seed";
import { fetchPreview, seedLinkedUser, sendMany, sendOne } from "../support/send-mail";
import { installScriptedGmail } from "./mailbox-model/product-driver";

// `npm run prove courtesy` does the same with a server in its own process, for longer.

/** A Tuesday, 10:05 in Paris. */
const TUESDAY = "2031-06-17T08:05:00.000Z";
const DAY_MS = 86_400_000;
/** The hour after the week of a mail of that time. */
const FREE_AT = "2031-06-24T09:00:00.000Z";

/** Moves the clock; nobody is signed out by it. */
async function passTo(time: string | number) {
  const now = new Date(time);
  vi.useFakeTimers({ toFake: ["Date"], now });
  const expiresAt = new Date(now.getTime() + DAY_MS).toISOString();
  await database.update(sessions).set({ lastSeenAt: now.toISOString(), expiresAt });
}
const passDays = (days: number) => passTo(Date.parse(TUESDAY) + days * DAY_MS);

/** Users with a linked mailbox, each with a company of the same address on their dashboard, on that Tuesday. */
async function seedApplicants(count: number, company: Parameters<typeof seedCompany>[1] = {}) {
  const users = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const { userId, client } = await seedLinkedUser();
      return { userId, client, id: await seedCompany(userId, { email: `person-${n}@firm.example`, ...company }) };
    }),
  );
  await passTo(TUESDAY);
  return users;
}
type Applicant = Awaited<ReturnType<typeof seedApplicants>>[number];

const send = ({ client, id }: Applicant, body?: object) => sendOne(client, id, body);
const countSlots = () => sharedDatabase.$count(courtesySlots);
const fetchOutbox = async (client: Client) => (await client.get("/api/outbox")).as(getOutbox.answer).outbox;

async function queue({ client, id }: Applicant) {
  const { fingerprint } = await fetchPreview(client, id);
  const mails = [{ company_id: id, message_version: 1, fingerprint }];
  return (await client.post("/api/outbox", { mails })).as(queueMails.answer);
}

/** Moves the clock to the alarm of a user's outbox and lets it ring. */
async function ring({ userId }: Applicant) {
  const alarm = await runInDurableObject(getMailboxObject(userId), (_, { storage }) => storage.getAlarm());
  if (alarm === null) throw new Error("no alarm is set");
  await passTo(Math.max(alarm, Date.now()));
  await runDurableObjectAlarm(getMailboxObject(userId));
}

describe("a company gets two applications a week, of all users", () => {
  it("the third is told the day from which on it may be sent, and nothing of the others", async () => {
    const [one, two, three] = (await seedApplicants(3)) as [Applicant, Applicant, Applicant];
    expect(await send(one)).toMatchObject({ status: 200 });
    expect(await fetchPreview(two.client, two.id)).toMatchObject({ free_at: null });
    expect(await send(two)).toMatchObject({ status: 200 });
    const refused = await send(three);
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: expect.any(String) as string,
      code: "courtesy_wait",
      fields: { free_on: "2031-06-24" },
    });
    expect(refused.headers.get("retry-after")).toBeNull();
    expect(await fetchPreview(three.client, three.id)).toMatchObject({ free_at: FREE_AT });
    expect(await sendMany(three.client, [three.id])).toEqual({
      sent_ids: [],
      failed: [{ id: three.id, reason: "courtesy_wait", free_on: "2031-06-24" }],
    });
    const previewed = await three.client.post("/api/dashboard/companies/bulk-preview", { company_ids: [three.id] });
    expect(previewed.as(bulkPreview.answer).free_at).toEqual({ [three.id]: FREE_AT });
    expect(await listOutbox()).toHaveLength(2);

    await passDays(7);
    expect(await send(three)).toMatchObject({ status: 200 });
  });

  it("one of which a source says fifty people or more gets six", async () => {
    const users = await seedApplicants(7, { size: "50-249" });
    const answers = [];
    for (const user of users) answers.push((await send(user)).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 200, 422]);
  });

  it("another company is not concerned, nor one at the same mail provider", async () => {
    const [first, ...others] = (await seedApplicants(3)) as [Applicant, ...Applicant[]];
    for (const user of [first, ...others.slice(0, 1)]) await send(user);
    for (const email of ["jobs@other.example", "one@gmail.com", "two@gmail.com"]) {
      const id = await seedCompany(first.userId, { email });
      const { free_at: freeAt } = await fetchPreview(first.client, id);
      expect(freeAt).toBeNull();
    }
  });

  it("counts the applications of one user to several places of it", async () => {
    const [user] = (await seedApplicants(1)) as [Applicant];
    const ids = [user.id];
    for (const town of ["lyon", "lille"])
      ids.push(await seedCompany(user.userId, { email: `${town}@shops.firm.example` }));
    expect(await sendMany(user.client, ids)).toMatchObject({
      sent_ids: ids.slice(0, 2),
      failed: [{ id: ids[2], reason: "courtesy_wait" }],
    });
  });

  it("users who press at the same instant get no more places than there are", async () => {
    const users = await seedApplicants(4);
    const answers = await Promise.all(
      users.map(async (user, n) =>
        n % 2 === 0
          ? (await send(user)).status === 200
          : (await sendMany(user.client, [user.id])).sent_ids.length === 1,
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(2);
    expect(await listOutbox()).toHaveLength(2);
    expect(await countSlots()).toBe(2);
  });
});

describe("a place is given back", () => {
  it("when Gmail did not take the mail, and when the claim was refused", async () => {
    const [one] = (await seedApplicants(1)) as [Applicant];
    await orderFault("gmail", "400", { times: 1 });
    expect(await send(one)).toMatchObject({ status: 502 });
    expect(await countSlots()).toBe(0);
    expect(await send(one)).toMatchObject({ status: 200 });
    expect(await countSlots()).toBe(1);
    expect(await send(one)).toMatchObject({ status: 409, body: { code: "already_sent" } });
    expect(await countSlots()).toBe(1);
  });

  it("but not when the mail may have left; sending it again is the same application", async () => {
    const users = (await seedApplicants(3)) as [Applicant, Applicant, Applicant];
    const [one, two, three] = users;
    await orderFault("gmail", "drop_after_accept", { times: 1 });
    expect(await send(one)).toMatchObject({ body: { code: "outcome_unknown" } });
    await clearFaults();
    expect(await send(two)).toMatchObject({ status: 200 });
    expect(await send(three)).toMatchObject({ status: 422 });
    // A place of one that was sent twice ends a week after the second time.
    await passDays(6);
    expect(await send(one, { confirm: ["outcome_unknown"] })).toMatchObject({ status: 200 });
    await passDays(8);
    expect(await send(three)).toMatchObject({ status: 200 });
    expect(await fetchPreview(two.client, await seedCompany(two.userId, { email: "x@firm.example" }))).toMatchObject({
      free_at: "2031-06-30T09:00:00.000Z",
    });
  });

  it("not after a crash between place and claim: it ends with its week", async () => {
    const [one, two, three] = (await seedApplicants(3)) as [Applicant, Applicant, Applicant];
    const company = { userId: one.userId, id: one.id, size: null };
    await takeCourtesySlot(
      company,
      { id: "cut off", recipient: "person-0@firm.example", confirm: [] },
      composeDeps(env),
    );
    expect(await send(two)).toMatchObject({ status: 200 });
    expect(await send(three)).toMatchObject({ status: 422, body: { fields: { free_on: "2031-06-24" } } });
    // The application that was cut off has its place already.
    expect(await send(one)).toMatchObject({ status: 200 });
    await passDays(7);
    expect(await send(three)).toMatchObject({ status: 200 });
  });

  it("test mails take none", async () => {
    const [one] = (await seedApplicants(1)) as [Applicant];
    expect(await one.client.post(`/api/dashboard/companies/${one.id}/send-test`, {})).toMatchObject({ status: 200 });
    expect(await countSlots()).toBe(0);
  });
});

describe("in the outbox", () => {
  it("a mail waits until its company may be written to, others overtake it, and then it leaves", async () => {
    const [one, two, three] = (await seedApplicants(3)) as [Applicant, Applicant, Applicant];
    await send(one);
    await send(two);
    const { queued_ids: queued, outbox } = await queue(three);
    expect(queued).toEqual([three.id]);
    expect(outbox.mails).toMatchObject([{ status: "held", waits_for: "undo", leaves_at: FREE_AT }]);
    const other = { ...three, id: await seedCompany(three.userId) };
    await queue(other);
    await ring(three);
    expect(await listOutbox()).toHaveLength(3);
    expect((await fetchOutbox(three.client)).mails).toMatchObject([
      { company_id: three.id, status: "waiting", waits_for: "courtesy", leaves_at: FREE_AT },
      { company_id: other.id, status: "sent" },
    ]);
    await ring(three);
    expect(Date.now()).toBe(Date.parse(FREE_AT));
    expect((await fetchOutbox(three.client)).mails).toMatchObject([{ company_id: three.id, status: "sent" }]);
    expect(await listOutbox()).toHaveLength(4);
  });

  it("a mail waits whose company was free when it was queued, also in an outbox from before such waits", async () => {
    const [one, two, three] = (await seedApplicants(3)) as [Applicant, Applicant, Applicant];
    await queue(three);
    await runInDurableObject(getMailboxObject(three.userId), (_, { storage }) => {
      storage.sql.exec("ALTER TABLE outbox DROP COLUMN free_at");
    });
    await send(one);
    await send(two);
    await ring(three);
    expect((await fetchOutbox(three.client)).mails).toMatchObject([
      { status: "waiting", waits_for: "courtesy", leaves_at: FREE_AT },
    ]);
    expect(await listOutbox()).toHaveLength(2);
    expect(
      (await three.client.post("/api/outbox/take-out", { company_ids: [three.id] })).as(takeOut.answer),
    ).toMatchObject({ company_ids: [three.id], outbox: { mails: [] } });
  });

  it("the place of a mail that a crash cut off before Gmail is given back with the next look", async () => {
    const [one, two] = (await seedApplicants(2)) as [Applicant, Applicant];
    await queue(one);
    const mailId = crypto.randomUUID();
    await runInDurableObject(getMailboxObject(one.userId), (_, { storage }) => {
      storage.sql.exec("UPDATE outbox SET status = 'sending', mail_id = ?", mailId);
    });
    const company = { userId: one.userId, id: one.id, size: null };
    await takeCourtesySlot(company, { id: mailId, recipient: "person-0@firm.example", confirm: [] }, composeDeps(env));
    await orderFault("gmail", "400", { times: 1 });
    await ring(one);
    expect((await fetchOutbox(one.client)).mails).toMatchObject([{ status: "failed" }]);
    expect(await countSlots()).toBe(0);
    expect(await send(two)).toMatchObject({ status: 200 });
  });
});

it("a slot tells neither user nor company, and is deleted after its week", async () => {
  const [one] = (await seedApplicants(1)) as [Applicant];
  await send(one);
  const [slot] = await sharedDatabase.select().from(courtesySlots);
  expect(slot).toEqual({
    attemptHash: expect.stringMatching(/^[0-9a-f]{64}$/u) as string,
    companyHash: expect.stringMatching(/^[0-9a-f]{64}$/u) as string,
    applicationHash: expect.stringMatching(/^[0-9a-f]{64}$/u) as string,
    takenAt: TUESDAY,
  });
  const deps = composeDeps(env);
  await deleteEndedCourtesySlots(deps);
  expect(await countSlots()).toBe(1);
  vi.setSystemTime(Date.parse(TUESDAY) + 7 * DAY_MS + 1);
  await deleteEndedCourtesySlots(deps);
  expect(await countSlots()).toBe(0);
});

it("users who press while Gmail fails: no third mail leaves, and no place is kept for one that did not", async () => {
  expectConsoleError(/"event":"outside_failed"/u);
  const users = await seedApplicants(5);
  const gmail = await installScriptedGmail();
  gmail.setScript(["400", "ok", "drop", "400"]);
  for (let round = 0; round < 2; round += 1) await Promise.all(users.map((user) => send(user)));
  expect(gmail.accepted.length).toBeLessThanOrEqual(2);
  expect(await countSlots()).toBe(2);
});
