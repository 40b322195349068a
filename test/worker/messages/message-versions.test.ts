import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { Company, CompanyPage } from "../../../worker/contract/companies";
import { LIMITS } from "../../../worker/contract/limits";
import { generateMessage, listMessageVersions } from "../../../worker/contract/messages";
import { companies } from "../../../worker/db/schema/companies";
import { messageVersions } from "../../../worker/db/schema/messages";
import { hasEnded, seedCompanyWithoutMessage, startBulk, waitForGeneration } from "../support/bulk-generation";
import type { Client } from "../support/client";
import { clearFaults, orderFault } from "../support/sandbox-client";
import { database, seedCompany, seedUser } from "../support/seed";

const One = z.object({ company: Company });
const toCompanyPath = (id: string) => `/api/dashboard/companies/${id}`;
const fetchCompany = async (client: Client, id: string) => (await client.get(toCompanyPath(id))).as(One).company;
const fetchVersions = async (client: Client, id: string) =>
  (await client.get(`${toCompanyPath(id)}/message-versions`)).as(listMessageVersions.answer).versions;
const patch = async (client: Client, id: string, body: object) =>
  (await client.patch(toCompanyPath(id), body)).as(One).company;
const write = async (client: Client, id: string) =>
  (await client.post(`${toCompanyPath(id)}/generate-message`)).as(generateMessage.answer).company;
const postRestore = (client: Client, id: string, version: number | string) =>
  client.post(`${toCompanyPath(id)}/message-versions/${version}/restore`);
const postRead = (client: Client, id: string, version: unknown) =>
  client.post(`${toCompanyPath(id)}/message-read`, { version });
const writeInBulk = async (client: Client, ids: string[]) => {
  const { generation_id: generationId } = await startBulk(client, ids, true);
  return waitForGeneration(client, (generation) => generation.id === generationId && hasEnded(generation));
};

beforeEach(async () => {
  await clearFaults();
});

const REFUSED = { status: 409, body: { code: "message_changed" } };

