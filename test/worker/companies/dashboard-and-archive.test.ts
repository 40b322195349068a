import { describe, expect, it } from "vitest";
import { z } from "zod";
import { decodeCursor, encodeCursor } from "../../../worker/companies/cursor";
import { chooseRecipient } from "../../../worker/companies/rules-recipient";
import { Company, CompanyPage } from "../../../worker/contract/companies";
import { seedCompany, seedUser } from "../support/seed";

const One = z.object({ company: Company });
const Done = z.object({ company_ids: z.array(z.string()) });

describe("rules", () => {
  it.each([
    [{ email: "a@x.example;b@x.example", recipient: null }, "a@x.example"],
    [{ email: "a@x.example;b@x.example", recipient: "b@x.example" }, "b@x.example"],
    [{ email: "a@x.example", recipient: "gone@x.example" }, "a@x.example"],
    [{ email: "", recipient: null }, null],
  ])("the recipient of %j is %s", (row, recipient) => {
    expect(chooseRecipient(row)).toBe(recipient);
  });

  it("a cursor round-trips, and a foreign one is rejected", () => {
    expect(decodeCursor(encodeCursor({ list: "x", value: "https://é.example", id: "1" }), "x")).toEqual({
      list: "x",
      value: "https://é.example",
      id: "1",
    });
    expect(() => decodeCursor(encodeCursor({ list: "x", value: "1", id: "1" }), "y")).toThrow(
      "Some fields are not valid.",
    );
    for (const text of ["", "x", "W10", "bnVsbA", "é"])
      expect(() => decodeCursor(text, "x")).toThrow("Some fields are not valid.");
  });
});

