import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { CompanyFact } from "../../../worker/contract/companies";
import { getCurrentGeneration, bulkGenerate, checkMessage, generateMessage } from "../../../worker/contract/messages";
import { companies } from "../../../worker/db/schema/companies";
import lies from "../../data/sandbox/lies.json" with { type: "json" };
import type { Client } from "../support/client";
import { callSandbox, clearFaults, orderFault } from "../support/sandbox-client";
import { database, seedCompany, seedFact, seedUser } from "../support/seed";
import { fetchCompany } from "../support/send-mail";

const CV_TEXT = `\fAna Martin
Vendeuse chez Pain et Co, 2019 - 2021
- accueil de 80 clients par jour
- tenue de la caisse
\fCAP vente, Lycée Jean Moulin, 2018
Anglais courant`;
const USER = {
  cvPath: "cv/a.pdf",
  cvName: "cv.pdf",
  cvText: CV_TEXT,
  cvTextStatus: "ok",
  templateMessage: "Bonjour, je cherche un poste de vendeuse. J’aime conseiller les clients et tenir un rayon.",
} as const;
const FACT: CompanyFact = {
  kind: "activity",
  text: "Nous faisons du pain au levain et le vendons dans notre boutique.",
  url: "https://lune.example/maison",
};
const COMPANY = { name: "Boulangerie Lune", city: "Lyon", website: "https://lune.example/", facts: [FACT] };

const toPath = (id: string) => `/api/dashboard/companies/${id}`;
const write = async (client: Client, id: string) =>
  (await client.post(`${toPath(id)}/generate-message`)).as(generateMessage.answer);
const check = async (client: Client, id: string, message?: string) =>
  (await client.post(`${toPath(id)}/check-message`, message === undefined ? undefined : { message })).as(
    checkMessage.answer,
  );
const addFact = async (client: Client, text: string) =>
  expect(await client.post("/api/settings/facts", { text })).toMatchObject({ status: 200 });
async function seedWriter(company: Parameters<typeof seedCompany>[1] = {}) {
  const { userId, client } = await seedUser(USER);
  return { userId, client, id: await seedCompany(userId, { ...COMPANY, ...company }) };
}
async function readWarnings(userId: string, id: string) {
  const [row] = await database
    .select({ warnings: companies.messageWarnings })
    .from(companies)
    .where(and(eq(companies.userId, userId), eq(companies.id, id)));
  return row?.warnings ?? [];
}

const makeLetter = (...sentences: string[]) =>
  ["Madame, Monsieur,", ...sentences, "Cordialement,", "Ana Martin"].join("\n\n");
const INVENTED = "Mes parents se fournissent chez vous depuis des années, et j’ai souvent poussé votre porte.";
const DENIED = "Je suis titulaire d’un master en gestion.";

/** A typed text's sentences, each with its status and the sources of one kind. */
async function describeSentence(client: Client, id: string, text: string) {
  const { sentences } = await check(client, id, makeLetter(text));
  const sentence = sentences.find((each) => each.text === text);
  if (!sentence) throw new Error(`no sentence ${text} among ${sentences.map((each) => each.text).join(" | ")}`);
  return sentence;
}

beforeEach(async () => {
  await clearFaults();
});

