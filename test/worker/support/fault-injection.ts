import type { Env } from "../../../worker/platform/env";
import { type RunStep, envWithSteps } from "./step-through";

/** Message of every call's error once the process is dead. */
const KILLED_MESSAGE = "the process was killed";

/** Where a process dies: before or after its `step`th call of D1, R2, another object or the outside. */
export interface CrashPoint {
  step: number;
  when: "before" | "after";
}

/**
 * An environment in which the process dies at a step: every later call fails.
 *
 *     const { env: dying, steps } = envWithCrash(env, { step: 3, when: "after" });
 */
export function envWithCrash(env: Env, death: CrashPoint): { env: Env; steps: () => number; isDead: () => boolean } {
  let steps = 0;
  let dead = false;
  const runStep: RunStep = async (work) => {
    steps += 1;
    const last = steps === death.step;
    if (last && death.when === "before") dead = true;
    if (dead) throw new Error(KILLED_MESSAGE);
    const result = await work();
    if (last) dead = true;
    if (dead) throw new Error(KILLED_MESSAGE);
    return result;
  };
  return { steps: () => steps, isDead: () => dead, env: envWithSteps(env, runStep) };
}
