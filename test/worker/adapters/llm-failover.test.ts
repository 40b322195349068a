import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createBudgetedLlm } from "../../../worker/adapters/llm/budgeted-llm";
import { createOpenAiClient } from "../../../worker/adapters/llm/openai-client";
import { type Prompt } from "../../../worker/platform/ports";
import { catchExternalError } from "../support/external-failure";
import { orderFault, clearFaults } from "../support/sandbox-client";
import { createCountingBudget } from "../support/test-llm";

// Failover between models, unsupported arguments and the budget: the adapter against the sandbox's LLM.

const PROMPT: Prompt<{ message: string }> = {
  name: "template",
  instructions: "",
  input: "<task>\nimprove\n</task>\n\n<template>\nBonjour, je cherche un poste.\n</template>",
  answer: z.object({ message: z.string() }),
};
const retireModel = (model: string) => orderFault("openai", "404:model_not_found", { call: model });
const catchFailure = async (work: Promise<unknown>) => {
  const { failure, details } = await catchExternalError(work);
  return { failure, ...details };
};

/** A model client and its request bodies, in order. */
function createRecordedModel(models: string[], more: Partial<Parameters<typeof createOpenAiClient>[0]> = {}) {
  const requests: Record<string, unknown>[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request.method === "GET" ? { looked: request.url } : await request.clone().json());
    return env.SANDBOX.fetch(request);
  };
  const model = createOpenAiClient({
    fetch,
    apiKey: "sandbox",
    baseUrl: "https://api.openai.com/v1",
    models,
    effort: "low",
    interactiveEffort: "none",
    maxTokens: 6_000,
    ...more,
  });
  const purse = createCountingBudget();
  const writer = createBudgetedLlm({
    client: model,
    endUser: async () => "user-hash",
    budget: purse,
    counted: 0,
    pauseMs: 5,
  });
  return {
    requests,
    model,
    purse,
    writer,
    ask: () => writer.generate(PROMPT),
    names: () => requests.map(({ model: name }) => name),
  };
}

beforeEach(() => vi.useRealTimers());

describe("a list of models", () => {
  it("is tried in order; a missing model is skipped for an hour, so that not each letter pays for it", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { ask, names } = createRecordedModel(["old", "new"]);
    await retireModel("old");
    await ask();
    await ask();
    expect(names()).toEqual(["old", "new", "new"]);
    vi.setSystemTime(Date.now() + 3_601_000);
    await ask();
    expect(names()).toEqual(["old", "new", "new", "old", "new"]);
  });

  it("without any model left is a configuration error, pauses for a minute and costs no budget", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { ask, names, purse, model } = createRecordedModel(["old", "older"]);
    await orderFault("openai", "404:model_not_found");
    expect(await catchFailure(ask())).toEqual({ failure: "misconfigured", status: 404, reason: "model_not_found" });
    expect(await catchFailure(ask())).toMatchObject({ failure: "misconfigured" });
    expect(names()).toEqual(["old", "older"]);
    expect(purse).toMatchObject({ taken: 1, spent: 0 });
    vi.setSystemTime(Date.now() + 61_000);
    await clearFaults();
    await ask();
    expect(model.findMisconfiguration()).toBeNull();
    expect(purse).toMatchObject({ taken: 2, spent: 1 });
  });

  it("continues past a model without access, whatever the status", async () => {
    const { ask, names } = createRecordedModel(["theirs", "ours"]);
    await orderFault("openai", "403:model_not_found", { call: "theirs" });
    await ask();
    expect(names()).toEqual(["theirs", "ours"]);
  });

  it("does not help against a wrong key", async () => {
    const { ask, names } = createRecordedModel(["one", "two"], { apiKey: "wrong-key" });
    expect(await catchFailure(ask())).toEqual({ failure: "misconfigured", status: 401, reason: "invalid_api_key" });
    expect(names()).toEqual(["one"]);
  });
});

