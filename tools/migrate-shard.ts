import { NO_SHARD, type ShardCommandsRpc } from "../worker/platform/sql-rpc.ts";
import { MIGRATIONS } from "../worker/shards/migrations.gen.ts";
import { CommandError, describeError } from "./command-error.ts";
import { type ShardName, toShardNumber } from "./database-name.ts";

/**
 * Brings the tables of a shard in an object up to date, before the code that needs them is deployed: an object that
 * runs keeps its old code for a while.
 * @returns migrations applied; null where the deployed version has no such shard: it will make its tables itself
 * @throws CommandError
 */
export async function migrateShard(
  name: ShardName,
  commands: ShardCommandsRpc,
  migrations: typeof MIGRATIONS = MIGRATIONS,
): Promise<number | null> {
  const shard = toShardNumber(name);
  const run: ShardCommandsRpc["run"] = async (...call) => {
    const outcome = await commands.run(...call);
    if ("error" in outcome) throw new CommandError(`the tables of ${name} are not up to date: ${outcome.error}`);
    return outcome;
  };
  const readApplied = async (): Promise<Set<unknown> | null> => {
    try {
      const outcome = await run(shard, [{ sql: "SELECT name FROM d1_migrations", values: [] }]);
      return new Set("answers" in outcome ? outcome.answers.flatMap(({ rows }) => rows.flat()) : []);
    } catch (error) {
      if (describeError(error).includes(NO_SHARD)) return null;
      throw error;
    }
  };
  const applied = await readApplied();
  if (!applied) return null;
  const missing = migrations.filter((migration) => !applied.has(migration.name));
  for (const migration of missing)
    await run(shard, [
      { sql: migration.script, values: [] },
      { sql: "INSERT INTO d1_migrations (name) VALUES (?)", values: [migration.name] },
    ]);
  return missing.length;
}
