import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { createApi } from "../../../worker/app";
import { checkMessage, generateMessage } from "../../../worker/contract/messages";
import lies from "../../data/sandbox/lies.json" with { type: "json" };
import type { Client } from "../support/client";
import { callSandbox, clearFaults, orderFault } from "../support/sandbox-client";
import { seedCompany, seedFact, seedUser } from "../support/seed";

const USER = {
  cvPath: "cv/a.pdf",
  cvName: "cv.pdf",
  cvText: "\fAna Martin\nVendeuse chez Pain et Co, 2019 - 2021\n- accueil de 80 clients par jour\n- tenue de la caisse",
  cvTextStatus: "ok",
  templateMessage: "Bonjour, je cherche un poste de vendeuse. J’aime conseiller les clients et tenir un rayon.",
} as const;
const COMPANY = {
  name: "Boulangerie Lune",
  city: "Lyon",
  facts: [{ kind: "activity", text: "Nous faisons du pain au levain.", url: "https://lune.example/" }],
} as const;
/** The letter check lets it pass. */
const LIE = lies.skill.fr;

const toPath = (id: string) => `/api/dashboard/companies/${id}`;
async function seedWriter(company: Parameters<typeof seedCompany>[1] = {}) {
  const { userId, client } = await seedUser(USER);
  const facts = COMPANY.facts.map((fact) => ({ ...fact }));
  return { userId, client, id: await seedCompany(userId, { ...COMPANY, facts, ...company }) };
}

/** Where the operator has letters read again. */
async function write(client: Client, id: string) {
  const request = new Request(`http://localhost${toPath(id)}/generate-message`, {
    method: "POST",
    headers: { cookie: client.cookieHeader },
  });
  const settings = { ...env, SECOND_READING: "true" };
  const response = await createApi().fetch(request, settings, createExecutionContext());
  return generateMessage.answer.parse(await response.json());
}
const check = async (client: Client, id: string, message?: string) =>
  (await client.post(`${toPath(id)}/check-message`, message === undefined ? undefined : { message })).as(
    checkMessage.answer,
  ).sentences;
const listMarked = async (...args: Parameters<typeof check>) =>
  (await check(...args)).filter(({ status }) => status === "unsupported").map(({ text }) => text);

beforeEach(clearFaults);

describe("a letter that is read again", () => {
  it("is written once more without what only the second reader doubts", async () => {
    const { client, id } = await seedWriter();
    await orderFault("openai", "lie_skill", { call: "write", times: 1 });
    const { generated_message: text, warnings } = await write(client, id);
    expect(text).not.toContain(LIE);
    expect(warnings).toEqual([]);
  });

  it("is saved with the sentence marked where its writer goes on lying", async () => {
    const { client, id } = await seedWriter();
    await orderFault("openai", "lie_skill", { call: "write", times: 9 });
    const { generated_message: text, warnings, company } = await write(client, id);
    expect(text).toContain(LIE);
    expect(warnings).toEqual(["unsupported_sentence"]);
    expect(company.message_warnings).toEqual(["unsupported_sentence"]);
    expect(await callSandbox("/sandbox/faults")).toMatchObject({ faults: [{ times: 7 }] });
    expect(await listMarked(client, id)).toEqual([LIE]);
  });

  it("is as good as without it where it is honest, after one more question", async () => {
    const { client, id } = await seedWriter();
    await orderFault("openai", "latency", { call: "read", ms: 1, times: 9 });
    const { warnings } = await write(client, id);
    expect(warnings).toEqual([]);
    expect(await callSandbox("/sandbox/faults")).toMatchObject({ faults: [{ times: 8 }] });
    expect(await listMarked(client, id)).toEqual([]);
  });

  it.each(["empty", "refusal", "garbage"])("is saved unread where the reader fails: %s", async (fault) => {
    const { client, id } = await seedWriter();
    await orderFault("openai", fault, { call: "read" });
    const { generated_message: text, warnings } = await write(client, id);
    expect(text).toContain("Boulangerie Lune");
    expect(warnings).toEqual([]);
  });

  it("is not where the operator has not asked for it", async () => {
    const { client, id } = await seedWriter();
    await orderFault("openai", "latency", { call: "read", ms: 1, times: 9 });
    await client.post(`${toPath(id)}/generate-message`);
    expect(await callSandbox("/sandbox/faults")).toMatchObject({ faults: [{ times: 9 }] });
  });
});

describe("a doubt of the second reader", () => {
  async function seedDoubted() {
    const seeded = await seedWriter();
    await orderFault("openai", "lie_skill", { call: "write", times: 9 });
    const { generated_message: text } = await write(seeded.client, seeded.id);
    await clearFaults();
    return { ...seeded, text };
  }

  it("stays while other sentences are edited, and goes with its own", async () => {
    const { client, id, text } = await seedDoubted();
    const edited = text.replace("Madame, Monsieur,", "Bonjour,");
    expect(await listMarked(client, id, edited)).toEqual([LIE]);
    const save = (message: string) => client.patch(toPath(id), { message });
    expect(await save(edited)).toMatchObject({
      body: { company: { message_warnings: ["unsupported_sentence"] } },
    });
    expect(await listMarked(client, id)).toEqual([LIE]);
    const mended = edited.replace(LIE, "Je connais bien la caisse.");
    expect(await listMarked(client, id, mended)).toEqual([]);
    expect(await save(mended)).toMatchObject({ body: { company: { message_warnings: [] } } });
  });

  it("ends when the user says that the sentence is true", async () => {
    const { userId, client, id } = await seedDoubted();
    await seedFact(userId, LIE);
    const sentences = await check(client, id);
    expect(sentences.find(({ text }) => text === LIE)).toMatchObject({ status: "supported" });
    expect((await write(client, id)).warnings).toEqual([]);
  });
});
