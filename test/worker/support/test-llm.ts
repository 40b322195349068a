import { createBudgetedLlm, type LlmBudget } from "../../../worker/adapters/llm/budgeted-llm";
import { createOpenAiClient } from "../../../worker/adapters/llm/openai-client";
import type { Llm } from "../../../worker/platform/ports";

type LlmOptions = Parameters<typeof createOpenAiClient>[0];

/** A budget that only counts the calls taken, and those of the share that were not given back. */
export function createCountingBudget(): LlmBudget & { taken: number; spent: number } {
  const purse = {
    taken: 0,
    spent: 0,
    takeShare: async () => {
      purse.spent += 1;
    },
    giveShareBack: async () => {
      purse.spent -= 1;
    },
    takeCall: async () => {
      purse.taken += 1;
    },
    giveBack: async () => {
      purse.spent -= 1;
    },
  };
  return purse;
}

/** An LLM over the sandbox's service, for tests of the adapter itself. */
export function createTestLlm({
  pauseMs,
  purse = createCountingBudget(),
  ...options
}: Partial<LlmOptions> & Pick<LlmOptions, "fetch"> & { pauseMs?: number; purse?: LlmBudget }): Llm {
  const model = createOpenAiClient({
    apiKey: "sandbox",
    baseUrl: "https://api.openai.com/v1",
    models: ["gpt-6.1-terra"],
    ...options,
  });
  return createBudgetedLlm({
    client: model,
    endUser: async () => "user-hash",
    budget: purse,
    counted: 0,
    ...(pauseMs !== undefined && { pauseMs }),
  });
}
