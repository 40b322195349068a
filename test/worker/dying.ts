import type { Env } from "../../worker/env";
import { type Step, steppedEnv } from "./stepped";

/** What every call fails with once the process is dead. */
const DEAD = "the process was killed";

/** Where a process dies: at its `step`th call of D1, R2, the outside or another object, before that is done or after. */
export interface Death {
  step: number;
  when: "before" | "after";
}

/**
 * An environment in which the process dies at a step: from there on nothing it asks for is answered.
 *
 *     const { env: dying, steps } = dyingEnv(env, { step: 3, when: "after" });
 */
export function dyingEnv(env: Env, death: Death): { env: Env; steps: () => number; isDead: () => boolean } {
  let steps = 0;
  let dead = false;
  const step: Step = async (work) => {
    steps += 1;
    const last = steps === death.step;
    if (last && death.when === "before") dead = true;
    if (dead) throw new Error(DEAD);
    const result = await work();
    if (last) dead = true;
    if (dead) throw new Error(DEAD);
    return result;
  };
  return { steps: () => steps, isDead: () => dead, env: steppedEnv(env, step) };
}
