import type { Config } from "../platform/config";
import type { UserShardRpc } from "../platform/durable-objects";
import type { Env } from "../platform/env";
import { FIRST_OBJECT_SHARD, toShardBinding } from "../platform/shard-names";
import { createShardDatabase } from "../shards/shard-database";
import { restrictToJurisdiction } from "./jurisdiction";

type ShardConfig = Pick<Config, "objectShards" | "jurisdiction">;

/** What opens each shard in an object, by number. A stub is for one call: that of an object that failed is broken. */
export type ShardObjects = ReadonlyMap<number, () => DurableObjectStub<UserShardRpc>>;

export function listShardObjects(env: Env, { objectShards, jurisdiction }: ShardConfig): ShardObjects {
  const objects = restrictToJurisdiction(env.USER_SHARD, jurisdiction);
  const numbers = Array.from({ length: objectShards }, (_, n) => FIRST_OBJECT_SHARD + n);
  return new Map(
    numbers.map((shard) => {
      const id = objects.idFromName(String(shard));
      return [shard, () => objects.get(id)];
    }),
  );
}

/** The databases of all shards of users, by number: those that are bound, from 0 on, then those in objects. */
export function listShardDatabases(env: Env, config: ShardConfig): ReadonlyMap<number, D1Database> {
  const databases = new Map([[0, env.DB]]);
  for (let shard = 1; shard < FIRST_OBJECT_SHARD; shard += 1) {
    const database = env[toShardBinding(shard)];
    if (database) databases.set(shard, database);
  }
  for (const [shard, openStub] of listShardObjects(env, config))
    databases.set(
      shard,
      createShardDatabase(async (statements) => openStub().run(statements)),
    );
  return databases;
}
