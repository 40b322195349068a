import type { Env } from "../../worker/env";

/** Does a call of a binding, or what a test has in store for it. */
export type Step = <T>(work: () => Promise<T>) => Promise<T>;

/** An environment whose calls of D1, R2, queues, other objects and the outside go through `step`, one after the other. */
export function steppedEnv(env: Env, step: Step): Env {
  const methods = <T extends object>(target: T, isStep: (name: string) => boolean): T =>
    new Proxy(target, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name);
        if (typeof value !== "function") return value;
        const call = (...given: unknown[]): unknown => Reflect.apply(value, of, given);
        return typeof name === "string" && isStep(name)
          ? (...given: unknown[]) => step(async () => call(...given))
          : call;
      },
    });
  const named = <T extends object>(target: T, ...names: string[]): T => methods(target, (name) => names.includes(name));
  /** A statement stays what it is, as a batch wants it; only running it is a step. */
  const statement = (made: D1PreparedStatement): D1PreparedStatement => {
    const { bind } = made;
    Object.assign(made, { bind: (...values: unknown[]) => statement(bind.call(made, ...values)) });
    for (const name of ["all", "run", "raw", "first"]) {
      const run: unknown = Reflect.get(made, name);
      if (typeof run === "function")
        Object.assign(made, {
          [name]: (...given: unknown[]) => step(async (): Promise<unknown> => Reflect.apply(run, made, given)),
        });
    }
    return made;
  };
  const database = new Proxy(env.DB, {
    get: (of, name): unknown =>
      name === "prepare" ? (sql: string) => statement(of.prepare(sql)) : Reflect.get(named(of, "batch"), name),
  });
  const objects = <T extends object>(namespace: T): T =>
    new Proxy(namespace, {
      get: (of, name) => {
        const value: unknown = Reflect.get(of, name);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          const result: unknown = Reflect.apply(value, of, given);
          return name === "get" && typeof result === "object" && result !== null
            ? methods(result, (method) => method !== "then")
            : result;
        };
      },
    });
  const queue = <T extends object>(target: T): T => named(target, "send", "sendBatch");
  return {
    ...env,
    DB: database,
    FILES: named(env.FILES, "get", "put", "list", "delete"),
    ACCOUNT: objects(env.ACCOUNT),
    ACTIVITY: objects(env.ACTIVITY),
    SEARCH: objects(env.SEARCH),
    GENERATION: objects(env.GENERATION),
    MAILBOX: objects(env.MAILBOX),
    OSM_GATE: objects(env.OSM_GATE),
    STATUS: objects(env.STATUS),
    CRAWL_QUEUE: queue(env.CRAWL_QUEUE),
    GENERATION_QUEUE: queue(env.GENERATION_QUEUE),
    DOCUMENT_QUEUE: queue(env.DOCUMENT_QUEUE),
    ...(env.SANDBOX && { SANDBOX: named(env.SANDBOX, "fetch") }),
  };
}
