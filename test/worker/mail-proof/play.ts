import { isDeepStrictEqual } from "node:util";
import { type Command, type Story, tell } from "./commands";
import { Model } from "./model";
import type { ScriptedGmail } from "./scripted-gmail";
import { Stage } from "./stage";
import type { Answer } from "./standing";

const show = (value: unknown): string => JSON.stringify(value);

/** Plays a story on the stage and in the model. @returns where they part, in words; null when they never do */
async function play(story: Story, gmail: ScriptedGmail, heard?: (answer: Answer) => void): Promise<string | null> {
  const model = new Model(story);
  const stage = await Stage.set(story, gmail);
  for (const [step, command] of story.commands.entries()) {
    const expected = { answers: model.apply(command), standing: model.standing() };
    const found = { answers: await stage.apply(command), standing: await stage.standing() };
    found.answers.forEach((answer) => heard?.(answer));
    if (!isDeepStrictEqual(found, expected))
      return `step ${step} ${show(command)}\n  model: ${show(expected)}\n  real:  ${show(found)}`;
  }
  return null;
}

/** Leaves out steps as long as the story still parts. */
async function shorten(story: Story, gmail: ScriptedGmail): Promise<Story> {
  for (let step = 0; step < story.commands.length; step += 1) {
    const shorter = { ...story, commands: story.commands.filter((_: Command, other) => other !== step) };
    if ((await play(shorter, gmail)) !== null) return shorten(shorter, gmail);
  }
  return story;
}

/** Plays one story a seed. @returns null, or the shortest story found in which the product is not what the model says, and where it parts */
export async function playStory(
  seed: number,
  gmail: ScriptedGmail,
  heard: (answer: Answer) => void,
): Promise<{ steps: number; divergence: string | null }> {
  const story = tell(seed);
  const steps = story.commands.length;
  if ((await play(story, gmail, heard)) === null) return { steps, divergence: null };
  const short = await shorten(story, gmail);
  return {
    steps,
    divergence: `seed ${seed}, room ${short.room}, ${short.linked ? "linked" : "not linked"}:\n${short.commands.map(show).join("\n")}\n${(await play(short, gmail)) ?? "and not again"}`,
  };
}