describe("a sentence of a message", () => {
  it("is shown with the line of the CV that says it, and the page of the PDF with that line", async () => {
    const { client, id } = await seedWriter();
    expect(await describeSentence(client, id, "J’ai accueilli 80 clients par jour.")).toMatchObject({
      status: "supported",
      sources: expect.arrayContaining([
        { kind: "cv", quote: expect.stringContaining("80 clients") as string, url: null, cv_page: 1 },
      ]) as unknown[],
    });
    expect(await describeSentence(client, id, "J’ai obtenu un CAP vente en 2018.")).toMatchObject({
      status: "supported",
      sources: expect.arrayContaining([
        { kind: "cv", quote: "CAP vente, Lycée Jean Moulin, 2018", url: null, cv_page: 2 },
      ]) as unknown[],
    });
  });

  it("is shown with the company's own words and the page they stand on", async () => {
    const { client, id } = await seedWriter();
    expect(await describeSentence(client, id, "Vous faites du pain au levain.")).toMatchObject({
      status: "supported",
      sources: expect.arrayContaining([
        { kind: "company", quote: FACT.text, url: FACT.url, cv_page: null },
      ]) as unknown[],
    });
  });

  it("is shown with the words of the template, or with what the user stated", async () => {
    const { userId, client, id } = await seedWriter();
    await seedFact(userId, "J’ai une voiture");
    expect(await describeSentence(client, id, "J’aime conseiller les clients.")).toMatchObject({
      status: "supported",
      sources: expect.arrayContaining([
        expect.objectContaining({ kind: "template", url: null, cv_page: null }),
      ]) as unknown[],
    });
    expect(await describeSentence(client, id, "J’ai une voiture.")).toMatchObject({
      status: "supported",
      sources: [{ kind: "confirmed", quote: "J’ai une voiture", url: null, cv_page: null }],
    });
  });

  it("needs no source for a greeting or a courtesy", async () => {
    const { client, id } = await seedWriter();
    for (const text of ["Madame, Monsieur,", "Je serais heureuse de vous rencontrer.", "Cordialement,"])
      expect(await describeSentence(client, id, text), text).toMatchObject({ status: "opinion", sources: [] });
  });

  it("has none where nothing says it, and contradicts what the CV says of diplomas", async () => {
    const { client, id } = await seedWriter();
    expect(await describeSentence(client, id, INVENTED)).toMatchObject({ status: "unsupported", sources: [] });
    expect(await describeSentence(client, id, DENIED)).toMatchObject({ status: "contradicted" });
    const { reasons, warnings } = await check(client, id, makeLetter(INVENTED, DENIED));
    expect(warnings).toContainEqual({ code: "unsupported_sentence", detail: INVENTED });
    expect(reasons.map(({ code }) => code)).toContain("unknown_diploma");
  });

  it("is supported in every letter once the user has confirmed it, until they take it back", async () => {
    const { userId, client, id } = await seedWriter();
    const other = await seedCompany(userId, { ...COMPANY, name: "Boulangerie Soleil" });
    await addFact(client, INVENTED);
    for (const company of [id, other])
      expect(await describeSentence(client, company, INVENTED)).toMatchObject({
        status: "supported",
        sources: [expect.objectContaining({ kind: "confirmed", quote: INVENTED })],
      });
    const { facts } = (await client.get("/api/settings/facts")).as(
      z.object({ facts: z.array(z.object({ id: z.string(), text: z.string() })) }),
    );
    const confirmed = facts.find(({ text }) => text === INVENTED)?.id ?? "";
    expect(await client.send("DELETE", `/api/settings/facts/${confirmed}`)).toMatchObject({ status: 200 });
    expect(await describeSentence(client, id, INVENTED)).toMatchObject({ status: "unsupported" });
  });

  it("is not supported by what another user has confirmed", async () => {
    const { client, id } = await seedWriter();
    const other = await seedWriter();
    await addFact(other.client, INVENTED);
    expect(await describeSentence(client, id, INVENTED)).toMatchObject({ status: "unsupported" });
  });
});

/** What becomes of a lie that the writer tells, with the words that come nearest to it as its claim. */
const MARKED_LIES = ["relation", "outcome", "life", "company", "motive"] as const;
const REFUSED_LIES = [
  ["figure", "unknown_figure"],
  ["employer", "unknown_name"],
  ["diploma", "unknown_diploma"],
  ["level", "language_level"],
  ["period", "unknown_figure"],
  ["contact", "foreign_contact"],
  ["placeholder", "placeholder"],
  ["obeyed", "machine_talk"],
] as const;
const toLie = (kind: keyof typeof lies) => lies[kind].fr.replace("{employer}", "Pain et Co");

