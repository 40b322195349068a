import { z } from "zod";

/** Binding of a database: a shard of users, or the shared one. */
export const DatabaseName = z.union([
  z.enum(["DB", "SHARED_DB"]),
  z.custom<`DB_${number}`>((name) => typeof name === "string" && /^DB_[1-9]\d{0,2}$/u.test(name)),
]);
export type DatabaseName = z.infer<typeof DatabaseName>;
export type ShardName = Exclude<DatabaseName, "SHARED_DB">;

/** The binding of a shard, by its number. */
export const toShardName = (shard: number): ShardName => (shard === 0 ? "DB" : `DB_${shard}`);

/** The number of a shard, by its binding. */
export const toShardNumber = (name: ShardName): number => (name === "DB" ? 0 : Number(name.slice("DB_".length)));
