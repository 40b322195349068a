import { withTimeout } from "../lib/timeouts";
import { AccountMovingError, InfrastructureError, type Dependency } from "../platform/ports";

/*
 * The platform's bindings with a time limit for each call: a failure or a missing answer becomes an
 * InfrastructureError, which a route answers with 503. A statement that D1 rejects as wrong stays a bug.
 */

/** Default time limits. Milliseconds. */
const TIMEOUT_MS: Record<Dependency, number> = { database: 15_000, queue: 10_000, object: 30_000 };

/** D1's errors for a statement that no retry would correct. */
const QUERY_ERROR = /SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG|MISUSE|AUTH)|D1_(?:TYPE_ERROR|COLUMN_NOTFOUND)/u;

/** What the triggers of `account_moves` say. */
const MOVING_ERROR = "account_moving";

/** Told of every call that failed or was not answered, by its name. */
type FailureListener = (dependency: Dependency, call: string) => void;

/** Routes some methods of an object through `wrapCall`. A missing binding stays missing: /api/health names it. */
const overrideMethods = <T extends object>(
  target: T | undefined,
  wrapCall: (name: string, call: (...args: unknown[]) => unknown) => ((...args: unknown[]) => unknown) | undefined,
): T =>
  target === undefined
    ? (target as unknown as T)
    : new Proxy(target, {
        get(of, name) {
          const value: unknown = Reflect.get(of, name, of);
          if (typeof value !== "function" || typeof name !== "string") return value;
          const call = (...args: unknown[]): unknown => Reflect.apply(value, of, args);
          return wrapCall(name, call) ?? call;
        },
      });

const toTimedCall =
  (
    dependency: Dependency,
    name: string,
    call: (...args: unknown[]) => unknown,
    onFailure: FailureListener,
    ms = TIMEOUT_MS[dependency],
  ) =>
  async (...args: unknown[]): Promise<unknown> => {
    const work = async () => call(...args);
    try {
      return await withTimeout(work(), ms, () => new InfrastructureError(dependency, `no answer in ${ms} ms`));
    } catch (error) {
      if (dependency === "database" && error instanceof Error) {
        if (error.message.includes(MOVING_ERROR)) throw new AccountMovingError({ cause: error });
        if (QUERY_ERROR.test(error.message)) throw error;
      }
      onFailure(dependency, name);
      if (error instanceof InfrastructureError) throw error;
      throw new InfrastructureError(dependency, error instanceof Error ? error.message : "failed", { cause: error });
    }
  };

const STATEMENT_CALLS: ReadonlySet<string> = new Set(["all", "run", "raw", "first"]);
const withStatementTimeouts = (statement: D1PreparedStatement, onFailure: FailureListener): D1PreparedStatement =>
  overrideMethods(statement, (name, call) => {
    if (name === "bind") return (...values) => withStatementTimeouts(call(...values) as D1PreparedStatement, onFailure);
    return STATEMENT_CALLS.has(name) ? toTimedCall("database", name, call, onFailure) : undefined;
  });

export const withDatabaseTimeouts = (db: D1Database, onFailure: FailureListener): D1Database =>
  overrideMethods(db, (name, call) => {
    if (name === "prepare") return (sql) => withStatementTimeouts(call(sql) as D1PreparedStatement, onFailure);
    return name === "batch" ? toTimedCall("database", name, call, onFailure) : undefined;
  });

export const withQueueTimeouts = <M>(queue: Queue<M>, onFailure: FailureListener): Queue<M> =>
  overrideMethods(queue, (name, call) =>
    name === "send" || name === "sendBatch" ? toTimedCall("queue", name, call, onFailure) : undefined,
  );

/** @param timeouts milliseconds for slow methods, by name */
export const withObjectTimeouts = <T extends Rpc.DurableObjectBranded>(
  objects: DurableObjectNamespace<T>,
  timeouts: Readonly<Partial<Record<keyof T, number>>> | undefined,
  onFailure: FailureListener,
): DurableObjectNamespace<T> =>
  overrideMethods(objects, (name, call) =>
    name === "get" ? (id) => withStubTimeouts(call(id) as object, timeouts ?? {}, onFailure) : undefined,
  );

const withStubTimeouts = (
  stub: object,
  timeouts: Readonly<Record<string, number | undefined>>,
  onFailure: FailureListener,
): object =>
  overrideMethods(stub, (name, call) =>
    name === "then" ? undefined : toTimedCall("object", name, call, onFailure, timeouts[name]),
  );
