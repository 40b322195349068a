import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { checkMessage, generateMessage } from "../../../worker/contract/messages";
import { companies } from "../../../worker/db/schema/companies";
import type { Client } from "../support/client";
import { callSandbox, clearFaults, orderFault } from "../support/sandbox-client";
import { database, seedCompany, seedUser } from "../support/seed";

const CV_TEXT = `Ana Martin
Vendeuse chez Pain et Co, 2019 - 2021
- accueil de 80 clients par jour
- tenue de la caisse
CAP vente, Lycée Jean Moulin, 2018
Anglais courant`;
const USER = {
  cvPath: "cv/a.pdf",
  cvName: "cv.pdf",
  cvText: CV_TEXT,
  cvTextStatus: "ok",
  templateMessage: "Bonjour, je cherche un poste de vendeuse. J’aime conseiller les clients et tenir un rayon.",
} as const;
const FACT = "Nous faisons du pain au levain et le vendons dans notre boutique.";
const COMPANY = {
  name: "Boulangerie Lune",
  city: "Lyon",
  facts: [{ kind: "activity" as const, text: FACT, url: "https://lune.example/maison" }],
};

const toPath = (id: string) => `/api/dashboard/companies/${id}`;
const write = async (client: Client, id: string, body?: Record<string, unknown>) =>
  (await client.post(`${toPath(id)}/generate-message`, body)).as(generateMessage.answer);
const check = async (client: Client, id: string, body?: Record<string, unknown>) =>
  (await client.post(`${toPath(id)}/check-message`, body)).as(checkMessage.answer);
async function readRow(userId: string, id: string) {
  const [row] = await database
    .select()
    .from(companies)
    .where(and(eq(companies.userId, userId), eq(companies.id, id)));
  if (!row) throw new Error("no such company");
  return row;
}
async function seedWriter() {
  const { userId, client } = await seedUser(USER);
  return { userId, client, id: await seedCompany(userId, COMPANY) };
}

beforeEach(async () => {
  await clearFaults();
});

describe("what the sentences of a letter rest on", () => {
  it("is saved with it: each sentence as it stands in the text, each quote as it stands in its source", async () => {
    const { userId, client, id } = await seedWriter();
    await write(client, id);
    const { message, messageClaims } = await readRow(userId, id);
    const claims = messageClaims ?? [];
    expect(claims.length).toBeGreaterThan(2);
    const sources: Record<string, string> = { cv: CV_TEXT, template: USER.templateMessage, company: FACT };
    for (const { sentence, claims: list } of claims) {
      expect(message).toContain(sentence);
      for (const { source, quote } of list)
        expect(sources[source]?.toLowerCase(), quote).toContain(quote.toLowerCase());
    }
  });

  it("is gone with an edit by hand, and stays when the text does", async () => {
    const { userId, client, id } = await seedWriter();
    const { company } = await write(client, id);
    for (const patch of [
      { favorited: true },
      { subject: "Autre objet" },
      { message: company.message },
      { language: "en" },
    ]) {
      expect(await client.patch(toPath(id), patch)).toMatchObject({ status: 200 });
      expect((await readRow(userId, id)).messageClaims, JSON.stringify(patch)).not.toBeNull();
    }
    await client.patch(toPath(id), { message: `${company.message}\n` });
    await client.patch(toPath(id), { message: "Mon propre texte.\n\nAna Martin" });
    expect((await readRow(userId, id)).messageClaims).toBeNull();
  });

  it("belongs to the text it was written with, and comes back with that version", async () => {
    const { userId, client, id } = await seedWriter();
    await write(client, id);
    const { message, messageClaims, messageVersion } = await readRow(userId, id);
    const restore = (version: number) => client.post(`${toPath(id)}/message-versions/${version}/restore`);
    await client.patch(toPath(id), { message: "Mon propre texte.\n\nAna Martin" });
    expect(await restore(messageVersion)).toMatchObject({ status: 200 });
    expect(await readRow(userId, id)).toMatchObject({ message, messageClaims, messageVersion: messageVersion + 2 });
    expect(await restore(messageVersion + 1)).toMatchObject({ status: 200 });
    expect((await readRow(userId, id)).messageClaims).toBeNull();
  });

  it("is exported", async () => {
    const { client, id } = await seedWriter();
    await write(client, id);
    const { body } = await client.get("/api/settings/export");
    expect(JSON.stringify(body)).toMatch(/"message_?claims":/iu);
  });
});

describe("a text edited by hand", () => {
  it("is checked as it is saved: its warnings are those of the new text", async () => {
    const { client, id } = await seedWriter();
    await write(client, id);
    const patch = async (message: string) => client.patch(toPath(id), { message });
    expect(await patch("Bonjour,\n\nVotre boulangerie me plaît.")).toMatchObject({
      body: { company: { message_warnings: expect.arrayContaining(["not_signed"]) as string[] } },
    });
    expect(await patch("Bonjour,\n\nVotre boulangerie me plaît.\n\nAna Martin")).toMatchObject({
      body: { company: { message_warnings: expect.not.arrayContaining(["not_signed"]) as string[] } },
    });
  });

  it("is saved whatever the check says of it", async () => {
    const { client, id } = await seedWriter();
    const message = "Bonjour [Nom], j’ai 17 ans d’expérience chez Airbus. Voir www.faux.example";
    expect(await client.patch(toPath(id), { message })).toMatchObject({ status: 200, body: { company: { message } } });
  });
});