describe("a writer that goes on lying after it was told", () => {
  it.each(MARKED_LIES)("has its letter saved with the sentence marked, after two questions: %s", async (kind) => {
    const { userId, client, id } = await seedWriter();
    await orderFault("openai", `lie_${kind}`, { call: "write", times: 9 });
    const { warnings, company } = await write(client, id);
    expect(warnings).toContain("unsupported_sentence");
    expect(company.message_warnings).toContain("unsupported_sentence");
    expect(await readWarnings(userId, id)).toContain("unsupported_sentence");
    expect(await callSandbox("/sandbox/faults")).toMatchObject({ faults: [{ times: 7 }] });
    const { sentences } = await check(client, id);
    const doubtful = sentences.filter(({ status }) => status === "unsupported");
    expect(doubtful.map(({ text }) => text)).toEqual([toLie(kind)]);
  });

  it.each(REFUSED_LIES)("has its letter refused after two questions: %s", async (kind, code) => {
    const { client, id } = await seedWriter({ message: "", messageVersion: 0 });
    await orderFault("openai", `lie_${kind}`, { call: "write", times: 9 });
    expect(await client.post(`${toPath(id)}/generate-message`)).toMatchObject({
      status: 422,
      body: { code: "message_refused", fields: { [code]: expect.any(String) as string } },
    });
    expect(await callSandbox("/sandbox/faults")).toMatchObject({ faults: [{ times: 7 }] });
    expect((await fetchCompany(client, id)).message).toBe("");
  });

  it("and then tells the truth is saved without a mark", async () => {
    const { client, id } = await seedWriter();
    await orderFault("openai", "lie_relation", { call: "write", times: 1 });
    const { generated_message: text, warnings } = await write(client, id);
    expect(text).not.toContain(toLie("relation"));
    expect(warnings).toEqual([]);
  });

  it.each(MARKED_LIES)(
    "is believed once the user has confirmed it; the next letter needs one question: %s",
    async (kind) => {
      const { userId, client, id } = await seedWriter();
      const next = await seedCompany(userId, { ...COMPANY, name: "Boulangerie Soleil" });
      await orderFault("openai", `lie_${kind}`, { call: "write", times: 9 });
      await write(client, id);
      await addFact(client, toLie(kind));
      // The writer still claims that its sentence rests on something else.
      const { sentences } = await check(client, id);
      expect(sentences.find(({ text: said }) => said === toLie(kind))).toMatchObject({
        status: "supported",
        sources: expect.arrayContaining([
          expect.objectContaining({ kind: "confirmed", quote: toLie(kind) }),
        ]) as unknown[],
      });
      const { generated_message: text, warnings } = await write(client, next);
      expect(text).toContain(toLie(kind));
      expect(warnings).toEqual([]);
      expect(await callSandbox("/sandbox/faults")).toMatchObject({ faults: [{ times: 6 }] });
    },
  );

  it("in a generation leaves its warning with each letter", async () => {
    const { userId, client, id } = await seedWriter({ message: "", messageVersion: 0 });
    await orderFault("openai", "lie_relation", { call: "write" });
    (await client.post("/api/dashboard/companies/bulk-generate-message", { company_ids: [id] })).as(
      bulkGenerate.answer,
    );
    const fetchGeneration = async () =>
      (await client.get("/api/dashboard/generations/current")).as(getCurrentGeneration.answer).generation;
    for (let tries = 0; tries < 100 && (await fetchGeneration())?.status === "running"; tries++)
      await scheduler.wait(50);
    expect((await fetchGeneration())?.items).toMatchObject([{ company_id: id, state: "done" }]);
    expect(await readWarnings(userId, id)).toContain("unsupported_sentence");
  });

  it("an honest one is asked once, and nothing is marked", async () => {
    const { client, id } = await seedWriter();
    await orderFault("openai", "latency", { call: "write", ms: 1, times: 9 });
    const { warnings } = await write(client, id);
    expect(warnings).toEqual([]);
    expect(await callSandbox("/sandbox/faults")).toMatchObject({ faults: [{ times: 8 }] });
    const { sentences } = await check(client, id);
    expect(sentences.filter(({ status }) => status === "supported").length).toBeGreaterThan(2);
  });
});

describe("the warning of a saved message", () => {
  const patch = (client: Client, id: string, message: string) => client.patch(toPath(id), { message });
  const marked = { status: 200, body: { company: { message_warnings: ["unsupported_sentence"] } } };
  const unmarked = { status: 200, body: { company: { message_warnings: [] } } };

  it("comes with an edit by hand and goes with the sentence", async () => {
    const { client, id } = await seedWriter();
    expect(await patch(client, id, makeLetter("Vous faites du pain au levain.", INVENTED))).toMatchObject(marked);
    expect(await patch(client, id, makeLetter("Vous faites du pain au levain.", DENIED))).toMatchObject(marked);
    expect(await patch(client, id, makeLetter("Vous faites du pain au levain."))).toMatchObject(unmarked);
  });

  it("goes when the message is looked at after its sentence was confirmed, and comes back without it", async () => {
    const { userId, client, id } = await seedWriter();
    await patch(client, id, makeLetter(INVENTED));
    await addFact(client, INVENTED);
    expect(await readWarnings(userId, id)).toContain("unsupported_sentence");
    await check(client, id, makeLetter("Un autre texte."));
    expect(await readWarnings(userId, id)).toContain("unsupported_sentence");
    await check(client, id);
    expect(await readWarnings(userId, id)).not.toContain("unsupported_sentence");
    const { facts } = (await client.get("/api/settings/facts")).as(
      z.object({ facts: z.array(z.object({ id: z.string(), text: z.string() })) }),
    );
    await client.send("DELETE", `/api/settings/facts/${facts.find(({ text }) => text === INVENTED)?.id ?? ""}`);
    await check(client, id);
    expect(await readWarnings(userId, id)).toContain("unsupported_sentence");
  });

  it("keeps what else was found when it was saved", async () => {
    const { userId, client, id } = await seedWriter({
      message: makeLetter("Je serais heureuse de vous rencontrer."),
      messageWarnings: ["nearly_same", "unsupported_sentence"],
    });
    await check(client, id);
    expect(await readWarnings(userId, id)).toEqual(["nearly_same"]);
  });
});
