import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createOpenAiClient } from "../../../worker/adapters/llm/openai-client";
import { buildRankingPrompt } from "../../../worker/catalogue/rerank-categories";
import { buildCvFactsPrompt } from "../../../worker/messages/facts/prompt-cv-facts";
import { buildMessagePrompt } from "../../../worker/messages/prompts/prompt-message";
import { buildTemplatePrompt } from "../../../worker/messages/prompts/prompt-template";
import type { LlmConfig } from "../../../worker/platform/config";
import { readConfig } from "../../../worker/platform/config";
import type { Prompt } from "../../../worker/platform/ports";

const MESSAGE_INPUT = {
  language: "fr",
  candidate: { name: "Ana Martin", cvAttached: true },
  company: { name: "Lune", website: "https://lune.example/", city: "Lyon", sector: "Boulangerie", facts: [] },
  template: "Bonjour, je cherche un apprentissage.",
  cv: "",
  confirmed: [],
  angle: { opening: "wish", focus: "" },
  rewrite: null,
} as const;
const PROMPTS: [string, Prompt<unknown>][] = [
  ["letter", buildMessagePrompt(MESSAGE_INPUT)],
  ["facts", buildCvFactsPrompt("Vendeuse chez Pain et Co")],
  [
    "template",
    buildTemplatePrompt({
      mode: "generate",
      language: "fr",
      candidate: { name: "Ana" },
      message: "",
      cv: "",
      confirmed: [],
    }),
  ],
];

/** The request made for a prompt, and the answer of the sandbox, which rejects undocumented arguments. */
async function captureRequest(
  prompt: Prompt<unknown>,
  baseUrl = "https://api.openai.com/v1",
  more: Partial<LlmConfig> = {},
) {
  const requests: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request.clone());
    return env.SANDBOX.fetch(new Request("https://api.openai.com/v1/chat/completions", request));
  };
  const { apiKey: _, ...settings } = readConfig({}).openai;
  await createOpenAiClient({ ...settings, fetch, apiKey: "sandbox", ...more, baseUrl }).generate(prompt, "user-hash");
  const [request] = requests;
  if (!request || requests.length > 1) throw new Error(`${requests.length} requests`);
  return { request, body: Body.parse(await request.json()) };
}

const Schema: z.ZodType<{ type: string }> = z.lazy(() =>
  z.discriminatedUnion("type", [
    z
      .strictObject({
        type: z.literal("object"),
        properties: z.record(z.string(), Schema),
        required: z.array(z.string()),
        additionalProperties: z.literal(false),
      })
      .refine(
        ({ properties, required }) => Object.keys(properties).join() === required.join(),
        "every property is required",
      ),
    z.strictObject({ type: z.literal("array"), items: Schema }),
    z.strictObject({ type: z.literal("string"), enum: z.array(z.string()).optional() }),
  ]),
);
/** OpenAI's documented arguments for our first model. */
const Body = z.strictObject({
  model: z.literal("gpt-6.1-terra"),
  reasoning_effort: z.enum(["none", "low", "medium", "high", "xhigh", "max"]).optional(),
  max_completion_tokens: z.int().optional(),
  verbosity: z.literal("low"),
  safety_identifier: z.string().max(64),
  messages: z.tuple([
    z.strictObject({ role: z.literal("system"), content: z.string().min(1) }),
    z.strictObject({ role: z.literal("user"), content: z.string().min(1) }),
  ]),
  response_format: z.strictObject({
    type: z.literal("json_schema"),
    json_schema: z.strictObject({
      name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/u),
      strict: z.literal(true),
      schema: Schema,
    }),
  }),
});