describe("an argument that a model refuses", () => {
  it.each([
    "reasoning_effort",
    "max_completion_tokens",
    "verbosity",
    "safety_identifier",
    "prompt_cache_key",
    "prompt_cache_options",
  ])("%s is left out at once and from then on, but sent to the other models", async (name) => {
    const { ask, requests, purse } = createRecordedModel(["plain"]);
    await orderFault("openai", `without_${name}`);
    await ask();
    await ask();
    expect(requests.map((body) => name in body)).toEqual([true, false, false]);
    expect(Object.keys(requests[2] ?? {}).length).toBe(Object.keys(requests[0] ?? {}).length - 1);
    expect(purse.spent).toBe(2);
  });

  it("all of them are dropped, one after the other, for a server that supports none", async () => {
    const { ask, requests } = createRecordedModel(["plain"]);
    await orderFault("openai", "no_extras");
    await ask();
    expect(requests).toHaveLength(7);
    expect(Object.keys(requests[6] ?? {}).toSorted()).toEqual(["messages", "model", "response_format"]);
    await ask();
    expect(requests).toHaveLength(8);
  });

  it("may be a value it does not know", async () => {
    const { ask, requests } = createRecordedModel(["gpt-5-mini"], { effort: "none" });
    await ask();
    // It does not know the marks of what to cache either.
    expect(requests.map(({ reasoning_effort: effort }) => effort)).toEqual(["none", "none", undefined]);
  });

  it("that is none of them is a final error", async () => {
    const { ask, requests } = createRecordedModel(["plain"]);
    await orderFault("openai", "400");
    expect(await catchFailure(ask())).toMatchObject({ failure: "refused", status: 400 });
    expect(requests).toHaveLength(1);
  });
});

describe("what is counted", () => {
  it("is each try, the second one too", async () => {
    const { ask, purse } = createRecordedModel(["one"]);
    await orderFault("openai", "500", { times: 1 });
    await ask();
    expect(purse).toMatchObject({ taken: 2, spent: 2 });
  });

  it("is one try for an interactive request", async () => {
    const { writer, purse } = createRecordedModel(["one"]);
    await orderFault("openai", "500", { times: 1 });
    expect(await catchFailure(writer.generate({ ...PROMPT, interactive: true }))).toMatchObject({
      failure: "server_error",
    });
    expect(purse).toMatchObject({ taken: 1, spent: 1 });
  });

  it("is returned when no model can be called", async () => {
    const { model } = createRecordedModel(["old"]);
    await orderFault("openai", "404:model_not_found");
    await catchFailure(model.generate(PROMPT, "user-hash"));
    const purse = createCountingBudget();
    purse.spent = 1;
    expect(
      await catchFailure(
        createBudgetedLlm({ client: model, endUser: async () => "user-hash", budget: purse, counted: 1 }).generate(
          PROMPT,
        ),
      ),
    ).toMatchObject({ failure: "misconfigured" });
    expect(purse).toMatchObject({ taken: 0, spent: 0 });
  });
});

it("gives a call back that was counted and not made, once", async () => {
  const { model } = createRecordedModel(["gpt-5-mini"]);
  const purse = createCountingBudget();
  purse.spent = 2;
  const writer = createBudgetedLlm({ client: model, endUser: async () => "user-hash", budget: purse, counted: 2 });
  await writer.generate(PROMPT);
  await writer.giveUnusedBack();
  await writer.giveUnusedBack();
  expect(purse).toMatchObject({ taken: 1, spent: 1 });
});

describe("checking the model", () => {
  it("returns the answering model and its end date, and generates nothing", async () => {
    const { model, requests } = createRecordedModel(["gpt-5-mini"]);
    expect(await model.checkModel()).toEqual({ model: "gpt-5-mini", endsOn: "2026-12-11" });
    expect(requests).toEqual([{ looked: "https://api.openai.com/v1/models/gpt-5-mini" }]);
    expect(await createRecordedModel(["gpt-5-retired", "gpt-6.1-terra"]).model.checkModel()).toEqual({
      model: "gpt-6.1-terra",
      endsOn: null,
    });
  });

  it("reports that none is left, and a rejected key", async () => {
    expect(await catchFailure(createRecordedModel(["gpt-5-retired"]).model.checkModel())).toMatchObject({
      failure: "misconfigured",
      reason: "model_not_found",
    });
    expect(await catchFailure(createRecordedModel(["one"], { apiKey: "wrong-key" }).model.checkModel())).toMatchObject({
      failure: "misconfigured",
      reason: "invalid_api_key",
    });
  });

  it("reports nothing for a server without that endpoint", async () => {
    const fetch = async () => Response.json({ detail: "Not Found" }, { status: 404 });
    const { model } = createRecordedModel(["llama"], { fetch });
    expect(await model.checkModel()).toEqual({ model: "llama", endsOn: null });
    expect(model.findMisconfiguration()).toBeNull();
  });
});
