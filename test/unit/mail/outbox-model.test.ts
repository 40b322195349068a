import fc from "fast-check";
import { it, vi } from "vitest";
import { z } from "zod";
import { type Figures, playStory } from "./outbox-model/play-story";
import { createWorld } from "./outbox-model/simulated-product";
import { storyArbitrary } from "./outbox-model/story";

// Random stories of an outbox: queueing, undoing, edits, objections, disconnecting, deletion, limits, holidays, summer
// time, failures of Gmail and kills, on a virtual clock. `npm run prove outbox` plays more of them.

declare module "vitest" {
  interface TaskMeta {
    figures?: Record<string, number>;
  }
}

const { OUTBOX_RUNS: storyCount, OUTBOX_SEED: seed } = z
  .object({ OUTBOX_RUNS: z.coerce.number().default(150), OUTBOX_SEED: z.coerce.number().default(1) })
  .parse(process.env);

it(
  `the outbox keeps its promises in ${storyCount} stories`,
  async ({ task }) => {
    // Processes that die in the middle of their work say so.
    vi.spyOn(console, "error").mockReturnValue(undefined);
    vi.spyOn(console, "log").mockReturnValue(undefined);
    const world = createWorld();
    const figures: Figures = { stories: 0 };
    task.meta.figures = figures;
    const property = fc.asyncProperty(storyArbitrary, async (story) => {
      figures.stories = (figures.stories ?? 0) + 1;
      const failures = await playStory(world, story, figures);
      if (failures.length > 0) throw new Error(failures.join("\n"));
    });
    await fc.assert(property, { seed, numRuns: storyCount, unbiased: true, includeErrorInReport: true });
  },
  60_000 + storyCount * 1_000,
);
