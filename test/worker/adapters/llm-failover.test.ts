import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createBudgetedLlm } from "../../../worker/adapters/llm/budgeted-llm";
import { createOpenAiClient } from "../../../worker/adapters/llm/openai-client";
import { ExternalServiceError, type Prompt } from "../../../worker/platform/ports";
import { callSandbox } from "../support/sandbox-client";
import { createCountingBudget } from "../support/test-llm";

// One model after the other, what they refuse to be told, and what is counted: the adapter against the sandbox's service.

const PROMPT: Prompt<{ message: string }> = {
  name: "template",
  instructions: "",
  input: "<task>\nimprove\n</task>\n\n<template>\nBonjour, je cherche un poste.\n</template>",
  answer: z.object({ message: z.string() }),
};
const orderLlmFault = (kind: string, more: object = {}) =>
  callSandbox("/sandbox/faults", "POST", { service: "openai", kind, ...more });
const retireModel = (model: string) => orderLlmFault("404:model_not_found", { call: model });
const catchFailure = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error("it did not fail");
    },
    (error: unknown) => {
      if (!(error instanceof ExternalServiceError)) throw error;
      return { failure: error.failure, ...error.details };
    },
  );

/** A model, and the bodies of what it was asked, in order. */
function createRecordedModel(models: string[], more: Partial<Parameters<typeof createOpenAiClient>[0]> = {}) {
  const asked: Record<string, unknown>[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    asked.push(request.method === "GET" ? { looked: request.url } : await request.clone().json());
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
    asked,
    model,
    purse,
    writer,
    ask: () => writer.generate(PROMPT),
    names: () => asked.map(({ model: name }) => name),
  };
}

beforeEach(() => vi.useRealTimers());

describe("a list of models", () => {
  it("is tried in order; one that is gone is passed over for an hour, so that not each letter pays for it", async () => {
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

  it("of which none is left is a wrong setting, is not asked again for a minute, and costs no question", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { ask, names, purse, model } = createRecordedModel(["old", "older"]);
    await orderLlmFault("404:model_not_found");
    expect(await catchFailure(ask())).toEqual({ failure: "misconfigured", status: 404, reason: "model_not_found" });
    expect(await catchFailure(ask())).toMatchObject({ failure: "misconfigured" });
    expect(names()).toEqual(["old", "older"]);
    expect(purse).toMatchObject({ taken: 1, spent: 0 });
    vi.setSystemTime(Date.now() + 61_000);
    await callSandbox("/sandbox/faults", "DELETE");
    await ask();
    expect(model.findMisconfiguration()).toBeNull();
    expect(purse).toMatchObject({ taken: 2, spent: 1 });
  });

  it("goes on past one that is not for us, whatever the status", async () => {
    const { ask, names } = createRecordedModel(["theirs", "ours"]);
    await orderLlmFault("403:model_not_found", { call: "theirs" });
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
  it.each(["reasoning_effort", "max_completion_tokens", "verbosity", "safety_identifier"])(
    "%s is left out at once and from then on, and told to the others",
    async (name) => {
      const { ask, asked, purse } = createRecordedModel(["plain"]);
      await orderLlmFault(`without_${name}`);
      await ask();
      await ask();
      expect(asked.map((body) => name in body)).toEqual([true, false, false]);
      expect(Object.keys(asked[2] ?? {}).length).toBe(Object.keys(asked[0] ?? {}).length - 1);
      expect(purse.spent).toBe(2);
    },
  );

  it("all of them may be, one after the other, by a server that wants nothing it does not know", async () => {
    const { ask, asked } = createRecordedModel(["plain"]);
    await orderLlmFault("no_extras");
    await ask();
    expect(asked).toHaveLength(5);
    expect(Object.keys(asked[4] ?? {}).toSorted()).toEqual(["messages", "model", "response_format"]);
    await ask();
    expect(asked).toHaveLength(6);
  });

  it("may be a value it does not know", async () => {
    const { ask, asked } = createRecordedModel(["gpt-5-mini"], { effort: "none" });
    await ask();
    expect(asked.map(({ reasoning_effort: effort }) => effort)).toEqual(["none", undefined]);
  });

  it("that is none of them is a definite no", async () => {
    const { ask, asked } = createRecordedModel(["plain"]);
    await orderLlmFault("400");
    expect(await catchFailure(ask())).toMatchObject({ failure: "refused", status: 400 });
    expect(asked).toHaveLength(1);
  });
});

describe("what is counted", () => {
  it("is each try, the second too", async () => {
    const { ask, purse } = createRecordedModel(["one"]);
    await orderLlmFault("500", { times: 1 });
    await ask();
    expect(purse).toMatchObject({ taken: 2, spent: 2 });
  });

  it("is one try where somebody waits for it", async () => {
    const { writer, purse } = createRecordedModel(["one"]);
    await orderLlmFault("500", { times: 1 });
    expect(await catchFailure(writer.generate({ ...PROMPT, interactive: true }))).toMatchObject({
      failure: "server_error",
    });
    expect(purse).toMatchObject({ taken: 1, spent: 1 });
  });

  it("beforehand is given back when it turns out that nobody can be asked", async () => {
    const { model } = createRecordedModel(["old"]);
    await orderLlmFault("404:model_not_found");
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

describe("looking at the model", () => {
  it("tells which one answers and the day it ends, and asks nothing", async () => {
    const { model, asked } = createRecordedModel(["gpt-5-mini"]);
    expect(await model.checkModel()).toEqual({ model: "gpt-5-mini", endsOn: "2026-12-11" });
    expect(asked).toEqual([{ looked: "https://api.openai.com/v1/models/gpt-5-mini" }]);
    expect(await createRecordedModel(["gpt-5-retired", "gpt-6.1-terra"]).model.checkModel()).toEqual({
      model: "gpt-6.1-terra",
      endsOn: null,
    });
  });

  it("tells that none is left, and a key that is refused", async () => {
    expect(await catchFailure(createRecordedModel(["gpt-5-retired"]).model.checkModel())).toMatchObject({
      failure: "misconfigured",
      reason: "model_not_found",
    });
    expect(await catchFailure(createRecordedModel(["one"], { apiKey: "wrong-key" }).model.checkModel())).toMatchObject({
      failure: "misconfigured",
      reason: "invalid_api_key",
    });
  });

  it("says nothing of a server that has no such page", async () => {
    const fetch = async () => Response.json({ detail: "Not Found" }, { status: 404 });
    const { model } = createRecordedModel(["llama"], { fetch });
    expect(await model.checkModel()).toEqual({ model: "llama", endsOn: null });
    expect(model.findMisconfiguration()).toBeNull();
  });
});
