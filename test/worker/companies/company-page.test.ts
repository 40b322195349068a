import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { getCompanyPage, listTags, saveCompanyNote } from "../../../worker/contract/company-page";
import { LIMITS } from "../../../worker/contract/limits";
import { applications } from "../../../worker/db/schema/applications";
import { companyNotes, companyTags } from "../../../worker/db/schema/company-notes";
import { mails } from "../../../worker/db/schema/mail";
import { messageVersions } from "../../../worker/db/schema/messages";
import type { Client } from "../support/client";
import { database, seedCompany, seedUser } from "../support/seed";

const toPath = (id: string, call: string) => `/api/dashboard/companies/${id}/${call}`;
const Tags = z.object({ tags: z.array(z.string()) });
const Ids = z.object({ ids: z.array(z.string()) });
const open = async (client: Client, id: string) => (await client.get(toPath(id, "page"))).as(getCompanyPage.answer);
const write = (client: Client, id: string, text: string, version: number) =>
  client.post(toPath(id, "note"), { text, version });
const tag = async (client: Client, id: string, name: string) =>
  (await client.post(toPath(id, "tags"), { tag: name })).as(Tags).tags;
const untag = async (client: Client, id: string, name: string) =>
  (await client.send("DELETE", toPath(id, "tags"), { tag: name })).as(Tags).tags;
const listUsed = async (client: Client) => (await client.get("/api/dashboard/tags")).as(listTags.answer).tags;
const listTagged = async (client: Client, name: string) =>
  (await client.get(`/api/dashboard/companies/ids?tag=${encodeURIComponent(name)}`)).as(Ids).ids;

const seedMail = (userId: string, companyId: string, values: Partial<typeof mails.$inferInsert> = {}) =>
  database.insert(mails).values({
    userId,
    id: crypto.randomUUID(),
    companyId,
    recipient: "rh@firm.example",
    subject: "Candidature",
    body: "Bonjour",
    status: "sent",
    createdAt: "2026-11-03T10:00:00.000Z",
    updatedAt: "2026-11-03T10:00:01.000Z",
    gmailId: "18c0ffee00000001",
    gmailThreadId: "18c0ffee00000001",
    ...values,
  });

describe("the page of a company", () => {
  it("has what the company's site says, the versions of its message, its mails and applications", async () => {
    const { userId, client } = await seedUser();
    const fact = { kind: "activity" as const, text: "Nous éclairons des scènes.", url: "https://firm.example/nous" };
    const id = await seedCompany(userId, { name: "Lune", facts: [fact] });
    await database.insert(messageVersions).values(
      [1, 2].map((version) => ({
        userId,
        companyId: id,
        version,
        author: version === 1 ? ("assistant" as const) : ("user" as const),
        subject: "Candidature",
        message: "Bonjour",
        createdAt: `2026-11-0${version}T10:00:00.000Z`,
      })),
    );
    await seedMail(userId, id, { status: "failed", error: "provider_error", gmailId: null, gmailThreadId: null });
    await seedMail(userId, id, { createdAt: "2026-11-04T10:00:00.000Z" });
    await seedMail(userId, "another company");
    await database.insert(applications).values({
      userId,
      id: crypto.randomUUID(),
      companyId: id,
      companyName: "Lune",
      companyCity: "Lyon",
      way: "phone",
      target: "+33199001234",
      createdAt: "2026-11-05T10:00:00.000Z",
    });
    const page = await open(client, id);
    expect(page).toMatchObject({
      company: { id, name: "Lune", state: "dashboard" },
      facts: [fact],
      note: { text: "", version: 0, updated_at: null },
      tags: [],
      versions: [
        { version: 2, author: "user", created_at: "2026-11-02T10:00:00.000Z" },
        { version: 1, author: "assistant", created_at: "2026-11-01T10:00:00.000Z" },
      ],
      mails: [
        { status: "sent", time: "2026-11-04T10:00:00.000Z", gmail_thread_id: "18c0ffee00000001" },
        { status: "failed", error: "provider_error", gmail_thread_id: null },
      ],
      applications: [{ way: "phone", target: "+33199001234", created_at: "2026-11-05T10:00:00.000Z" }],
    });
    expect(JSON.stringify(page.mails)).not.toContain("Bonjour");
  });

  it("tells of the last mails only, however many were tried", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    for (let n = 0; n < LIMITS.companyMails + 2; n += 1) await seedMail(userId, id, { status: "failed" });
    expect((await open(client, id)).mails).toHaveLength(LIMITS.companyMails);
  });

  it("opens in the archive too, where nothing can be noted", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { archivedAt: "2026-11-01T10:00:00.000Z" });
    expect((await open(client, id)).company.state).toBe("archived");
    expect(await write(client, id, "Rappeler", 0)).toMatchObject({ status: 404 });
    expect(await client.post(toPath(id, "tags"), { tag: "Lyon" })).toMatchObject({ status: 404 });
    expect((await open(client, id)).note.version).toBe(0);
  });
});

