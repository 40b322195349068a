import { createOpenAiModel } from "../../worker/adapters/openai";
import { createWriter, type Purse } from "../../worker/adapters/rationed-writer";
import type { Writer } from "../../worker/ports";

type ModelOptions = Parameters<typeof createOpenAiModel>[0];

/** A purse that only counts: what was taken, and what is left of it after what was given back. */
export function countingPurse(): Purse & { taken: number; spent: number } {
  const purse = {
    taken: 0,
    spent: 0,
    take: async () => {
      purse.taken += 1;
      purse.spent += 1;
    },
    giveBack: async () => {
      purse.spent -= 1;
    },
  };
  return purse;
}

/** A writer over the sandbox's service, for tests of the adapter itself. */
export function plainWriter({
  pauseMs,
  purse = countingPurse(),
  ...options
}: Partial<ModelOptions> & Pick<ModelOptions, "fetch"> & { pauseMs?: number; purse?: Purse }): Writer {
  const model = createOpenAiModel({
    apiKey: "sandbox",
    baseUrl: "https://api.openai.com/v1",
    models: ["gpt-6.1-terra"],
    ...options,
  });
  return createWriter({
    model,
    endUser: async () => "user-hash",
    purse,
    counted: 0,
    ...(pauseMs !== undefined && { pauseMs }),
  });
}