describe("versions of a message", () => {
  it("arise from writing, editing text or subject, bulk writing and restoring, each with its author", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompanyWithoutMessage(userId);
    expect(await fetchVersions(client, id)).toEqual([]);
    expect(await fetchCompany(client, id)).toMatchObject({ message_author: null, message_version: 0 });

    const written = await write(client, id);
    expect(written).toMatchObject({ message_author: "assistant", message_version: 1 });
    expect(await patch(client, id, { message: "Mon texte" })).toMatchObject({ message_author: "user" });
    expect(await patch(client, id, { subject: "Mon objet" })).toMatchObject({ message_version: 3 });
    expect(await writeInBulk(client, [id])).toMatchObject({ done: 1 });
    const rewritten = await fetchCompany(client, id);
    expect(rewritten).toMatchObject({ message_author: "assistant", message_version: 4 });
    expect((await postRestore(client, id, 2)).as(One).company).toMatchObject({
      subject: written.subject,
      message: "Mon texte",
      message_author: "user",
      message_version: 5,
    });

    const versions = await fetchVersions(client, id);
    expect(versions.map(({ version, author, subject, message }) => [version, author, subject, message])).toEqual([
      [5, "user", written.subject, "Mon texte"],
      [4, "assistant", rewritten.subject, rewritten.message],
      [3, "user", "Mon objet", "Mon texte"],
      [2, "user", written.subject, "Mon texte"],
      [1, "assistant", written.subject, written.message],
    ]);
    expect(versions.map(({ created_at: at }) => at)).toEqual(
      versions
        .map(({ created_at: at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  it("bulk writing over a hand-written text keeps it, and restoring gives it back to the letter", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompanyWithoutMessage(userId);
    const own = "Bonjour,\n\n  Ceci est à moi :\ttel quel.\n\nAna";
    const { message_version: version } = await patch(client, id, { subject: "À moi", message: own });
    await writeInBulk(client, [id]);
    expect((await fetchCompany(client, id)).message).not.toBe(own);
    await postRestore(client, id, version);
    expect(await fetchCompany(client, id)).toMatchObject({ subject: "À moi", message: own, message_author: "user" });
  });

  it("a message from before versions were kept is one already, and stays as such when it is replaced", async () => {
    const { userId, client } = await seedUser();
    const created = { createdAt: "2026-11-01T10:00:00.000Z", subject: "Avant", message: "Texte d’avant" };
    const [edited, written, untouched] = [
      await seedCompany(userId, created),
      await seedCompany(userId, created),
      await seedCompany(userId, created),
    ];
    const before = {
      version: 1,
      author: "unknown",
      subject: "Avant",
      message: "Texte d’avant",
      created_at: created.createdAt,
    };
    expect(await fetchVersions(client, untouched)).toEqual([before]);
    expect(await fetchCompany(client, untouched)).toMatchObject({ message_author: "unknown" });
    await patch(client, edited, { message: "Après" });
    await write(client, written);
    for (const id of [edited, written]) {
      const versions = await fetchVersions(client, id);
      expect(versions.map(({ version }) => version)).toEqual([2, 1]);
      expect(versions[1]).toEqual(before);
    }
    await postRestore(client, written, 1);
    expect(await fetchCompany(client, written)).toMatchObject({ message_author: "unknown" });
  });

  it("a save over a version that is no longer the present one is refused, and loses neither text", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { email: "a@x.example;b@x.example" });
    const opened = (await fetchCompany(client, id)).message_version;
    const first = await patch(client, id, { message: "Le premier", replaces: opened });
    for (const body of [{ message: "Le second" }, { subject: "Objet" }, { recipient: "b@x.example" }])
      expect(await client.patch(toCompanyPath(id), { ...body, replaces: opened })).toMatchObject(REFUSED);
    const restore = `${toCompanyPath(id)}/message-versions/${opened}/restore`;
    expect(await client.post(restore, { replaces: opened })).toMatchObject(REFUSED);
    expect(await fetchCompany(client, id)).toEqual(first);
    expect((await client.patch(toCompanyPath(id), { replaces: opened })).status).toBe(400);

    await patch(client, id, { message: "Le second", replaces: first.message_version });
    expect((await fetchVersions(client, id)).map(({ message }) => message).slice(0, 2)).toEqual([
      "Le second",
      "Le premier",
    ]);
  });

  it("the first one is the present message, also after changes that left its text alone", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { email: "a@x.example;b@x.example" });
    await patch(client, id, { message: "Mon texte" });
    expect(await patch(client, id, { recipient: "b@x.example" })).toMatchObject({ message_version: 3 });
    await patch(client, id, { favorited: true });
    await patch(client, id, { language: "de" });
    const versions = await fetchVersions(client, id);
    expect(versions.map(({ version, author, message }) => [version, author, message])).toEqual([
      [3, "user", "Mon texte"],
      [1, "unknown", "Bonjour,\n\nVotre équipe m'intéresse.\n\nAna Martin"],
    ]);
    await patch(client, id, { message: "Encore" });
    expect((await fetchVersions(client, id)).map(({ version }) => version)).toEqual([4, 3, 1]);
  });

  it("are kept up to the last twenty of each company", async () => {
    const { userId, client } = await seedUser();
    const [id, other] = [await seedCompanyWithoutMessage(userId), await seedCompanyWithoutMessage(userId)];
    await patch(client, other, { message: "Autre" });
    for (let n = 1; n <= LIMITS.messageVersions + 3; n += 1) await patch(client, id, { message: `Texte ${n}` });
    const versions = await fetchVersions(client, id);
    expect(versions).toHaveLength(LIMITS.messageVersions);
    expect(versions[0]?.message).toBe(`Texte ${LIMITS.messageVersions + 3}`);
    expect(versions.at(-1)?.message).toBe("Texte 4");
    expect(await postRestore(client, id, 3)).toMatchObject({ status: 404, body: { code: "not_found" } });
    // The eldest is restored, although it makes room for itself.
    expect((await postRestore(client, id, 4)).as(One).company.message).toBe("Texte 4");
    expect(await fetchVersions(client, other)).toHaveLength(1);
  });

  it("a text that was not saved makes none", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompanyWithoutMessage(userId);
    await patch(client, id, { message: "Mon texte" });
    await orderFault("openai", "garbage", { times: 2 });
    expect(await client.post(`${toCompanyPath(id)}/generate-message`)).toMatchObject({ status: 502 });
    await database.update(companies).set({ sendStatus: "sent" }).where(eq(companies.id, id));
    expect(await client.patch(toCompanyPath(id), { message: "Trop tard" })).toMatchObject({ status: 409 });
    expect((await fetchVersions(client, id)).map(({ message }) => message)).toEqual(["Mon texte"]);
  });

  it("are deleted with the company, and only with it", async () => {
    const { userId, client } = await seedUser();
    const [id, kept] = [await seedCompanyWithoutMessage(userId), await seedCompanyWithoutMessage(userId)];
    for (const each of [id, kept]) await patch(client, each, { message: "Mon texte" });
    await client.post(`${toCompanyPath(id)}/archive`);
    // Not archived: it is not deleted, and keeps its version.
    await client.post("/api/archive/companies/bulk-delete", { company_ids: [id, kept] });
    expect((await database.select().from(messageVersions)).map(({ companyId }) => companyId)).toEqual([kept]);
    expect(await client.get(`${toCompanyPath(id)}/message-versions`)).toMatchObject({ status: 404 });
  });
});

