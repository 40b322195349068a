import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createApi } from "../../../worker/app";
import { generateMessage } from "../../../worker/contract/messages";
import { users } from "../../../worker/db/schema/account";
import { companies } from "../../../worker/db/schema/companies";
import type { Client } from "../support/client";
import { callSandbox, orderFault, clearFaults } from "../support/sandbox-client";
import { database, seedCompany, seedUser } from "../support/seed";

const waitMs = (ms: number) => scheduler.wait(ms);
const CV = {
  cvPath: "cv/a.pdf",
  cvName: "cv.pdf",
  cvText: "Vendeuse chez Pain et Co de 2019 à 2021",
  cvTextStatus: "ok",
} as const;

async function readCompanyRow(userId: string, id: string) {
  const [row] = await database
    .select()
    .from(companies)
    .where(and(eq(companies.userId, userId), eq(companies.id, id)));
  if (!row) throw new Error("no such company");
  return row;
}
const readGeneratingSince = async (userId: string, id: string) => (await readCompanyRow(userId, id)).generatingSince;
const postGenerate = (client: Client, id: string, signal?: AbortSignal) =>
  client.send("POST", `/api/dashboard/companies/${id}/generate-message`, undefined, {}, signal);

beforeEach(async () => {
  await clearFaults();
});