describe("asking where each sentence comes from", () => {
  it("answers for the saved text, or for another one, and changes nothing", async () => {
    const { userId, client, id } = await seedWriter();
    await write(client, id);
    const before = await readRow(userId, id);
    expect(await check(client, id)).toMatchObject({ reasons: [] });
    const typed = await check(client, id, { message: "Madame, Monsieur,\n\nVoir www.faux.example\n\nAna Martin" });
    expect(typed.reasons).toContainEqual({
      code: "foreign_contact",
      detail: expect.stringContaining("faux") as string,
    });
    expect(await readRow(userId, id)).toEqual(before);
  });

  it("asks no LLM", async () => {
    const { client, id } = await seedWriter();
    await orderFault("openai", "500", { times: 9 });
    await check(client, id, { message: "Bonjour.\n\nAna Martin" });
    expect(await callSandbox("/sandbox/faults")).toMatchObject({ faults: [{ times: 9 }] });
  });

  it("compares with the user's other companies", async () => {
    const { userId, client, id } = await seedWriter();
    await seedCompany(userId, { name: "Verrerie Soleil" });
    const { reasons } = await check(client, id, { message: "Je rêve de rejoindre Verrerie Soleil.\n\nAna Martin" });
    expect(reasons.map(({ code }) => code)).toContain("other_company");
  });

  it("keeps in mind that the saved text is nearly another message", async () => {
    const { userId, client } = await seedUser(USER);
    const id = await seedCompany(userId, { ...COMPANY, messageWarnings: ["nearly_same"] });
    expect((await check(client, id)).warnings).toContainEqual({ code: "nearly_same", detail: "" });
    expect((await check(client, id, { message: "Un autre texte.\n\nAna Martin" })).warnings).not.toContainEqual({
      code: "nearly_same",
      detail: "",
    });
  });

  it("has nothing to say of no text", async () => {
    const { userId, client } = await seedUser(USER);
    const id = await seedCompany(userId, { message: "", subject: "" });
    const nothing = { sentences: [], reasons: [], warnings: [] };
    expect(await check(client, id)).toEqual(nothing);
    expect(await check(client, id, { message: " \n " })).toEqual(nothing);
  });

  it("is refused for another user's company, and with a body that is none", async () => {
    const { client, id } = await seedWriter();
    const other = await seedUser();
    const post = (by: Client, body: unknown) => by.send("POST", `${toPath(id)}/check-message`, body);
    expect(await post(other.client, {})).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await post(client, { message: "x".repeat(10_001) })).toMatchObject({ status: 400 });
    expect(await post(client, { subject: "x".repeat(201) })).toMatchObject({ status: 400 });
    expect(await post(client, { text: "x" })).toMatchObject({ status: 400 });
    expect(await post(client, { message: 7 })).toMatchObject({ status: 400 });
  });
});

describe("writing a message again", () => {
  const countWords = (text: string) => text.split(/\s+/u).length;

  it("follows the user's wish", async () => {
    const { client, id } = await seedWriter();
    const { generated_message: usual } = await write(client, id);
    const { generated_message: shorter, company } = await write(client, id, {
      instruction: "plus court, s’il te plaît",
    });
    expect(countWords(shorter)).toBeLessThan(countWords(usual));
    expect(company.message_version).toBe(3);
    const { generated_message: warm } = await write(client, id, { tone: "warm" });
    expect(warm).toMatch(/^Bonjour,/u);
  });

  it("tells what the wish names only where a source says it", async () => {
    const { client, id } = await seedWriter();
    const { generated_message: text } = await write(client, id, {
      instruction: "mentionne mon CAP vente et mon permis poids lourd",
    });
    expect(text).toContain("CAP vente");
    expect(text).not.toContain("permis");
  });

  it("tells the user when no source says what the wish names", async () => {
    const { client, id } = await seedWriter();
    const isLeftOut = async (body: Record<string, unknown>) => (await write(client, id, body)).wish_left_out;
    expect(await isLeftOut({ instruction: "mentionne mon permis poids lourd" })).toBe(true);
    expect(await isLeftOut({ instruction: "mentionne mon CAP vente" })).toBe(false);
    expect(await isLeftOut({ instruction: "plus court" })).toBe(false);
    expect(await isLeftOut({ tone: "warm" })).toBe(false);
  });

  it("leaves out the sentences it was told to", async () => {
    const { userId, client, id } = await seedWriter();
    await write(client, id);
    const [unwanted] = (await readRow(userId, id)).messageClaims ?? [];
    const sentence = unwanted?.sentence ?? "";
    const { generated_message: text } = await write(client, id, { without: [sentence] });
    expect(text).not.toContain(sentence);
  });

  it("leaves them out of the text of an LLM that repeats them, after asking once more", async () => {
    const { userId, client, id } = await seedWriter();
    await orderFault("openai", "repeat", { call: "write", times: 9 });
    const { generated_message: usual } = await write(client, id);
    const [unwanted] = (await readRow(userId, id)).messageClaims ?? [];
    const sentence = unwanted?.sentence ?? "";
    expect(usual).toContain(sentence);
    const { generated_message: text } = await write(client, id, { without: [sentence] });
    expect(text).not.toContain(sentence);
    expect(text).toContain("Ana Martin");
    expect(await callSandbox("/sandbox/faults")).toMatchObject({ faults: [{ times: 6 }] });
  });

  it.each([
    [{ instruction: "x".repeat(501) }],
    [{ instruction: 1 }],
    [{ tone: "bold" }],
    [{ without: "x" }],
    [{ without: Array.from({ length: 21 }, () => "x") }],
    [{ language: "fr" }],
  ])("is refused with %j", async (body) => {
    const { client, id } = await seedWriter();
    expect(await client.post(`${toPath(id)}/generate-message`, body)).toMatchObject({ status: 400 });
  });
});
