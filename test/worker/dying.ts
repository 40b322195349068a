import type { Env } from "../../worker/env";

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
  async function step<T>(work: () => Promise<T>): Promise<T> {
    steps += 1;
    const last = steps === death.step;
    if (last && death.when === "before") dead = true;
    if (dead) throw new Error(DEAD);
    const result = await work();
    if (last) dead = true;
    if (dead) throw new Error(DEAD);
    return result;
  }
  const methods = <T extends object>(target: T, names: readonly string[]): T => new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name);
      if (typeof value !== "function") return value;
      const call = (...given: unknown[]): unknown => Reflect.apply(value, of, given);
      return typeof name === "string" && names.includes(name) ? (...given: unknown[]) => step(async () => call(...given)) : call;
    },
  });
  /** A statement stays what it is, as a batch wants it; only running it is a step. */
  const statement = (made: D1PreparedStatement): D1PreparedStatement => {
    const { bind } = made;
    Object.assign(made, { bind: (...values: unknown[]) => statement(bind.call(made, ...values)) });
    for (const name of ["all", "run", "raw", "first"]) {
      const run: unknown = Reflect.get(made, name);
      if (typeof run === "function") Object.assign(made, { [name]: (...given: unknown[]) => step(async (): Promise<unknown> => Reflect.apply(run, made, given)) });
    }
    return made;
  };
  const database = new Proxy(env.DB, {
    get: (of, name): unknown => (name === "prepare" ? (sql: string) => statement(of.prepare(sql)) : Reflect.get(methods(of, ["batch"]), name)),
  });
  const objects = <T extends object>(namespace: T): T => new Proxy(namespace, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        const result: unknown = Reflect.apply(value, of, given);
        return name === "get" && typeof result === "object" && result !== null ? methods(result, ["erase"]) : result;
      };
    },
  });
  return {
    steps: () => steps,
    isDead: () => dead,
    env: {
      ...env, DB: database, FILES: methods(env.FILES, ["get", "put", "list", "delete"]),
      SEARCH: objects(env.SEARCH), GENERATION: objects(env.GENERATION), MAILBOX: objects(env.MAILBOX),
      ...(env.SANDBOX && { SANDBOX: methods(env.SANDBOX, ["fetch"]) }),
    },
  };
}