describe("writing the message of one company", () => {
  it("writes from company, template and CV, saves it and says so", async () => {
    const { userId, client } = await seedUser(CV);
    const id = await seedCompany(userId, {
      name: "Boulangerie Lune",
      city: "Lyon",
      facts: [{ kind: "activity", text: "Nous faisons du pain au levain.", url: "https://lune.example/" }],
      message: "",
      subject: "",
      messageVersion: 0,
    });
    const answer = (await postGenerate(client, id)).as(generateMessage.answer);
    expect(answer.generated_message).toContain("Boulangerie Lune");
    expect(answer.generated_message).toMatch(/(?:chez Pain et Co|de 2019 à 2021) comme vendeuse/u);
    expect(answer.generated_message).toContain("Nous faisons du pain au levain");
    expect(answer.generated_message).toContain("développeuse");
    expect(answer).toMatchObject({
      cv_used: true,
      warnings: [],
      company: { id, message: answer.generated_message, message_version: 1, generating: false },
    });
    expect(answer.company.subject).toContain("Boulangerie Lune");
    expect(await readCompanyRow(userId, id)).toMatchObject({
      message: answer.generated_message,
      messageVersion: 1,
      generatingSince: null,
    });
    // A second call writes it again.
    expect((await postGenerate(client, id)).as(generateMessage.answer).company.message_version).toBe(2);
  });

  it.each(["fr", "en", "de"] as const)("writes to a company without town or website: %s", async (language) => {
    const { userId, client } = await seedUser(CV);
    for (const name of ["Roy", "Meier", "Lune", "Walker"]) {
      const id = await seedCompany(userId, { name, city: "", website: "", language, message: "", facts: [] });
      const { generated_message } = (await postGenerate(client, id)).as(generateMessage.answer);
      expect(generated_message).toContain(name);
      expect(generated_message).not.toMatch(/[[\]{}]|\?\?\?| ,|,,/u);
    }
  });

  it.each([
    ["en", "Yours faithfully"],
    ["de", "Mit freundlichen Grüßen"],
    ["fr", "Madame, Monsieur"],
  ] as const)("writes in the company's language: %s", async (language, words) => {
    const { userId, client } = await seedUser();
    const answer = (await postGenerate(client, await seedCompany(userId, { language }))).as(generateMessage.answer);
    expect(answer.generated_message).toContain(words);
    expect(answer.cv_used).toBe(false);
  });

  it("waits for the text of a CV that was just uploaded", async () => {
    const { userId, client } = await seedUser({ ...CV, cvText: null, cvTextStatus: "pending" });
    const writing = postGenerate(client, await seedCompany(userId));
    await waitMs(300);
    await database
      .update(users)
      .set({ cvText: "Caviste à Beaune depuis 2020", cvTextStatus: "ok" })
      .where(eq(users.id, userId));
    const answer = (await writing).as(generateMessage.answer);
    expect(answer.cv_used).toBe(true);
    expect(answer.generated_message).toContain("caviste à Beaune");
  });

  it("rejects what cannot be generated, with the reason", async () => {
    const { userId, client } = await seedUser();
    const other = await seedUser();
    const bare = await seedUser({ templateMessage: " " });
    const expectRefused = async (by: Client, id: string, status: number, code: string) =>
      expect(await postGenerate(by, id)).toMatchObject({ status, body: { code } });
    await expectRefused(client, "absent", 404, "not_found");
    await expectRefused(client, await seedCompany(other.userId), 404, "not_found");
    await expectRefused(client, await seedCompany(userId, { archivedAt: new Date().toISOString() }), 404, "not_found");
    await expectRefused(client, await seedCompany(userId, { sendStatus: "sent" }), 409, "already_sent");
    await expectRefused(client, await seedCompany(userId, { sendStatus: "sending" }), 409, "in_flight");
    await expectRefused(
      client,
      await seedCompany(userId, { generatingSince: new Date().toISOString() }),
      409,
      "generating",
    );
    expect(await postGenerate(bare.client, await seedCompany(bare.userId))).toMatchObject({
      status: 422,
      body: { code: "no_template", error: "Template message not configured" },
    });
    expect(
      await client.post(`/api/dashboard/companies/${await seedCompany(userId)}/generate-message`, { tone: "bold" }),
    ).toMatchObject({ status: 400 });
  });

  it("a claim older than two minutes is void", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { generatingSince: new Date(Date.now() - 121_000).toISOString() });
    expect(await postGenerate(client, id)).toMatchObject({ status: 200 });
  });

  it("two concurrent calls write once", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    await orderFault("openai", "latency", { ms: 300 });
    const statuses = (
      await Promise.all([postGenerate(client, id), postGenerate(client, id), postGenerate(client, id)])
    ).map(({ status }) => status);
    expect(statuses.sort((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await readCompanyRow(userId, id)).toMatchObject({ messageVersion: 2 });
  });

  it("an edit of the user's made meanwhile stands", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    await orderFault("openai", "latency", { ms: 1_000, times: 1 });
    const writing = postGenerate(client, id);
    await expect.poll(() => readGeneratingSince(userId, id)).not.toBeNull();
    expect(await client.patch(`/api/dashboard/companies/${id}`, { message: "Mon texte" })).toMatchObject({
      status: 200,
      body: { company: { generating: true } },
    });
    expect(await writing).toMatchObject({ status: 409, body: { code: "message_changed" } });
    expect(await readCompanyRow(userId, id)).toMatchObject({ message: "Mon texte", generatingSince: null });
  });

  it("a company sent, archived or deleted meanwhile is not changed", async () => {
    const { userId, client } = await seedUser();
    for (const [change, code] of [
      [{ sendStatus: "sent" }, "already_sent"],
      [{ archivedAt: new Date().toISOString() }, "not_found"],
    ] as const) {
      const id = await seedCompany(userId, { message: "Tel quel" });
      await orderFault("openai", "latency", { ms: 1_000, times: 1 });
      const writing = postGenerate(client, id);
      await expect.poll(() => readGeneratingSince(userId, id)).not.toBeNull();
      await database.update(companies).set(change).where(eq(companies.id, id));
      expect(await writing).toMatchObject({ body: { code } });
      expect(await readCompanyRow(userId, id)).toMatchObject({ message: "Tel quel", generatingSince: null });
    }
  });

  it("a client that disconnects stops it: nothing is saved and the company is unlocked", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { message: "Avant" });
    await orderFault("openai", "latency", { ms: 800, times: 1 });
    const leaving = new AbortController();
    const writing = postGenerate(client, id, leaving.signal);
    await expect.poll(() => readGeneratingSince(userId, id)).not.toBeNull();
    leaving.abort();
    await expect(writing).rejects.toThrow();
    await expect.poll(() => readGeneratingSince(userId, id)).toBeNull();
    await waitMs(1_000);
    expect(await readCompanyRow(userId, id)).toMatchObject({ message: "Avant", messageVersion: 1 });
    expect(await postGenerate(client, id)).toMatchObject({ status: 200 });
  });

  it("can be cancelled by a call of its own, as a proxy may swallow the abort", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { message: "Avant" });
    const cancelGeneration = (by: Client) => by.delete(`/api/dashboard/companies/${id}/generate-message`);
    await orderFault("openai", "latency", { ms: 6_000, times: 1 });
    const began = Date.now();
    const writing = postGenerate(client, id);
    await expect.poll(() => readGeneratingSince(userId, id)).not.toBeNull();
    expect(await cancelGeneration((await seedUser()).client)).toMatchObject({ status: 404 });
    expect(await cancelGeneration(client)).toMatchObject({
      status: 200,
      body: { company: { generating: false, message: "Avant" } },
    });
    expect(await writing).toMatchObject({ status: 409, body: { code: "generation_cancelled" } });
    expect(Date.now() - began).toBeLessThan(5_500);
    expect(await cancelGeneration(client)).toMatchObject({ status: 200 });
    expect(await readCompanyRow(userId, id)).toMatchObject({ message: "Avant", messageVersion: 1 });
  });

  it("retries a bad answer once, then fails", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { message: "Avant" });
    await orderFault("openai", "empty", { times: 1 });
    expect(await postGenerate(client, id)).toMatchObject({ status: 200 });
    await orderFault("openai", "garbage", { times: 2 });
    expect(await postGenerate(client, id)).toMatchObject({
      status: 502,
      body: { code: "writer_failed", error: "Error generating message" },
    });
    expect(await callSandbox("/sandbox/faults")).toEqual({ faults: [] });
    expect(await readCompanyRow(userId, id)).toMatchObject({ messageVersion: 2, generatingSince: null });
  });

  it.each([
    ["refusal", 422, "writer_declined"],
    ["content_filter", 422, "writer_declined"],
    ["400:invalid_prompt", 422, "writer_declined"],
    ["length", 502, "writer_cut_short"],
    ["400:output_limit", 502, "writer_cut_short"],
  ])("does not retry what would fail again: %s", async (kind, status, code) => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { message: "Avant" });
    await orderFault("openai", kind, { times: 2 });
    expect(await postGenerate(client, id)).toMatchObject({ status, body: { code } });
    expect(await callSandbox("/sandbox/faults")).toMatchObject({ faults: [{ kind, times: 1 }] });
    expect(await readCompanyRow(userId, id)).toMatchObject({ message: "Avant", generatingSince: null });
  });

  it("an outside failure is reported by its kind and unlocks the company", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    await orderFault("openai", "400", { times: 1 });
    expect(await postGenerate(client, id)).toMatchObject({ status: 502, body: { code: "writer_failed" } });
    await orderFault("openai", "429", { times: 2 });
    const busy = await postGenerate(client, id);
    expect(busy).toMatchObject({ status: 503, body: { code: "writer_unavailable" } });
    expect(Number(busy.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await postGenerate(client, id)).toMatchObject({ status: 200 });
  });

  it("a broken prompt is never saved", async () => {
    const { userId, client } = await seedUser();
    const refused = await postGenerate(client, await seedCompany(userId, { name: "" }));
    expect(refused).toMatchObject({
      status: 422,
      body: { code: "message_refused", fields: { placeholder: expect.stringContaining("company name") as string } },
    });
  });
});

