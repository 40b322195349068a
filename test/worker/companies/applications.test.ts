import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Company } from "../../../worker/contract/companies";
import { applications } from "../../../worker/db/schema/applications";
import { objections } from "../../../worker/db/schema/shared";
import type { Client } from "../support/client";
import { database, sharedDatabase, seedCompany, seedUser } from "../support/seed";

const PHONE = "+33199001234";
const FORM = "https://firm.example/contact";
const toPath = (id: string) => `/api/dashboard/companies/${id}/applications`;
const Answer = z.object({ company: Company });
const record = async (client: Client, id: string, way = "phone", target = PHONE) =>
  (await client.post(toPath(id), { way, target })).as(Answer).company;
const States = z.object({ states: z.record(z.string(), z.number()), total: z.number() });
const countStates = async (client: Client) => (await client.get("/api/dashboard/companies")).as(States).states;
const listRows = (userId: string) => database.select().from(applications).where(eq(applications.userId, userId));

/** A company without an address. */
const seedSilent = (userId: string, values: Parameters<typeof seedCompany>[1] = {}) =>
  seedCompany(userId, { email: "", phone: PHONE, website: "https://www.firm.example/", message: "", ...values });

describe("an application without e-mail", () => {
  it("is a row of its own, and the company is done with its date and way", async () => {
    const { client, userId } = await seedUser();
    const id = await seedSilent(userId, { name: "Lune", city: "Lyon" });
    expect(await countStates(client)).toMatchObject({ no_email: 1, sent: 0 });
    const company = await record(client, id);
    expect(company.applied).toEqual({ way: "phone", at: expect.any(String) as string });
    expect(company).toMatchObject({ email_sent: false, send_status: "none", sent_at: null });
    expect(await listRows(userId)).toEqual([
      {
        userId,
        id: expect.any(String) as string,
        companyId: id,
        companyName: "Lune",
        companyCity: "Lyon",
        way: "phone",
        target: PHONE,
        createdAt: company.applied?.at,
      },
    ]);
    expect(await countStates(client)).toMatchObject({ no_email: 0, sent: 1 });
    const Page = z.object({ companies: z.array(Company) });
    expect((await client.get("/api/dashboard/companies?status=sent")).as(Page).companies).toMatchObject([
      { id, applied: { way: "phone" } },
    ]);
  });

  it("by one way counts once; another way is another one, and undoing it leaves the first", async () => {
    const { client, userId } = await seedUser();
    const id = await seedSilent(userId);
    const first = await record(client, id);
    expect((await record(client, id)).applied).toEqual(first.applied);
    expect((await record(client, id, "form", FORM)).applied?.way).toBe("form");
    expect(await listRows(userId)).toHaveLength(2);
    expect((await client.delete(`${toPath(id)}/form`)).as(Answer).company.applied).toEqual(first.applied);
    expect((await client.delete(`${toPath(id)}/phone`)).as(Answer).company.applied).toBeNull();
    expect(await listRows(userId)).toEqual([]);
    expect(await countStates(client)).toMatchObject({ no_email: 1, sent: 0 });
    // Undoing nothing changes nothing.
    expect(await client.delete(`${toPath(id)}/phone`)).toMatchObject({ status: 200 });
    expect(await client.delete(`${toPath(id)}/pigeon`)).toMatchObject({ status: 404 });
  });

  it("is the application of a company with an address, too: no e-mail waits for it any more", async () => {
    const { client, userId } = await seedUser();
    const id = await seedCompany(userId, { phone: PHONE });
    expect((await record(client, id)).applied?.way).toBe("phone");
    expect(await countStates(client)).toMatchObject({ ready: 0, sent: 1 });
  });

  it("outlives its company", async () => {
    const { client, userId } = await seedUser();
    const id = await seedSilent(userId);
    await record(client, id);
    await client.post(`/api/dashboard/companies/${id}/archive`);
    await client.delete(`/api/archive/companies/${id}`);
    expect(await listRows(userId)).toHaveLength(1);
  });

  it.each([
    ["phone", "+33600000000"],
    ["phone", FORM],
    ["form", "javascript:alert(1)"],
    ["form", "tel:+33199001234"],
    ["careers", PHONE],
    ["letter", FORM],
    ["form", ""],
    ["form", `https://firm.example/${"a".repeat(1_000)}`],
  ])("by %s to %s is refused", async (way, target) => {
    const { client, userId } = await seedUser();
    const id = await seedSilent(userId);
    expect(await client.post(toPath(id), { way, target })).toMatchObject({ status: 400 });
    expect(await listRows(userId)).toEqual([]);
  });

  it("is refused for another user's company, an archived one and none", async () => {
    const [{ client, userId }, other] = await Promise.all([seedUser(), seedUser()]);
    const archived = await seedSilent(userId, { archivedAt: new Date().toISOString() });
    for (const id of [await seedSilent(other.userId), archived, "none"]) {
      expect(await client.post(toPath(id), { way: "phone", target: PHONE })).toMatchObject({ status: 404 });
      expect(await listRows(userId)).toEqual([]);
    }
    expect(await listRows(other.userId)).toEqual([]);
  });
});

describe("a company that is not to be contacted", () => {
  it.each(["firm.example", "www.firm.example"])(
    "is not applied to in any way: %s is on the user's list",
    async (entry) => {
      const { client, userId } = await seedUser();
      const id = await seedSilent(userId);
      await client.post("/api/settings/do-not-contact", { entry });
      for (const [way, target] of [
        ["phone", PHONE],
        ["form", FORM],
        ["careers", FORM],
      ])
        expect(await client.post(toPath(id), { way, target })).toMatchObject({
          status: 422,
          body: { code: "do_not_contact" },
        });
      expect(await listRows(userId)).toEqual([]);
      await client.delete("/api/settings/do-not-contact", { entry });
      expect((await record(client, id)).applied?.way).toBe("phone");
    },
  );

  it("is one of whose addresses is listed, and one that has objected for everybody", async () => {
    const { client, userId } = await seedUser();
    const byAddress = await seedCompany(userId, { email: "a@mail.example;b@mail.example", phone: PHONE, website: "" });
    await client.post("/api/settings/do-not-contact", { entry: "b@mail.example" });
    const objected = await seedSilent(userId, { website: "https://objects.example/" });
    await sharedDatabase.insert(objections).values({
      entry: "objects.example",
      status: "listed",
      reason: "",
      network: "",
      createdAt: new Date().toISOString(),
    });
    for (const id of [byAddress, objected])
      expect(await client.post(toPath(id), { way: "phone", target: PHONE })).toMatchObject({ status: 422 });
    // Its neighbour is not listed.
    const neighbour = await seedSilent(userId, { website: "https://notfirm.example/" });
    expect((await record(client, neighbour)).applied?.way).toBe("phone");
  });
});

it("applications are in the export and go with the account", async () => {
  const { client, userId } = await seedUser();
  const id = await seedSilent(userId, { name: "Lune" });
  await record(client, id, "form", FORM);
  expect((await client.get("/api/settings/export")).body).toMatchObject({
    applications: [{ company_id: id, company_name: "Lune", way: "form", target: FORM }],
  });
  await client.delete("/api/settings/account");
  const left = () =>
    database
      .select()
      .from(applications)
      .where(and(eq(applications.userId, userId)));
  await expect.poll(left).toEqual([]);
});
