import type { Env } from "../../../worker/platform/env";

/** Runs a call of a binding, or fails it. */
export type RunStep = <T>(work: () => Promise<T>) => Promise<T>;

/** An environment whose calls of D1, R2, queues, other objects and the outside go through `step`, in turn. */
export function envWithSteps(env: Env, step: RunStep): Env {
  const wrapMethods = <T extends object>(target: T, isStep: (name: string) => boolean): T =>
    new Proxy(target, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name);
        if (typeof value !== "function") return value;
        const call = (...args: unknown[]): unknown => Reflect.apply(value, of, args);
        return typeof name === "string" && isStep(name)
          ? (...args: unknown[]) => step(async () => call(...args))
          : call;
      },
    });
  const wrapNamed = <T extends object>(target: T, ...names: string[]): T =>
    wrapMethods(target, (name) => names.includes(name));
  /** A batch needs real statements, so only running one is a step. */
  const wrapStatement = (statement: D1PreparedStatement): D1PreparedStatement => {
    const { bind } = statement;
    Object.assign(statement, { bind: (...values: unknown[]) => wrapStatement(bind.call(statement, ...values)) });
    for (const name of ["all", "run", "raw", "first"]) {
      const run: unknown = Reflect.get(statement, name);
      if (typeof run === "function")
        Object.assign(statement, {
          [name]: (...args: unknown[]) => step(async (): Promise<unknown> => Reflect.apply(run, statement, args)),
        });
    }
    return statement;
  };
  const wrapDatabase = (database: D1Database) =>
    new Proxy(database, {
      get: (of, name): unknown =>
        name === "prepare"
          ? (sql: string) => wrapStatement(of.prepare(sql))
          : Reflect.get(wrapNamed(of, "batch"), name),
    });
  const wrapNamespace = <T extends object>(namespace: T): T =>
    new Proxy(namespace, {
      get: (of, name) => {
        const value: unknown = Reflect.get(of, name);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          const result: unknown = Reflect.apply(value, of, args);
          return name === "get" && typeof result === "object" && result !== null
            ? wrapMethods(result, (method) => method !== "then")
            : result;
        };
      },
    });
  const wrapQueue = <T extends object>(target: T): T => wrapNamed(target, "send", "sendBatch");
  return {
    ...env,
    DB: wrapDatabase(env.DB),
    SHARED_DB: wrapDatabase(env.SHARED_DB),
    FILES: wrapNamed(env.FILES, "get", "put", "list", "delete"),
    SHARED: wrapNamed(env.SHARED, "get", "head"),
    ACCOUNT: wrapNamespace(env.ACCOUNT),
    ACTIVITY: wrapNamespace(env.ACTIVITY),
    SEARCH: wrapNamespace(env.SEARCH),
    GENERATION: wrapNamespace(env.GENERATION),
    MAILBOX: wrapNamespace(env.MAILBOX),
    OSM_GATE: wrapNamespace(env.OSM_GATE),
    SITE_CACHE: wrapNamespace(env.SITE_CACHE),
    STATUS: wrapNamespace(env.STATUS),
    LLM_BUDGET: wrapNamespace(env.LLM_BUDGET),
    CRAWL_QUEUE: wrapQueue(env.CRAWL_QUEUE),
    GENERATION_QUEUE: wrapQueue(env.GENERATION_QUEUE),
    DOCUMENT_QUEUE: wrapQueue(env.DOCUMENT_QUEUE),
    ...(env.SANDBOX && { SANDBOX: wrapNamed(env.SANDBOX, "fetch") }),
  };
}