/** Calls a server whose operator has other settings. */
async function postWith(settings: object, client: Client, path: string, body: unknown): Promise<Response> {
  const context = createExecutionContext();
  const response = await createApi().fetch(
    new Request(`http://localhost/api/${path}`, {
      method: "POST",
      headers: {
        Cookie: `__Host-session=${client.cookies.get("__Host-session")}`,
        "Content-Type": "application/json",
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    { ...env, ...settings },
    context,
  );
  await waitOnExecutionContext(context);
  return response;
}

it("without a key every writing call names the missing setting", async () => {
  const { userId, client } = await seedUser();
  const id = await seedCompany(userId, { message: "" });
  for (const [path, body] of [
    [`dashboard/companies/${id}/generate-message`, undefined],
    ["dashboard/companies/bulk-generate-message", { company_ids: [id] }],
    ["settings/improve-message", { mode: "generate" }],
  ] as const) {
    const response = await postWith({ OPENAI_API_KEY: undefined }, client, path, body);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      code: "not_configured",
      error: expect.stringContaining("OPENAI_API_KEY") as string,
      fields: { OPENAI_API_KEY: "missing" },
    });
  }
});

it("a key is all that writing needs: neither Google nor a contact for companies", async () => {
  const { userId, client } = await seedUser(CV);
  const id = await seedCompany(userId, { message: "", messageVersion: 0 });
  const settings = { GOOGLE_CLIENT_ID: "", GOOGLE_CLIENT_SECRET: "", CONTACT_URL: "" };
  const response = await postWith(settings, client, `dashboard/companies/${id}/generate-message`, undefined);
  expect(response.status).toBe(200);
  expect((await readCompanyRow(userId, id)).messageVersion).toBe(1);
});
