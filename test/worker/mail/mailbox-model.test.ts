import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { z } from "zod";
import { expectConsoleError } from "../support/console-errors";
import type { CallAnswer } from "./mailbox-model/observed-state";
import { installScriptedGmail } from "./mailbox-model/product-driver";
import { checkStory } from "./mailbox-model/run-story";

// Stories by chance: sends, batches, archiving, deleting, disconnecting, crashes and time, played on the product and in a small model of it.
// `npm run prove:mailbox` plays more of them, and prints how often what was answered.

declare module "vitest" {
  interface TaskMeta {
    figures?: Record<string, number>;
  }
}

/** How many stories, and the seed of the first. */
const { MAILBOX_RUNS: storyCount, MAILBOX_SEED: seed } = z
  .object({ MAILBOX_RUNS: z.coerce.number().default(40), MAILBOX_SEED: z.coerce.number().default(1) })
  .parse(env);
const MAX_DIVERGENCES = 3;

const listAnswerCodes = (answer: CallAnswer): string[] =>
  typeof answer === "string"
    ? [answer]
    : [
        ...answer.sent.map(() => "in a batch: sent"),
        ...Object.values(answer.failed).map((reason) => `in a batch: ${reason}`),
      ];

it(
  `the mailbox does what its model says in ${storyCount} stories`,
  async ({ task }) => {
    // A crash is a fault, and is logged as one.
    expectConsoleError(/"event":"request_failed"/u);
    expectConsoleError(/"event":"gmail_api_off"/u);
    const gmail = await installScriptedGmail();
    const divergences: string[] = [];
    const figures: Record<string, number> = { stories: 0, steps: 0 };
    const count = (name: string, by = 1) => {
      figures[name] = (figures[name] ?? 0) + by;
    };
    for (let run = 0; run < storyCount && divergences.length < MAX_DIVERGENCES; run += 1) {
      const { steps, divergence } = await checkStory(seed + run, gmail, (answer) => {
        for (const word of listAnswerCodes(answer)) count(word);
      });
      count("stories");
      count("steps", steps);
      if (divergence !== null) divergences.push(divergence);
    }
    task.meta.figures = figures;
    expect(divergences.join("\n\n")).toBe("");
  },
  60_000 + storyCount * 5_000,
);
