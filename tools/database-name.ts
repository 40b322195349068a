import { z } from "zod";
import { FIRST_OBJECT_SHARD, toShardName } from "../worker/platform/shard-names.ts";

export { toShardName };

/** Binding of a database: a shard of users in D1, or the shared one. */
const D1Name = z.union([
  z.enum(["DB", "SHARED_DB"]),
  z.custom<`DB_${number}`>((name) => typeof name === "string" && /^DB_[1-9]\d{0,2}$/u.test(name)),
]);
export type D1Name = z.infer<typeof D1Name>;

/** A shard of users in a Durable Object. */
const ObjectShardName = z.custom<`SHARD_${number}`>(
  (name) => typeof name === "string" && /^SHARD_[1-9]\d{3}$/u.test(name),
);
type ObjectShardName = z.infer<typeof ObjectShardName>;

export const DatabaseName = z.union([D1Name, ObjectShardName]);
export type DatabaseName = z.infer<typeof DatabaseName>;
export type ShardName = Exclude<DatabaseName, "SHARED_DB">;

export const isObjectShard = (name: DatabaseName): name is ObjectShardName => ObjectShardName.safeParse(name).success;

/** The shards in objects, by how many there are. */
export const listObjectShards = (count: number): ShardName[] =>
  Array.from({ length: count }, (_, n) => toShardName(FIRST_OBJECT_SHARD + n));

/** The number of a shard, by its name. */
export const toShardNumber = (name: ShardName): number =>
  name === "DB" ? 0 : Number(name.slice(name.indexOf("_") + 1));