describe("a request to the writing service", () => {
  it.each(PROMPTS)(
    "for a %s holds only documented arguments and a strict schema with closed objects",
    async (name, prompt) => {
      const { request, body } = await captureRequest(prompt);
      expect(request.method).toBe("POST");
      expect(request.headers.get("content-type")).toBe("application/json");
      expect(request.headers.get("authorization")).toBe("Bearer sandbox");
      expect(request.headers.get("accept")).toBe("application/json");
      expect(body.response_format.json_schema).toMatchObject({ name, schema: { type: "object" } });
      // For services that ignore the format, the prompt describes the shape in words.
      expect(body.messages[0].content).toContain(JSON.stringify(body.response_format.json_schema.schema));
      expect(body.messages[1].content).toBe(prompt.input);
    },
  );

  it.each([
    ["https://api.openai.com/v1", "https://api.openai.com/v1/chat/completions"],
    ["https://api.openai.com/v1/", "https://api.openai.com/v1/chat/completions"],
    ["http://localhost:11434/v1", "http://localhost:11434/v1/chat/completions"],
    [
      "https://api.cloudflare.com/client/v4/accounts/a1/ai/v1",
      "https://api.cloudflare.com/client/v4/accounts/a1/ai/v1/chat/completions",
    ],
    ["https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1/chat/completions"],
  ])("under %s goes to %s", async (baseUrl, expected) =>
    expect((await captureRequest(buildMessagePrompt(MESSAGE_INPUT), baseUrl)).request.url).toBe(expected),
  );

  it("has low effort and verbosity, a limit, and an anonymous user id", async () => {
    const { body } = await captureRequest(buildMessagePrompt(MESSAGE_INPUT));
    expect(body).toMatchObject({
      reasoning_effort: "low",
      max_completion_tokens: 6_000,
      verbosity: "low",
      safety_identifier: "user-hash",
    });
    expect((await captureRequest(buildRankingPrompt("boulanger", []))).body).toMatchObject({
      reasoning_effort: "none",
    });
  });

  it("omits what a setting turns off", async () => {
    const { OPENAI_EFFORT, OPENAI_MAX_TOKENS } = { OPENAI_EFFORT: "", OPENAI_MAX_TOKENS: "0" };
    const { effort, maxTokens } = readConfig({ OPENAI_EFFORT, OPENAI_MAX_TOKENS }).openai;
    const { body } = await captureRequest(buildMessagePrompt(MESSAGE_INPUT), undefined, { effort, maxTokens });
    expect(body).not.toHaveProperty("reasoning_effort");
    expect(body).not.toHaveProperty("max_completion_tokens");
    expect(readConfig({ OPENAI_EFFORT: "enormous", OPENAI_EFFORT_RANKING: "minimal" }).openai).toMatchObject({
      effort: "low",
      interactiveEffort: "minimal",
    });
  });

  it("with an undocumented argument would be rejected", async () => {
    const schema = {
      type: "object",
      properties: { a: { type: "string", minLength: 1 } },
      required: ["a"],
      additionalProperties: false,
    };
    const post = async (body: object) =>
      (
        await env.SANDBOX.fetch("https://api.openai.com/v1/chat/completions", {
          method: "POST",
          headers: { Authorization: "Bearer sandbox", "Content-Type": "application/json" },
          body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "x" }], ...body }),
        })
      ).status;
    expect(await post({ temperature: 1 })).toBe(200);
    expect(await post({ creativity: 1 })).toBe(400);
    expect(
      await post({ response_format: { type: "json_schema", json_schema: { name: "x", strict: true, schema } } }),
    ).toBe(400);
    expect(
      await post({
        response_format: {
          type: "json_schema",
          json_schema: { name: "x", strict: true, schema: { type: "array", items: { type: "string" } } },
        },
      }),
    ).toBe(400);
  });
});

describe("an aborted request", () => {
  it.each([0, 1, 2, 5])(
    "after %i ticks of the event loop fails as aborted and leaves no unhandled rejection",
    async (turns) => {
      const given = new AbortController();
      const model = createOpenAiClient({
        fetch: () => new Promise(() => undefined),
        apiKey: "sandbox",
        baseUrl: "https://api.openai.com/v1",
        models: ["gpt-6.1-terra"],
      });
      const answer = model.generate(PROMPTS[1]?.[1] ?? buildCvFactsPrompt("Vendeuse"), "user-hash", given.signal);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      given.abort();
      await expect(answer).rejects.toMatchObject({ failure: "aborted" });
      // An unhandled rejection would be reported here.
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
  );
});