describe("the dashboard", () => {
  it("lists newest first, pages without gap or repeat, and counts", async () => {
    const { userId, client } = await seedUser();
    const createdAt = "2026-11-01T10:00:00.000Z";
    for (let i = 0; i < 5; i++) await seedCompany(userId, { createdAt });
    await seedCompany(userId, { createdAt: "2026-11-02T10:00:00.000Z", name: "Newest" });
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: CompanyPage = (
        await client.get(`/api/dashboard/companies?limit=2${cursor && `&cursor=${cursor}`}`)
      ).as(CompanyPage);
      expect(page.total).toBe(6);
      seen.push(...page.companies.map(({ name }) => name));
      cursor = page.next_cursor;
    }
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(6);
    expect(seen[0]).toBe("Newest");
  });

  it("sorts by website, filters favourites and lists all ids", async () => {
    const { userId, client } = await seedUser();
    const b = await seedCompany(userId, { website: "https://b.example/" });
    const a = await seedCompany(userId, { website: "https://a.example/", favorited: true });
    const listIds = async (query: string) =>
      (await client.get(`/api/dashboard/companies${query}`)).as(CompanyPage).companies.map(({ id }) => id);
    expect(await listIds("?sort_by=website&sort_order=asc")).toEqual([a, b]);
    expect(await listIds("?sort_by=website&sort_order=desc")).toEqual([b, a]);
    expect(await listIds("?favorited=true")).toEqual([a]);
    expect((await client.get("/api/dashboard/companies/ids?favorited=true")).body).toEqual({ ids: [a] });
  });

  it("edits a company, and counts a version for what a reader would see in the mail", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { email: "a@x.example;b@x.example" });
    const edit = async (patch: object) => (await client.patch(`/api/dashboard/companies/${id}`, patch)).as(One).company;
    expect(await edit({ favorited: true })).toMatchObject({ favorited: true, message_version: 1 });
    expect(await edit({ message: "Bonjour" })).toMatchObject({ message: "Bonjour", message_version: 2 });
    expect(await edit({ recipient: "b@x.example", subject: "Objet" })).toMatchObject({
      recipient: "b@x.example",
      subject: "Objet",
      message_version: 3,
    });
    expect(await edit({ language: "de" })).toMatchObject({ language: "de", message_version: 3 });
  });

  it("corrects name and town, also of one that was written to, and leaves message and mail as they are", async () => {
    const { userId, client } = await seedUser();
    const early = await seedCompany(userId, { name: "Menuiserie Blanc" });
    const id = await seedCompany(userId, { name: "zimmerei roy, lyon", city: "" });
    const sent = await seedCompany(userId, { name: "Sent", sendStatus: "sent", sentAt: "2026-11-01T10:00:00.000Z" });
    const correct = async (target: string, patch: object) =>
      (await client.patch(`/api/dashboard/companies/${target}`, patch)).as(One).company;
    const before = (await client.get(`/api/dashboard/companies/${id}`)).as(One).company;
    expect(await correct(id, { name: " Atelier Roy ", city: " Lyon " })).toEqual({
      ...before,
      name: "Atelier Roy",
      city: "Lyon",
    });
    expect(await correct(id, { city: "" })).toMatchObject({ name: "Atelier Roy", city: "" });
    expect(await correct(sent, { name: "Zoo", city: "Metz" })).toMatchObject({ name: "Zoo", city: "Metz" });
    const page = (await client.get("/api/dashboard/companies?sort_by=name&sort_order=asc")).as(CompanyPage);
    expect(page.companies.map((company) => company.id)).toEqual([id, early, sent]);
  });

  it("gives a message written by hand the usual subject of its language, unless it has one", async () => {
    const { userId, client } = await seedUser();
    const blank = await seedCompany(userId, { message: "", subject: "", language: "de" });
    expect(
      (await client.patch(`/api/dashboard/companies/${blank}`, { message: "Guten Tag" })).as(One).company,
    ).toMatchObject({ subject: "Initiativbewerbung", message: "Guten Tag" });
    expect(
      (await client.patch(`/api/dashboard/companies/${blank}`, { subject: "Eigener", message: "Tag" })).as(One).company
        .subject,
    ).toBe("Eigener");
    expect(
      (await client.patch(`/api/dashboard/companies/${blank}`, { message: "Abend" })).as(One).company.subject,
    ).toBe("Eigener");
  });

  it("rejects a cursor of another order", async () => {
    const { userId, client } = await seedUser();
    for (let i = 0; i < 3; i++) await seedCompany(userId);
    const { next_cursor: cursor } = (await client.get("/api/dashboard/companies?limit=1")).as(CompanyPage);
    expect(await client.get(`/api/dashboard/companies?limit=1&cursor=${cursor}`)).toMatchObject({ status: 200 });
    expect(await client.get(`/api/dashboard/companies?limit=1&sort_by=website&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { code: "invalid" },
    });
  });

  it("rejects invalid edits without a change", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    const sent = await seedCompany(userId, { sendStatus: "sent", sentAt: "2026-11-01T10:00:00.000Z" });
    for (const [target, patch, status, code] of [
      [id, {}, 400, "invalid"],
      [id, { message: " " }, 400, "message_required"],
      [id, { message: "x".repeat(10_001) }, 400, "invalid"],
      [id, { subject: "two\nlines" }, 400, "invalid"],
      [id, { favorited: "yes" }, 400, "invalid"],
      [id, { user_id: "other" }, 400, "invalid"],
      [id, { recipient: "else@where.example" }, 400, "recipient_invalid"],
      [id, { language: "es" }, 400, "invalid"],
      [id, { name: " " }, 400, "invalid"],
      [id, { name: "two\nlines" }, 400, "invalid"],
      [id, { city: "x".repeat(101) }, 400, "invalid"],
      [sent, { message: "again" }, 409, "already_sent"],
      [sent, { subject: "again" }, 409, "already_sent"],
      ["none", { favorited: true }, 404, "not_found"],
    ] as const) {
      expect(await client.patch(`/api/dashboard/companies/${target}`, patch), JSON.stringify(patch)).toMatchObject({
        status,
        body: { code },
      });
    }
    expect(await client.patch(`/api/dashboard/companies/${sent}`, { favorited: true })).toMatchObject({ status: 200 });
    expect((await client.get(`/api/dashboard/companies/${id}`)).as(One).company).toMatchObject({
      message_version: 1,
      favorited: false,
    });
  });

  it.each([
    "?sort_by=city",
    "?sort_order=up",
    "?favorited=maybe",
    "?limit=0",
    "?limit=501",
    "?limit=x",
    "?cursor=x",
    "?more=1",
  ])("rejects the query %s", async (query) => {
    const { client } = await seedUser();
    expect(await client.get(`/api/dashboard/companies${query}`)).toMatchObject({
      status: 400,
      body: { code: "invalid" },
    });
  });
});

describe("the archive", () => {
  it("archives, restores and deletes; what is already so stays so", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    const listCompanyIds = async (path: string) =>
      (await client.get(path)).as(CompanyPage).companies.map((company) => company.id);
    for (let i = 0; i < 2; i++)
      expect((await client.post(`/api/dashboard/companies/${id}/archive`)).as(Done)).toEqual({ company_ids: [id] });
    expect(await listCompanyIds("/api/dashboard/companies")).toEqual([]);
    expect(await listCompanyIds("/api/archive/companies")).toEqual([id]);
    expect(await client.patch(`/api/dashboard/companies/${id}`, { favorited: true })).toMatchObject({ status: 404 });
    for (let i = 0; i < 2; i++)
      expect((await client.post(`/api/archive/companies/${id}/unarchive`)).as(Done)).toEqual({ company_ids: [id] });
    expect(await client.send("DELETE", `/api/archive/companies/${id}`)).toMatchObject({
      status: 409,
      body: { code: "not_archived" },
    });
    await client.post(`/api/dashboard/companies/${id}/archive`);
    expect((await client.send("DELETE", `/api/archive/companies/${id}`)).as(Done)).toEqual({ company_ids: [id] });
    expect(await client.send("DELETE", `/api/archive/companies/${id}`)).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
  });

  it("works on many, counts a repeated id once and ignores other users' companies", async () => {
    const { userId, client } = await seedUser();
    const otherUser = await seedUser();
    const [a, b] = [await seedCompany(userId), await seedCompany(userId)];
    const foreign = await seedCompany(otherUser.userId);
    const ids = { company_ids: [a, a, b, foreign, "absent"] };
    const postIds = async (path: string) => (await client.post(path, ids)).as(Done).company_ids.sort();
    const both = [a, b].sort();
    expect(await postIds("/api/archive/companies/bulk-delete")).toEqual([]);
    expect(await postIds("/api/dashboard/companies/bulk-archive")).toEqual(both);
    expect(await postIds("/api/archive/companies/bulk-unarchive")).toEqual(both);
    expect(await postIds("/api/dashboard/companies/bulk-archive")).toEqual(both);
    expect(await postIds("/api/archive/companies/bulk-delete")).toEqual(both);
    expect((await otherUser.client.get("/api/dashboard/companies")).as(CompanyPage).total).toBe(1);
  });

  it("never deletes what is being sent", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { sendStatus: "sending", archivedAt: "2026-11-01T10:00:00.000Z" });
    expect(await client.send("DELETE", `/api/archive/companies/${id}`)).toMatchObject({
      status: 409,
      body: { code: "in_flight" },
    });
  });

  it.each([
    {},
    { company_ids: [] },
    { company_ids: "x" },
    { company_ids: [1] },
    { company_ids: [""] },
    { company_ids: Array.from({ length: 201 }, (_, i) => `id-${i}`) },
    { company_ids: ["a"], all: true },
  ])("rejects anything but a list of 1 to 200 ids (%#)", async (body) => {
    const { client } = await seedUser();
    for (const path of [
      "/api/dashboard/companies/bulk-archive",
      "/api/archive/companies/bulk-unarchive",
      "/api/archive/companies/bulk-delete",
    ]) {
      expect(await client.post(path, body)).toMatchObject({ status: 400, body: { code: "invalid" } });
    }
  });
});

describe("another user's company", () => {
  it("answers as an absent one does, on every call", async () => {
    const owner = await seedUser();
    const { client } = await seedUser();
    const id = await seedCompany(owner.userId);
    const calls: ["GET" | "POST" | "PATCH" | "DELETE", string, object?][] = [
      ["GET", "/api/dashboard/companies/ID"],
      ["PATCH", "/api/dashboard/companies/ID", { favorited: true }],
      ["POST", "/api/dashboard/companies/ID/archive"],
      ["POST", "/api/archive/companies/ID/unarchive"],
      ["DELETE", "/api/archive/companies/ID"],
    ];
    for (const [method, path, body] of calls) {
      const foreign = await client.send(method, path.replace("ID", id), body);
      const absent = await client.send(method, path.replace("ID", "absent"), body);
      expect(foreign).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect(foreign.body).toEqual(absent.body);
    }
  });
});
