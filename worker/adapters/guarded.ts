import { Outage, type Part } from "../ports";

/*
 * The platform's bindings, each call with an end: what fails or does not answer becomes an Outage, which a route answers 503. A statement
 * that D1 refuses because it is wrong stays a fault of ours.
 */

/** How long an answer is waited for where nothing else is said. Milliseconds. */
const PATIENCE: Record<Part, number> = { database: 15_000, queue: 10_000, object: 30_000 };

/** What D1 says of a statement that no other moment would make right. */
const OURS = /SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG|MISUSE|AUTH)|D1_(?:TYPE_ERROR|COLUMN_NOTFOUND)/u;

/** Waits for work, but not for ever. What is late goes on by itself. @param late what it then fails with */
export async function inTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clock = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work, clock]);
  } finally {
    clearTimeout(timer);
  }
}

async function answered<T>(part: Part, work: () => Promise<T>, ms = PATIENCE[part]): Promise<T> {
  try {
    return await inTime(work(), ms, () => new Outage(part, `no answer in ${ms} ms`));
  } catch (error) {
    if (error instanceof Outage || (part === "database" && error instanceof Error && OURS.test(error.message)))
      throw error;
    throw new Outage(part, error instanceof Error ? error.message : "failed", { cause: error });
  }
}

/** An object some of whose methods are called by way of `through`; everything else is as it was. A binding that is missing stays missing: /api/health names it. */
const overlaid = <T extends object>(
  target: T | undefined,
  through: (name: string, call: (...given: unknown[]) => unknown) => ((...given: unknown[]) => unknown) | undefined,
): T =>
  target === undefined
    ? (target as unknown as T)
    : new Proxy(target, {
        get(of, name) {
          const value: unknown = Reflect.get(of, name, of);
          if (typeof value !== "function" || typeof name !== "string") return value;
          const call = (...given: unknown[]): unknown => Reflect.apply(value, of, given);
          return through(name, call) ?? call;
        },
      });

const asked =
  (part: Part, call: (...given: unknown[]) => unknown, ms?: number) =>
  (...given: unknown[]) =>
    answered(part, async () => call(...given), ms);

const RUNS: ReadonlySet<string> = new Set(["all", "run", "raw", "first"]);
const guardedStatement = (statement: D1PreparedStatement): D1PreparedStatement =>
  overlaid(statement, (name, call) => {
    if (name === "bind") return (...values) => guardedStatement(call(...values) as D1PreparedStatement);
    return RUNS.has(name) ? asked("database", call) : undefined;
  });

export const guardedDatabase = (db: D1Database): D1Database =>
  overlaid(db, (name, call) => {
    if (name === "prepare") return (sql) => guardedStatement(call(sql) as D1PreparedStatement);
    return name === "batch" ? asked("database", call) : undefined;
  });

export const guardedQueue = <M>(queue: Queue<M>): Queue<M> =>
  overlaid(queue, (name, call) => (name === "send" || name === "sendBatch" ? asked("queue", call) : undefined));

/** @param patience milliseconds for the methods that take longer than others, by name */
export const guardedObjects = <T extends Rpc.DurableObjectBranded>(
  objects: DurableObjectNamespace<T>,
  patience?: Readonly<Partial<Record<keyof T, number>>>,
): DurableObjectNamespace<T> =>
  overlaid(objects, (name, call) =>
    name === "get" ? (id) => guardedStub(call(id) as object, patience ?? {}) : undefined,
  );

const guardedStub = (stub: object, patience: Readonly<Record<string, number | undefined>>): object =>
  overlaid(stub, (name, call) => (name === "then" ? undefined : asked("object", call, patience[name])));
