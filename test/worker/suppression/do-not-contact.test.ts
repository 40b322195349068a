import { describe, expect, it } from "vitest";
import { bulkSend, DoNotContact } from "../../../worker/contract/mail";
import { doNotContact, mails } from "../../../worker/db/schema/mail";
import { sendBatch } from "../../../worker/mail/send/send-batch";
import type { Client } from "../support/client";
import { listOutbox } from "../support/gmail-sandbox";
import { composeUserDeps, database, seedCompany, seedUser } from "../support/seed";
import { seedLinkedUser, sendOne, fetchPreview, makeSendPorts } from "../support/send-mail";

const LIST_PATH = "/api/settings/do-not-contact";
const fetchEntries = async (client: Client) =>
  (await client.get(LIST_PATH)).as(DoNotContact).entries.map(({ entry }) => entry);
const addEntry = (client: Client, entry: unknown) => client.post(LIST_PATH, { entry });

describe("the do-not-contact list", () => {
  it("stores addresses and domains in any spelling, once each, and returns them", async () => {
    const { client } = await seedUser({ wizardCompleted: false });
    expect(await fetchEntries(client)).toEqual([]);
    for (const entry of [
      "RH@Firm.example ",
      "Bäcker.example",
      "@agency.example",
      "rh@firm.example",
      "xn--bcker-gra.example",
    ])
      expect(await addEntry(client, entry)).toMatchObject({ status: 200 });
    expect((await fetchEntries(client)).toSorted()).toEqual([
      "agency.example",
      "rh@firm.example",
      "xn--bcker-gra.example",
    ]);
    for (let n = 0; n < 2; n++)
      expect((await client.delete(LIST_PATH, { entry: "BÄCKER.example" })).as(DoNotContact).entries).toHaveLength(2);
    expect((await client.get(LIST_PATH)).as(DoNotContact).entries[0]).toMatchObject({
      created_at: expect.stringMatching(/Z$/u) as string,
    });
  });

  it.each(["firm", "a b@firm.example", "https://firm.example/jobs", "a@b@c.example", "10.0.0.1", "a@", "*.example"])(
    "rejects %j as neither",
    async (entry) => {
      const { client } = await seedUser();
      for (const answer of [await addEntry(client, entry), await client.delete(LIST_PATH, { entry })]) {
        expect(answer).toMatchObject({
          status: 400,
          body: { code: "do_not_contact_invalid", fields: { entry: "do_not_contact_invalid" } },
        });
      }
      expect(await fetchEntries(client)).toEqual([]);
    },
  );

  it("rejects what is no text, empty or too long", async () => {
    const { client } = await seedUser();
    for (const body of [
      {},
      { entry: 5 },
      { entry: " " },
      { entry: `${"a".repeat(250)}.example` },
      { entry: "a.example", more: 1 },
    ]) {
      expect(await client.post(LIST_PATH, body), JSON.stringify(body).slice(0, 40)).toMatchObject({ status: 400 });
    }
  });

  it("holds a thousand entries, and accepts an existing one even then", async () => {
    const { userId, client } = await seedUser();
    const other = await seedUser();
    const createdAt = new Date().toISOString();
    for (let from = 0; from < 999; from += 27) {
      await database
        .insert(doNotContact)
        .values(Array.from({ length: 27 }, (_, n) => ({ userId, entry: `firm-${from + n}.example`, createdAt })));
    }
    expect(await addEntry(client, "last.example")).toMatchObject({ status: 200 });
    expect(await addEntry(client, "more.example")).toMatchObject({
      status: 422,
      body: { code: "do_not_contact_full" },
    });
    expect(await addEntry(client, "last.example")).toMatchObject({ status: 200 });
    expect(await fetchEntries(client)).toHaveLength(1_000);
    expect(await addEntry(other.client, "more.example")).toMatchObject({ status: 200 });
    expect(await fetchEntries(other.client)).toEqual(["more.example"]);
  });
});

describe("no entry of the list gets a mail", () => {
  const cases: [string, string, boolean][] = [
    ["rh@firm.example", "rh@firm.example", true],
    ["rh@firm.example", "RH@Firm.example", true],
    ["rh@firm.example", "jobs@firm.example", false],
    ["rh@firm.example", "x.rh@firm.example", false],
    ["firm.example", "jobs@firm.example", true],
    ["firm.example", "Jobs@Paris.FIRM.example", true],
    ["firm.example", "jobs@notfirm.example", false],
    ["firm.example", "firm.example@else.example", false],
    ["paris.firm.example", "jobs@firm.example", false],
    ["bäcker.example", "jobs@xn--bcker-gra.example", true],
  ];
  it.each(cases)("%s on the list, %s: %s", async (entry, email, refused) => {
    const { userId, client } = await seedLinkedUser();
    const id = await seedCompany(userId, { email });
    await addEntry(client, entry);
    expect((await fetchPreview(client, id)).do_not_contact).toBe(refused);
    const answer = await sendOne(client, id, { confirm: ["already_contacted", "outcome_unknown", "needs_review"] });
    expect(answer).toMatchObject(refused ? { status: 422, body: { code: "do_not_contact" } } : { status: 200 });
    expect(await listOutbox()).toHaveLength(refused ? 0 : 1);
  });

  it("in a batch the others do, and another user's list does not apply", async () => {
    const { userId, client } = await seedLinkedUser();
    const other = await seedUser();
    const [blocked, free] = [
      await seedCompany(userId, { email: "a@firm.example;b@else.example", recipient: "a@firm.example" }),
      await seedCompany(userId, { email: "a@firm.example;b@else.example", recipient: "b@else.example" }),
    ];
    await addEntry(client, "firm.example");
    await addEntry(other.client, "else.example");
    expect(
      (await client.post("/api/dashboard/companies/bulk-send", { company_ids: [blocked, free] })).as(bulkSend.answer),
    ).toEqual({ sent_ids: [free], failed: [{ id: blocked, reason: "do_not_contact" }] });
    await client.delete(LIST_PATH, { entry: "firm.example" });
    expect(await sendOne(client, blocked)).toMatchObject({ status: 200 });
  });

  it("not even one added while the mail was composed", async () => {
    const { userId } = await seedLinkedUser();
    const id = await seedCompany(userId, { email: "jobs@paris.firm.example" });
    const { db } = composeUserDeps();
    let batches = 0;
    const batch = async (...given: Parameters<typeof db.batch>) => {
      // The first reads, the second claims.
      batches += 1;
      if (batches === 2)
        await database
          .insert(doNotContact)
          .values({ userId, entry: "firm.example", createdAt: new Date().toISOString() });
      return db.batch(...given);
    };
    const ports = makeSendPorts({ db: Object.create(db, { batch: { value: batch } }) as typeof db });
    const order = {
      userId,
      companyIds: [id],
      confirm: [],
      versions: {},
      fingerprints: {},
      askedAt: new Date(Date.now() + 1_000).toISOString(),
    };
    expect(await sendBatch(order, ports)).toEqual([{ id, no: { reason: "do_not_contact" } }]);
    expect(await database.select().from(mails)).toEqual([]);
    expect(await listOutbox()).toEqual([]);
  });
});