describe("restoring a version", () => {
  it("is refused like an edit (sent, being sent, being written, archived), and without such a version", async () => {
    const { userId, client } = await seedUser();
    const now = new Date().toISOString();
    for (const [change, status, code] of [
      [{ sendStatus: "sent" }, 409, "already_sent"],
      [{ sendStatus: "sending" }, 409, "in_flight"],
      [{ generatingSince: now }, 409, "generating"],
      [{ archivedAt: now }, 404, "not_found"],
    ] as const) {
      const id = await seedCompanyWithoutMessage(userId);
      for (const message of ["Premier", "Second"]) await patch(client, id, { message });
      await database.update(companies).set(change).where(eq(companies.id, id));
      expect(await postRestore(client, id, 1)).toMatchObject({ status, body: { code } });
      const [row] = await database.select().from(companies).where(eq(companies.id, id));
      expect(row).toMatchObject({ message: "Second", messageVersion: 2 });
    }
    const id = await seedCompanyWithoutMessage(userId);
    await patch(client, id, { message: "Premier" });
    for (const version of ["2", "0", "-1", "1.0", "x", "99999999999999999999"])
      expect(await postRestore(client, id, version), version).toMatchObject({ status: 404 });
    expect(await postRestore(client, "absent", 1)).toMatchObject({ status: 404 });
  });

  it("brings back what was to check in it", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { messageWarnings: ["nearly_same"] });
    const { message_warnings: own } = await patch(client, id, { message: "Mon texte" });
    expect(own).not.toContain("nearly_same");
    expect((await postRestore(client, id, 1)).as(One).company.message_warnings).toEqual(["nearly_same"]);
    expect((await postRestore(client, id, 2)).as(One).company.message_warnings).toEqual(own);
  });

  it("of the present one changes nothing", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    expect((await postRestore(client, id, 1)).as(One).company.message_version).toBe(1);
    expect(await fetchVersions(client, id)).toHaveLength(1);
  });

  it("never reaches another user's", async () => {
    const owner = await seedUser();
    const stranger = await seedUser();
    const id = await seedCompany(owner.userId);
    // The same company id, with versions of the stranger's own.
    await seedCompany(stranger.userId, { id, message: "À l’autre" });
    await patch(owner.client, id, { message: "À moi" });
    await patch(stranger.client, id, { message: "À l’autre encore" });
    expect(await postRestore(stranger.client, id, 1)).toMatchObject({ body: { company: { message: "À l’autre" } } });
    expect(await fetchCompany(owner.client, id)).toMatchObject({ message: "À moi", message_version: 2 });
    expect((await fetchVersions(owner.client, id)).map(({ message }) => message)).not.toContain("À l’autre");
  });

  it("lets the mail that was read before be sent no more", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    await patch(client, id, { message: "Second" });
    await postRead(client, id, 2);
    expect((await postRestore(client, id, 1)).as(One).company).toMatchObject({
      message_version: 3,
      message_read: false,
    });
  });
});

describe("the read mark", () => {
  it("holds for the version that was read, in answers and lists, until another one", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    expect(await fetchCompany(client, id)).toMatchObject({ message_version: 1, message_read: false });
    expect((await postRead(client, id, 1)).as(One).company).toMatchObject({ message_version: 1, message_read: true });
    expect((await client.get("/api/dashboard/companies")).as(CompanyPage).companies[0]?.message_read).toBe(true);
    expect(await patch(client, id, { favorited: true })).toMatchObject({ message_read: true });
    expect(await patch(client, id, { message: "Autre" })).toMatchObject({ message_version: 2, message_read: false });
    await postRead(client, id, 2);
    expect(await write(client, id)).toMatchObject({ message_version: 3, message_read: false });
  });

  it("is refused for another version, and for a company without a message", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    for (const version of [0, 2])
      expect(await postRead(client, id, version)).toMatchObject({ status: 409, body: { code: "message_changed" } });
    const blank = await seedCompanyWithoutMessage(userId);
    expect(await postRead(client, blank, 0)).toMatchObject({ status: 409, body: { code: "message_changed" } });
    expect(await postRead(client, "absent", 1)).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await postRead((await seedUser()).client, id, 1)).toMatchObject({ status: 404 });
    expect(await postRead(client, id, "1")).toMatchObject({ status: 400 });
    expect(await fetchCompany(client, id)).toMatchObject({ message_read: false });
  });
});
