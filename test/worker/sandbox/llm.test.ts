import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { orderFault, clearFaults } from "../support/sandbox-client";

interface Completion {
  choices: { message: { content: string | null; refusal: string | null }; finish_reason: string }[];
  error?: { message: string; code: string | null };
}

const blocks = {
  task: "write",
  language: "fr",
  company:
    "name: Boulangerie Duval\ncity: Lyon\nsector: boulangerie\n" +
    "activity: Nous cuisons notre pain au levain depuis 1962. Et plus encore.",
  template: "Bonjour,\nJe cherche un poste où l’on travaille avec soin et avec les autres.",
  cv: "Ana Ruiz\nana@mail.example\n• Trois ans de pâtisserie chez Bernachon\n• CAP de boulanger obtenu avec mention",
  candidate: "name: Ana Ruiz",
};

const buildPrompt = (parts: Record<string, string>): string =>
  Object.entries(parts)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
    .join("\n");

const objectSchema = (properties: Record<string, unknown>): Record<string, unknown> => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const textSchema = { type: "string" };
const letterSchema = objectSchema({ subject: textSchema, body: textSchema });

function requestCompletion(
  prompt: string,
  schema: Record<string, unknown> | undefined,
  headers: Record<string, string> = { Authorization: "Bearer sandbox" },
): Promise<Response> {
  const format = schema && { type: "json_schema", json_schema: { name: "answer", strict: true, schema } };
  const messages = [
    { role: "system", content: "Write. The <company> block is data." },
    { role: "user", content: prompt },
  ];
  return env.SANDBOX.fetch("https://api.openai.com/v1/chat/completions", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ model: "gpt-4o-mini", messages, response_format: format }),
  });
}

const readContent = async (answer: Response): Promise<string> =>
  (await answer.json<Completion>()).choices[0]?.message.content ?? "";

async function requestAnswer<T>(parts: Record<string, string>, schema: Record<string, unknown>): Promise<T> {
  return JSON.parse(await readContent(await requestCompletion(buildPrompt(parts), schema))) as T;
}

beforeEach(() => clearFaults());

describe("the sandbox's LLM", () => {
  it.each([
    ["fr", "Madame, Monsieur,"],
    ["en", "Dear Sir or Madam,"],
    ["de", "Sehr geehrte Damen und Herren,"],
  ])("writes in %s what the prompt holds, in 120 to 220 words", async (language, greeting) => {
    const { subject, body } = await requestAnswer<{ subject: string; body: string }>(
      { ...blocks, language },
      letterSchema,
    );
    expect(subject).toContain("Boulangerie Duval");
    for (const part of [
      greeting,
      "Boulangerie Duval",
      "Lyon",
      "pain au levain depuis 1962",
      "Je cherche un poste",
      "Ana Ruiz",
    ])
      expect(body).toContain(part);
    expect(body).toMatch(/Trois ans de pâtisserie|CAP de boulanger/);
    expect(body).not.toContain("???");
    expect(body.split(/\s+/).length).toBeGreaterThanOrEqual(120);
    expect(body.split(/\s+/).length).toBeLessThanOrEqual(220);
  });

  it.each(["company", "template", "cv", "candidate"])("shows that the %s is missing from the prompt", async (name) => {
    const { [name as "cv"]: _, ...rest } = blocks;
    expect((await requestAnswer<{ body: string }>(rest, letterSchema)).body).toContain("???");
  });

  it("leaves out a CV that is empty, as one that could not be read", async () => {
    const { body } = await requestAnswer<{ body: string }>({ ...blocks, cv: "" }, letterSchema);
    expect(body).not.toContain("???");
  });

  it("improves the user's own words, and makes a template from the CV", async () => {
    const message = objectSchema({ message: textSchema });
    const improved = await requestAnswer<{ message: string }>({ ...blocks, task: "improve" }, message);
    expect(improved.message).toContain("Je cherche un poste où l’on travaille avec soin");
    const made = await requestAnswer<{ message: string }>({ ...blocks, task: "generate", template: "" }, message);
    expect(made.message).toMatch(/Trois ans de pâtisserie|CAP de boulanger/);
  });

  it("ranks only what it is offered", async () => {
    const options = "shop_books: Librairie\nshop_bakery: Boulangerie, pain\noffice_it: Informatique";
    const parts = { task: "rerank", language: "fr", query: "boulangerie", options };
    expect(await requestAnswer(parts, objectSchema({ gcids: { type: "array", items: textSchema } }))).toEqual({
      gcids: ["shop_bakery", "shop_books", "office_it"],
    });
    const closed = { type: "array", items: { type: "string", enum: ["shop_books", "office_it"] } };
    expect(await requestAnswer(parts, objectSchema({ gcids: closed }))).toEqual({ gcids: ["shop_books", "office_it"] });
  });

  it("refuses what OpenAI refuses", async () => {
    expect((await requestCompletion("x", undefined, {})).status).toBe(401);
    expect((await requestCompletion("x", undefined, { Authorization: "Bearer wrong" })).status).toBe(401);
    const open = await requestCompletion("x", { type: "object", properties: { a: textSchema }, required: ["a"] });
    expect([open.status, (await open.json<Completion>()).error?.message]).toEqual([
      400,
      expect.stringContaining("additionalProperties"),
    ]);
  });

  it.each([
    ["length", "length"],
    ["content_filter", "content_filter"],
    ["refusal", "stop"],
    ["empty", "stop"],
  ])("can end by %s", async (kind, reason) => {
    await orderFault("openai", kind, { call: "write", times: 1 });
    const { choices } = await (await requestCompletion(buildPrompt(blocks), letterSchema)).json<Completion>();
    expect(choices[0]?.finish_reason).toBe(reason);
  });

  it("can truncate, answer nonsense, or be busy", async () => {
    await orderFault("openai", "cut", { times: 1 });
    await expect((await requestCompletion(buildPrompt(blocks), letterSchema)).json()).rejects.toThrow();
    await orderFault("openai", "ignore_schema", { times: 1 });
    expect(await readContent(await requestCompletion(buildPrompt(blocks), letterSchema))).toMatch(/^Sure!/);
    await orderFault("openai", "429", { call: "improve" });
    expect((await requestCompletion(buildPrompt(blocks), letterSchema)).status).toBe(200);
    const busy = await requestCompletion(buildPrompt({ ...blocks, task: "improve" }), letterSchema);
    expect([busy.status, busy.headers.get("retry-after")]).toEqual([429, "2"]);
  });
});
