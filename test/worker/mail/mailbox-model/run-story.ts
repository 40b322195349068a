import { isDeepStrictEqual } from "node:util";
import { type Command, type Story, generateStory } from "./commands";
import { MailboxModel } from "./model";
import type { CallAnswer } from "./observed-state";
import { ProductDriver } from "./product-driver";
import type { ScriptedGmail } from "./scripted-gmail";

const toJson = (value: unknown): string => JSON.stringify(value);

/** Plays a story on the stage and in the model. @returns where they part, in words; null when they never do */
async function runStory(
  story: Story,
  gmail: ScriptedGmail,
  heard?: (answer: CallAnswer) => void,
): Promise<string | null> {
  const model = new MailboxModel(story);
  const stage = await ProductDriver.create(story, gmail);
  for (const [step, command] of story.commands.entries()) {
    const expected = { answers: model.apply(command), standing: model.observe() };
    const found = { answers: await stage.apply(command), standing: await stage.observe() };
    found.answers.forEach((answer) => heard?.(answer));
    if (!isDeepStrictEqual(found, expected))
      return `step ${step} ${toJson(command)}\n  model: ${toJson(expected)}\n  real:  ${toJson(found)}`;
  }
  return null;
}

/** Leaves out steps as long as the story still parts. */
async function shrinkStory(story: Story, gmail: ScriptedGmail): Promise<Story> {
  for (let step = 0; step < story.commands.length; step += 1) {
    const shorter = { ...story, commands: story.commands.filter((_: Command, other) => other !== step) };
    if ((await runStory(shorter, gmail)) !== null) return shrinkStory(shorter, gmail);
  }
  return story;
}

/** Plays one story a seed. @returns null, or the shortest story found in which the product is not what the model says, and where it parts */
export async function checkStory(
  seed: number,
  gmail: ScriptedGmail,
  heard: (answer: CallAnswer) => void,
): Promise<{ steps: number; divergence: string | null }> {
  const story = generateStory(seed);
  const steps = story.commands.length;
  if ((await runStory(story, gmail, heard)) === null) return { steps, divergence: null };
  const short = await shrinkStory(story, gmail);
  return {
    steps,
    divergence: `seed ${seed}, room ${short.remainingToday}, ${short.linked ? "linked" : "not linked"}:\n${short.commands.map(toJson).join("\n")}\n${(await runStory(short, gmail)) ?? "and not again"}`,
  };
}
