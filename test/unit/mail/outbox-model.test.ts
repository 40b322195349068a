import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { FOLLOW_UP_STORY, PLAIN_STORY } from "./outbox-model/plain-story";
import { type Figures, playStory } from "./outbox-model/play-story";
import { createWorld } from "./outbox-model/simulated-product";
import { type Act, type Command, type GmailOutcome, storyArbitrary } from "./outbox-model/story";

// Random stories of an outbox: queueing, undoing, edits, objections, disconnecting, deletion, limits, holidays, summer
// time, failures of Gmail and kills, on a virtual clock. `npm run prove outbox` plays more of them.

declare module "vitest" {
  interface TaskMeta {
    figures?: Record<string, number>;
  }
}

const SHORT_RUN = 12;
const { OUTBOX_RUNS: storyCount, OUTBOX_SEED: seed } = z
  .object({ OUTBOX_RUNS: z.coerce.number().default(SHORT_RUN), OUTBOX_SEED: z.coerce.number().default(1) })
  .parse(process.env);

/** One for all stories: each has a user of its own, and the tables take longer to make than a story to play. */
const world = createWorld();

const PRESS: Command = { do: "queue", companies: [0, 1], inMinutes: null };
/** `npm run prove outbox` also interrupts sendings that Gmail refuses for now. */
const isShort = storyCount === SHORT_RUN;
const OUTCOMES: GmailOutcome[] = isShort ? ["ok"] : ["ok", "429"];
/** More than the calls of one alarm. */
const STEPS = Array.from({ length: 13 }, (_, n) => n + 1);
/** Where something happens before or after a call. */
const MOMENTS = STEPS.flatMap((step) => (["before", "after"] as const).map((when) => ({ step, when })));
/** The moments of a case: `npm test` tries one of nine, other ones with the next case. */
const listMoments = (numberOfCase: number) => MOMENTS.filter((_, at) => !isShort || at % 9 === numberOfCase % 9);
/** `npm test` tries each call on one of its sides. */
const MOMENTS_OF_KILLS = MOMENTS.filter((_, at) => !isShort || at % 4 === 0 || at % 4 === 3);
const ACTS: Act[] = [
  { do: "undo", companies: [0, 1] },
  { do: "edit", company: 0 },
  { do: "change recipient", company: 0 },
  { do: "archive", company: 0 },
  { do: "archive and restore", company: 0 },
  { do: "apply", company: 0 },
  { do: "object", company: 0 },
  { do: "send", company: 0 },
  { do: "schedule", companies: [0], inMinutes: 600 },
  { do: "change signature" },
  { do: "disconnect" },
  { do: "delete account" },
  { do: "stop" },
];

const FOLLOW_UP_ACTS: Act[] = [
  { do: "answer", company: 0 },
  { do: "propose", company: 0 },
  { do: "call", company: 0 },
  { do: "edit", company: 0 },
  { do: "undo", companies: [0, 1] },
  { do: "archive", company: 0 },
  { do: "object", company: 0 },
  { do: "link another" },
];

const muteLogs = (): void => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  vi.spyOn(console, "log").mockReturnValue(undefined);
};

it.each(ACTS)("keeps its promises when another tab does $do at any moment of a sending", async (act) => {
  muteLogs();
  for (const { step, when } of listMoments(ACTS.indexOf(act)))
    for (const outcome of OUTCOMES) {
      const commands: Command[] = [PRESS, { do: "pass", minutes: 1, meanwhile: { step, when, act } }];
      const story = { ...PLAIN_STORY, outcomes: [outcome], commands };
      expect([step, when, outcome, await playStory(world, story, {})]).toEqual([step, when, outcome, []]);
    }
});

it.each(FOLLOW_UP_ACTS)("keeps its promises when $do comes at any moment of a follow-up", async (act) => {
  muteLogs();
  for (const { step, when } of listMoments(FOLLOW_UP_ACTS.indexOf(act)))
    for (const outcome of OUTCOMES) {
      const commands: Command[] = [PRESS, { do: "pass", minutes: 1, meanwhile: { step, when, act } }];
      const story = { ...FOLLOW_UP_STORY, outcomes: [outcome], commands };
      expect([step, when, outcome, await playStory(world, story, {})]).toEqual([step, when, outcome, []]);
    }
});

