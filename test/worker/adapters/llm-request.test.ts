import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createOpenAiClient } from "../../../worker/adapters/llm/openai-client";
import { buildRankingPrompt } from "../../../worker/catalogue/rerank-categories";
import { CvFacts } from "../../../worker/db/schema/json-types";
import { formatCvFacts, listCvFacts } from "../../../worker/messages/facts/cv-facts";
import { buildCvFactsPrompt } from "../../../worker/messages/facts/prompt-cv-facts";
import { buildMessagePrompt } from "../../../worker/messages/prompts/prompt-message";
import { buildTemplatePrompt } from "../../../worker/messages/prompts/prompt-template";
import type { LlmConfig } from "../../../worker/platform/config";
import { readConfig } from "../../../worker/platform/config";
import type { LlmCall, Prompt } from "../../../worker/platform/ports";
import candidate from "../../data/bench/candidate.json" with { type: "json" };

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
  prompt_cache_key: z.string().max(64),
  prompt_cache_options: z.strictObject({ mode: z.literal("explicit") }).optional(),
  messages: z.tuple([
    z.strictObject({ role: z.literal("system"), content: z.string().min(1) }),
    z.strictObject({
      role: z.literal("user"),
      content: z.union([
        z.string().min(1),
        z.tuple([
          z.strictObject({
            type: z.literal("text"),
            text: z.string().min(1),
            prompt_cache_breakpoint: z.strictObject({ mode: z.literal("explicit") }),
          }),
          z.strictObject({ type: z.literal("text"), text: z.string().min(1) }),
        ]),
      ]),
    }),
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
      const { content } = body.messages[1];
      expect(typeof content === "string" ? content : content.map(({ text }) => text).join("")).toBe(prompt.input);
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

describe("what the letters of one user share", () => {
  /** OpenAI's least for a beginning that is kept, and most characters that its tokens have in this material. */
  const [MIN_CACHED_TOKENS, MAX_CHARACTERS_PER_TOKEN] = [1_024, 4.5];
  const { template } = candidate;
  const cv = formatCvFacts(listCvFacts(CvFacts.parse(candidate.facts)));
  const makePrompt = (at: number, rest: { template: string; cv: string }) =>
    buildMessagePrompt({
      ...MESSAGE_INPUT,
      ...rest,
      company: { ...MESSAGE_INPUT.company, name: `Lune ${at}`, website: `https://lune-${at}.example/` },
      angle: { opening: at === 1 ? "wish" : "experience", focus: `Vendeuse ${at}` },
    });
  const captureMarked = async (prompt: Prompt<unknown>) => {
    const { model, response_format, messages } = (await captureRequest(prompt)).body;
    const [system, { content }] = messages;
    if (typeof content === "string") throw new Error("nothing is marked");
    return {
      shared: JSON.stringify([model, response_format, system.content, content[0].text]),
      own: content[1].text,
      characters: system.content.length + content[0].text.length,
    };
  };

  it("is the same to the byte up to the mark, the company behind it", async () => {
    const [first, second] = [
      await captureMarked(makePrompt(1, { template, cv })),
      await captureMarked(makePrompt(2, { template, cv })),
    ];
    expect(second.shared).toBe(first.shared);
    expect(first.shared).not.toContain("Lune 1");
    expect(first.own).toContain("Lune 1");
    expect(second.own).not.toBe(first.own);
  });

  it("is the same in another hour and after findings", async () => {
    const first = await captureMarked(makePrompt(1, { template, cv }));
    const again = buildMessagePrompt({ ...MESSAGE_INPUT, template, cv }, "<objections>\nNo.\n</objections>");
    expect((await captureMarked(again)).shared).toBe(first.shared);
    expect(first.shared).not.toMatch(/\b20(?:2[5-9]|[3-9]\d)-\d\d|\d\d:\d\d|[0-9a-f]{8}-[0-9a-f]{4}/u);
  });

  it("is long enough for the service's cache", async () => {
    const { characters } = await captureMarked(makePrompt(1, { template, cv }));
    expect(characters / MAX_CHARACTERS_PER_TOKEN).toBeGreaterThan(MIN_CACHED_TOKENS);
  });

  it("is read from the cache from the second letter on, as the service counts", async () => {
    const calls: LlmCall[] = [];
    const { apiKey: _, ...settings } = readConfig({}).openai;
    const client = createOpenAiClient({
      ...settings,
      fetch: (input, init) => env.SANDBOX.fetch(new Request(input, init)),
      apiKey: "sandbox",
      onCall: (call) => calls.push(call),
    });
    const user = crypto.randomUUID();
    for (const at of [1, 2, 3]) await client.generate(makePrompt(at, { template, cv }), user);
    await client.generate(makePrompt(4, { template, cv }), `other ${user}`.slice(0, 64));
    const [first, second, third, other] = calls.map(({ usage }) => usage);
    expect(first).toMatchObject({ cached: 0 });
    expect(first?.cacheWritten).toBeGreaterThan(MIN_CACHED_TOKENS);
    for (const usage of [second, third]) expect(usage).toMatchObject({ cached: first?.cacheWritten, cacheWritten: 0 });
    expect(second?.input).toBeGreaterThan(second?.cached ?? 0);
    expect(other).toMatchObject({ cached: 0 });
    expect(calls[0]).toMatchObject({ prompt: "letter", model: "gpt-6.1-terra", outcome: "answered" });
  });

  it.each([
    ["a model that knows no marks", { models: ["gpt-5.4"] }],
    ["a server of another make", { baseUrl: "http://localhost:11434/v1" }],
  ])("is sent as one text to %s", async (_, more) => {
    const bodies: unknown[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      bodies.push(await request.clone().json());
      return env.SANDBOX.fetch(new Request("https://api.openai.com/v1/chat/completions", request));
    };
    const { apiKey: _key, ...settings } = readConfig({}).openai;
    const prompt = makePrompt(1, { template, cv });
    await createOpenAiClient({ ...settings, fetch, apiKey: "sandbox", ...more }).generate(prompt, "user-hash");
    const last = z.looseObject({ messages: z.array(z.object({ content: z.unknown() })) }).parse(bodies.at(-1));
    expect(last).not.toHaveProperty("prompt_cache_options");
    expect(last.messages[1]?.content).toBe(prompt.input);
  });

  it("is counted for failed tries too", async () => {
    const calls: LlmCall[] = [];
    const client = createOpenAiClient({
      fetch: async () => Response.json({ choices: [], usage: { prompt_tokens: 7, completion_tokens: "?" } }),
      apiKey: "sandbox",
      baseUrl: "https://api.openai.com/v1",
      models: ["gpt-6.1-terra"],
      onCall: (call) => calls.push(call),
    });
    await expect(client.generate(makePrompt(1, { template, cv }), "u")).rejects.toMatchObject({
      failure: "bad_answer",
    });
    expect(calls).toMatchObject([
      { outcome: "bad_answer", usage: { input: 7, cached: 0, cacheWritten: 0, output: 0 } },
    ]);
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
