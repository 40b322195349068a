import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { numbersQueries } from "../../../worker/applications/numbers/store-numbers";
import { reportQueries } from "../../../worker/applications/report/store-report";
import { getNumbers } from "../../../worker/contract/numbers";
import { applications, outcomeEvents } from "../../../worker/db/schema/applications";
import { mails } from "../../../worker/db/schema/mail";
import type { Client } from "../support/client";
import { database, seedCompany, seedProfile, seedUser } from "../support/seed";
import { userD1 } from "../support/user-shards";

const NOW = new Date("2026-11-24T10:00:00Z");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => vi.useRealTimers());

const readNumbers = async (client: Client, zone = "Europe/Paris") =>
  (await client.get(`/api/applications/numbers?zone=${zone}`)).as(getNumbers.answer);

const seedMail = (userId: string, companyId: string, at: string, values: Partial<typeof mails.$inferInsert> = {}) =>
  database.insert(mails).values({
    userId,
    id: crypto.randomUUID(),
    companyId,
    companyName: "Lune",
    recipient: "rh@lune.example",
    subject: "Candidature",
    body: "Bonjour",
    status: "sent",
    createdAt: at,
    updatedAt: at,
    ...values,
  });
const seedAnswer = (
  userId: string,
  companyId: string,
  outcome: (typeof outcomeEvents.$inferInsert)["outcome"],
  values: Partial<typeof outcomeEvents.$inferInsert> = {},
) =>
  database.insert(outcomeEvents).values({
    userId,
    id: crypto.randomUUID(),
    companyId,
    companyName: "Lune",
    outcome,
    how: "user",
    status: "confirmed",
    createdAt: NOW.toISOString(),
    decidedAt: NOW.toISOString(),
    ...values,
  });
const NOTHING = { applied: 0, answered: 0, interviews: 0, offers: 0, refused: 0, recent: 0 };

describe("the numbers of a user", () => {
  it("are nought before an application", async () => {
    const { client } = await seedUser();
    expect(await readNumbers(client)).toEqual({
      total: NOTHING,
      bounced: 0,
      activities: [],
      places: [],
      profiles: [],
      weeks: [],
    });
  });

  it("count each company once, with what was confirmed last, by activity, place, profile and week", async () => {
    const { client, userId } = await seedUser();
    const profileId = await seedProfile(userId);
    const bakery = { businessType: "shop_bakery;shop_pastry", city: "Lyon" };
    const [answered, silent, called] = [
      await seedCompany(userId, { ...bakery, profileId }),
      await seedCompany(userId, bakery),
      await seedCompany(userId, { businessType: "software_company", city: "" }),
    ];
    // Sunday evening in Paris, and a call to the same company in the week after it.
    await seedMail(userId, answered, "2026-11-08T22:30:00.000Z");
    await seedMail(userId, silent, "2026-11-09T09:00:00.000Z");
    for (const companyId of [answered, called])
      await database.insert(applications).values({
        userId,
        id: companyId,
        companyId,
        companyName: "Lune",
        companyCity: "Lyon",
        way: "phone",
        target: "+33199001234",
        createdAt: "2026-11-17T09:00:00.000Z",
      });
    await seedAnswer(userId, answered, "answered", { decidedAt: "2026-11-10T09:00:00.000Z" });
    await seedAnswer(userId, answered, "interview");
    const one = { ...NOTHING, applied: 1 };
    const interview = { ...one, answered: 1, interviews: 1 };
    expect(await readNumbers(client)).toEqual({
      total: { ...interview, applied: 3, recent: 1 },
      bounced: 0,
      activities: [
        { ...interview, key: "shop_bakery", applied: 2 },
        { ...one, key: "software_company", recent: 1 },
      ],
      places: [
        { ...interview, key: "Lyon", applied: 2 },
        { ...one, key: "", recent: 1 },
      ],
      profiles: [
        { ...one, key: "", applied: 2, recent: 1 },
        { ...interview, key: profileId },
      ],
      weeks: [
        { ...one, key: "2026-11-15T23:00:00.000Z", recent: 1 },
        { ...one, key: "2026-11-08T23:00:00.000Z" },
        { ...interview, key: "2026-11-01T23:00:00.000Z" },
      ],
    });
  });

  it("leave out tests, mails that did not leave, those that came back, and other users' companies", async () => {
    const [{ client, userId }, other] = await Promise.all([seedUser(), seedUser()]);
    const at = "2026-11-12T09:00:00.000Z";
    await seedMail(userId, "a", at, { test: true });
    for (const status of ["failed", "unknown", "sending"] as const) await seedMail(userId, status, at, { status });
    await seedMail(userId, "b", at, { status: "bounced" });
    await seedMail(userId, "c", at, { status: "bounced" });
    await seedMail(userId, "c", at);
    await seedMail(other.userId, "d", at);
    await seedAnswer(other.userId, "c", "offer");
    expect(await readNumbers(client)).toMatchObject({ total: { applied: 1, answered: 0 }, bounced: 1 });
  });

  it("take only what is confirmed for an answer, and no answer for none", async () => {
    const { client, userId } = await seedUser();
    const at = "2026-09-12T09:00:00.000Z";
    for (const id of ["a", "b", "c"]) await seedMail(userId, id, at);
    await seedAnswer(userId, "a", "offer", { status: "proposed", decidedAt: null });
    await seedAnswer(userId, "b", "no_answer");
    await seedAnswer(userId, "c", "refused");
    expect(await readNumbers(client)).toMatchObject({ total: { applied: 3, answered: 1, refused: 1, recent: 0 } });
  });

  it("keep companies that were deleted in one group", async () => {
    const { client, userId } = await seedUser();
    await seedMail(userId, "gone", "2026-01-12T09:00:00.000Z");
    expect(await readNumbers(client)).toMatchObject({
      total: { applied: 1 },
      activities: [{ key: null, applied: 1 }],
      places: [{ key: null }],
      profiles: [{ key: null }],
      // More than twelve weeks ago.
      weeks: [],
    });
  });

  it("and a record read only the user's rows, by an index", async () => {
    const span = { begins: NOW.toISOString(), ends: NOW.toISOString() };
    const statements = [
      ...numbersQueries(database, "ana", { weeks: [], recentSince: NOW.toISOString() }),
      ...reportQueries(database, "ana", span, true),
    ];
    for (const statement of statements) {
      const { sql, params } = statement.toSQL();
      const { results } = await userD1
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...params)
        .all<{ detail: string }>();
      const reads = results
        .map(({ detail }) => detail)
        .filter((detail) => /mails|applications|companies|event/u.test(detail));
      expect(reads.length).toBeGreaterThan(0);
      for (const detail of reads) expect(detail).toMatch(/^SEARCH .* USING .*INDEX .*\(user_id=\?/u);
    }
  });

  it("need a time zone", async () => {
    const { client } = await seedUser();
    expect(await client.get("/api/applications/numbers")).toMatchObject({ status: 400 });
    expect(await client.get("/api/applications/numbers?zone=Nowhere")).toMatchObject({ status: 400 });
  });
});
