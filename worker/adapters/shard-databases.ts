import type { Config } from "../platform/config";
import type { UserShardRpc } from "../platform/durable-objects";
import type { Env } from "../platform/env";
import { FIRST_OBJECT_SHARD, toShardBinding } from "../platform/shard-names";
import { createShardDatabase } from "../shards/shard-database";
import { restrictToJurisdiction } from "./jurisdiction";

type ShardConfig = Pick<Config, "objectShards" | "jurisdiction">;

/** A shard in an object. A stub is for one call: that of an object that failed is broken. */
export const openShardObject = (
  { USER_SHARD }: Pick<Env, "USER_SHARD">,
  { jurisdiction }: Pick<Config, "jurisdiction">,
  shard: number,
): DurableObjectStub<UserShardRpc> => restrictToJurisdiction(USER_SHARD, jurisdiction).getByName(String(shard));

/** The databases of all shards of users, by number: those that are bound, from 0 on, then those in objects. */
export function listShardDatabases(env: Env, config: ShardConfig): ReadonlyMap<number, D1Database> {
  const databases = new Map([[0, env.DB]]);
  for (let shard = 1; shard < FIRST_OBJECT_SHARD; shard += 1) {
    const database = env[toShardBinding(shard)];
    if (database) databases.set(shard, database);
  }
  for (let shard = FIRST_OBJECT_SHARD; shard < FIRST_OBJECT_SHARD + config.objectShards; shard += 1)
    databases.set(
      shard,
      createShardDatabase(async (statements) => openShardObject(env, config, shard).run(statements)),
    );
  return databases;
}
