/** Shards from this number on are Durable Objects, those below are bound databases. */
export const FIRST_OBJECT_SHARD = 1_000;

/** The binding of a shard in D1. */
export const toShardBinding = (shard: number): "DB" | `DB_${number}` => (shard === 0 ? "DB" : `DB_${shard}`);

/** The name of a shard, for metrics and commands. */
export const toShardName = (shard: number): "DB" | `DB_${number}` | `SHARD_${number}` =>
  shard < FIRST_OBJECT_SHARD ? toShardBinding(shard) : `SHARD_${shard}`;