it.each(["before", "after"] as const)(
  "makes each follow-up once when the process dies %s any call, and an answer comes",
  async (when) => {
    muteLogs();
    for (const step of STEPS)
      for (const losesWrites of isShort ? [step % 2 === 0] : [true, false]) {
        const kill = { step, when, losesWrites };
        const dies: Command = { do: "pass", minutes: 1, kill };
        const next: Command[] = [{ do: "pass", minutes: 10_090 }, PRESS];
        const answered: Command[] = [PRESS, dies, { do: "answer", company: 0 }, ...next, dies];
        const second: Command[] = [PRESS, dies, ...next, dies, ...next];
        for (const commands of isShort ? [step % 4 < 2 ? answered : second] : [answered, second])
          expect([kill, await playStory(world, { ...FOLLOW_UP_STORY, commands }, {})]).toEqual([kill, []]);
      }
  },
);

it.each<Act>([
  { do: "undo", companies: [0, 1] },
  { do: "archive and restore", company: 0 },
  { do: "apply", company: 0 },
])("keeps its promises when another tab does $do in a sending whose process dies", async (act) => {
  muteLogs();
  for (const step of STEPS)
    for (const dies of isShort ? [step] : [step, step + 1]) {
      const kill = { step: dies, when: "after" as const, losesWrites: false };
      const commands: Command[] = [PRESS, { do: "pass", minutes: 1, kill, meanwhile: { step, when: "before", act } }];
      expect([step, dies, await playStory(world, { ...PLAIN_STORY, commands }, {})]).toEqual([step, dies, []]);
    }
});

it.each(["before", "after"] as const)("keeps its promises when the process dies %s any call", async (when) => {
  muteLogs();
  for (const step of STEPS)
    for (const losesWrites of isShort ? [(step % 2 === 0) === (when === "after")] : [true, false]) {
      const kill = { step, when, losesWrites };
      const commands: Command[] = [PRESS, { do: "pass", minutes: 1, kill }, { ...PRESS, kill }];
      expect([kill, await playStory(world, { ...PLAIN_STORY, commands }, {})]).toEqual([kill, []]);
    }
});

it.each<[string, Command[], Act]>([
  ["resume", [PRESS, { do: "stop" }], { do: "resume" }],
  [
    "choice of an earlier time",
    [PRESS, { do: "schedule", companies: [0, 1], inMinutes: 8_000 }],
    { do: "schedule", companies: [0, 1], inMinutes: 60 },
  ],
  ["link", [PRESS, { do: "disconnect" }], { do: "link" }],
  ["link of another mailbox", [PRESS], { do: "link another" }],
])("lets no mail wait for ever when the process dies in a %s", async (_, before, act) => {
  muteLogs();
  for (const { step, when } of MOMENTS_OF_KILLS)
    for (const losesWrites of isShort ? [step % 4 < 2] : [true, false]) {
      const kill = { step, when, losesWrites };
      const commands: Command[] = [...before, { ...act, kill }];
      expect([kill, await playStory(world, { ...PLAIN_STORY, commands }, {})]).toEqual([kill, []]);
    }
});

const LOOKS: Act[] = [{ do: "look" }, { ...PRESS, companies: [1] }, { do: "resume" }];

it.each<Act>([{ do: "link" }, { do: "link another" }])(
  "lets no mail wait for ever when another tab does $do while somebody looks",
  async (act) => {
    muteLogs();
    for (const step of STEPS)
      for (const looking of LOOKS.filter((_, at) => !isShort || step % LOOKS.length === at)) {
        const meanwhile = { step, when: "after" as const, act };
        const commands: Command[] = [{ ...PRESS, companies: [0] }, { do: "disconnect" }, { ...looking, meanwhile }];
        expect([step, looking, await playStory(world, { ...PLAIN_STORY, commands }, {})]).toEqual([step, looking, []]);
      }
  },
);

it(
  `the outbox keeps its promises in ${storyCount} stories`,
  async ({ task }) => {
    // Processes that die in the middle of their work say so.
    muteLogs();
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
