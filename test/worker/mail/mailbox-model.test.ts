import { isDeepStrictEqual } from "node:util";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { it } from "vitest";
import { z } from "zod";
import { expectConsoleError } from "../support/console-errors";
import { type Story, storyArbitrary } from "./mailbox-model/commands";
import { MailboxModel } from "./mailbox-model/model";
import type { CallAnswer } from "./mailbox-model/observed-state";
import { installScriptedGmail, ProductDriver } from "./mailbox-model/product-driver";
import type { ScriptedGmail } from "./mailbox-model/scripted-gmail";

// Random stories: sends, batches, archiving, deleting, disconnecting, crashes and time, played on the product and in a
// small model of it. `npm run prove mailbox` plays more of them, and prints how often each answer came.

declare module "vitest" {
  interface TaskMeta {
    figures?: Record<string, number>;
  }
}

const { MAILBOX_RUNS: storyCount, MAILBOX_SEED: seed } = z
  .object({ MAILBOX_RUNS: z.coerce.number().default(10), MAILBOX_SEED: z.coerce.number().default(1) })
  .parse(env);
const TIMEOUT_MS = 60_000 + storyCount * 5_000;

const listAnswerCodes = (answer: CallAnswer): string[] =>
  typeof answer === "string"
    ? [answer]
    : [
        ...answer.sent.map(() => "in a batch: sent"),
        ...Object.values(answer.failed).map((reason) => `in a batch: ${reason}`),
      ];

/** Plays a story on the product and in the model. @throws where they differ */
async function playStory(story: Story, gmail: ScriptedGmail, onAnswer: (answer: CallAnswer) => void): Promise<void> {
  const model = new MailboxModel(story);
  const product = await ProductDriver.create(story, gmail);
  for (const [step, command] of story.commands.entries()) {
    const expected = { answers: model.apply(command), state: model.observe() };
    const found = { answers: await product.apply(command), state: await product.observe() };
    found.answers.forEach(onAnswer);
    if (!isDeepStrictEqual(found, expected)) {
      const lines = [command, expected, found].map((value) => JSON.stringify(value));
      throw new Error(`step ${step} ${lines[0]}\n  model: ${lines[1]}\n  real:  ${lines[2]}`);
    }
  }
}

it(
  `the mailbox does what its model says in ${storyCount} stories`,
  async ({ task }) => {
    // A crash is logged as an error.
    expectConsoleError(/"event":"request_failed"/u);
    expectConsoleError(/"event":"gmail_api_off"/u);
    const gmail = await installScriptedGmail();
    const figures: Record<string, number> = { stories: 0, steps: 0 };
    const count = (name: string, by = 1) => {
      figures[name] = (figures[name] ?? 0) + by;
    };
    task.meta.figures = figures;
    const property = fc.asyncProperty(storyArbitrary, async (story) => {
      count("stories");
      count("steps", story.commands.length);
      await playStory(story, gmail, (answer) => listAnswerCodes(answer).forEach((code) => count(code)));
    });
    // Unbiased: the shares of commands.ts hold. Time limit: a divergence is reported though its shrinking is not done.
    await fc.assert(property, {
      seed,
      numRuns: storyCount,
      unbiased: true,
      includeErrorInReport: true,
      interruptAfterTimeLimit: TIMEOUT_MS - 10_000,
      markInterruptAsFailure: true,
    });
  },
  TIMEOUT_MS,
);
