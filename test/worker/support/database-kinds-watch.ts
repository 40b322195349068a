import { env } from "cloudflare:workers";
import { UserShardObject } from "../../../worker/shards/user-shard-object";
import { listDatabaseKinds } from "../../harness/database-kinds";

// No transaction may name tables of both kinds: they are in different databases.

/** Each transaction that did, by its statements, since they were taken last. */
let spanning: string[] = [];

export function takeSpanningStatements(): string[] {
  const taken = spanning;
  spanning = [];
  return taken;
}

function check(statements: readonly string[]): void {
  const kinds = new Set(statements.flatMap((sql) => [...listDatabaseKinds(sql)]));
  if (kinds.size > 1) spanning.push(statements.join(";\n"));
}

/** The isolate outlives this module: each file of tests loads it anew. */
const UNWATCHED = Symbol.for("D1 without a watch");
type Methods = Pick<D1Database, "prepare" | "batch">;

/** Looks from now on at every statement of every database in this isolate, whatever code runs it. */
export function watchStatements(): void {
  spanning = [];
  const prototype = Object.getPrototypeOf(env.DB) as D1Database & { [UNWATCHED]?: Methods };
  const { prepare, batch } = (prototype[UNWATCHED] ??= { prepare: prototype.prepare, batch: prototype.batch });
  const objects = UserShardObject.prototype as UserShardObject & { [UNWATCHED]?: UserShardObject["run"] };
  const run = (objects[UNWATCHED] ??= objects.run);
  objects.run = function (this: UserShardObject, statements) {
    check(statements.map(({ sql }) => sql));
    return run.call(this, statements);
  };
  prototype.prepare = function (this: D1Database, sql: string) {
    check([sql]);
    return prepare.call(this, sql);
  };
  prototype.batch = function <T>(this: D1Database, statements: D1PreparedStatement[]) {
    check(statements.map((statement) => String(Reflect.get(statement, "statement"))));
    return batch.call(this, statements) as Promise<D1Result<T>[]>;
  };
}