describe("a note", () => {
  it("is kept with its version and time, and can be emptied", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    const text = "Rappeler Mme Müller lundi,\naprès 14 h.  ";
    const { note } = (await write(client, id, text, 0)).as(saveCompanyNote.answer);
    expect(note).toEqual({ text, version: 1, updated_at: expect.any(String) as string });
    expect((await open(client, id)).note).toEqual(note);
    expect((await write(client, id, "", 1)).as(saveCompanyNote.answer).note).toMatchObject({ text: "", version: 2 });
  });

  it("is not overwritten by a tab that has not seen it; the same text saved twice is no conflict", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    await write(client, id, "first", 0);
    expect(await write(client, id, "from another tab", 0)).toMatchObject({
      status: 409,
      body: { code: "note_changed" },
    });
    expect(await write(client, id, "from the future", 7)).toMatchObject({ status: 409 });
    expect(await write(client, id, "first", 0)).toMatchObject({ status: 200, body: { note: { version: 1 } } });
    expect((await open(client, id)).note).toMatchObject({ text: "first", version: 1 });
    const other = await seedCompany(userId);
    expect(await write(client, other, "of a note that is gone", 3)).toMatchObject({ status: 409 });
    expect((await open(client, other)).note.version).toBe(0);
  });

  it("saved by two tabs at once is saved by one", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    const answers = await Promise.all(["a", "b", "c"].map((text) => write(client, id, text, 0)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await open(client, id)).note.version).toBe(1);
  });

  it.each([
    ["longer than allowed", "x".repeat(LIMITS.noteLength + 1), "too_long"],
    ["with a character that no database keeps", "a\u0000b", "invalid"],
  ])("%s is refused", async (_, text, code) => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    expect(await write(client, id, text, 0)).toMatchObject({ status: 400, body: { fields: { text: code } } });
    expect(await write(client, id, "x".repeat(LIMITS.noteLength), 0)).toMatchObject({ status: 200 });
  });
});

describe("tags", () => {
  it("are the user's words, once whatever their case and accents, in the order given", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    await tag(client, id, "  À   rappeler ");
    expect(await tag(client, id, "Lyon")).toEqual(["À rappeler", "Lyon"]);
    expect(await tag(client, id, "a RAPPELER")).toEqual(["À rappeler", "Lyon"]);
    expect((await open(client, id)).tags).toEqual(["À rappeler", "Lyon"]);
    expect(await untag(client, id, "à rappeler")).toEqual(["Lyon"]);
    expect(await untag(client, id, "not there")).toEqual(["Lyon"]);
  });

  it("keep their spelling on another company, and are suggested by how often they are used", async () => {
    const { userId, client } = await seedUser();
    const [first, second, archived] = [await seedCompany(userId), await seedCompany(userId), await seedCompany(userId)];
    await tag(client, first, "Théâtre");
    await tag(client, first, "Agence");
    expect(await tag(client, second, "theatre")).toEqual(["Théâtre"]);
    await tag(client, archived, "Put aside");
    await client.post(toPath(archived, "archive"));
    expect(await listUsed(client)).toEqual(["Théâtre", "Agence"]);
    const stranger = await seedUser();
    expect(await listUsed(stranger.client)).toEqual([]);
    expect(await tag(stranger.client, await seedCompany(stranger.userId), "THEATRE")).toEqual(["THEATRE"]);
  });

  it("narrow the list of ids to the companies that have them", async () => {
    const { userId, client } = await seedUser();
    const [first, second] = [await seedCompany(userId), await seedCompany(userId)];
    await tag(client, first, "Théâtre");
    expect(await listTagged(client, "theatre")).toEqual([first]);
    await tag(client, second, "Théâtre");
    expect(await listTagged(client, "Théâtre")).toEqual([second, first]);
    expect(await listTagged(client, "unused")).toEqual([]);
  });

  it("are ten at most, even when given at once", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    await Promise.all(Array.from({ length: LIMITS.companyTags - 1 }, (_, n) => tag(client, id, `tag ${n}`)));
    const last = await Promise.all(
      ["one", "two"].map((name) => client.post(toPath(id, "tags"), { tag: name }).then(({ status }) => status)),
    );
    expect(last.toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect((await open(client, id)).tags).toHaveLength(LIMITS.companyTags);
    expect(await client.post(toPath(id, "tags"), { tag: "more" })).toMatchObject({ body: { code: "tags_full" } });
    // One that it has already is no eleventh.
    expect(await tag(client, id, "TAG 0")).toHaveLength(LIMITS.companyTags);
  });

  it.each(["", "  ", "two\nlines", "x".repeat(LIMITS.tagLength + 1)])("%j is refused", async (name) => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    expect(await client.post(toPath(id, "tags"), { tag: name })).toMatchObject({ status: 400 });
    expect((await open(client, id)).tags).toEqual([]);
  });
});

it("notes and tags stay in the archive and go when their company is deleted", async () => {
  const { userId, client } = await seedUser();
  const [gone, kept] = [await seedCompany(userId), await seedCompany(userId)];
  for (const id of [gone, kept]) {
    await write(client, id, "Rappeler", 0);
    await tag(client, id, "Lyon");
    await client.post(toPath(id, "archive"));
  }
  expect(await open(client, gone)).toMatchObject({ note: { text: "Rappeler" }, tags: ["Lyon"] });
  await client.delete(`/api/archive/companies/${gone}`);
  const listOwners = async (table: typeof companyNotes | typeof companyTags) =>
    (await database.select({ id: table.companyId }).from(table).where(eq(table.userId, userId))).map(({ id }) => id);
  expect([await listOwners(companyNotes), await listOwners(companyTags)]).toEqual([[kept], [kept]]);
});
