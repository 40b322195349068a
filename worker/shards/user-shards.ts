import type { SharedDatabase } from "../db/client";
import { logError } from "../lib/log";
import { ApiError, movingError } from "../platform/api-error";
import { chooseShard } from "./rules-shards";
import { type DirectoryEntry, findEntry, listShards } from "./store-user-directory";

/** Retry-After for a shard that this version of the Worker does not know, while another one is deployed. */
const UNBOUND_RETRY_SECONDS = 30;

/** The shard of a user. Where only one is bound the directory is not asked. @throws ApiError as `requireShard` */
export async function locateUser(
  db: SharedDatabase,
  shards: readonly number[],
  userId: string,
  unlisted = 0,
): Promise<number> {
  return shards.length === 1 ? 0 : requireShard(await findEntry(db, userId), shards, unlisted);
}

/**
 * The shard of an entry, or of who has none.
 * @throws ApiError `account_moving`; `unavailable` for one that is not bound
 */
export function requireShard(entry: DirectoryEntry | undefined, shards: readonly number[], unlisted = 0): number {
  requireSettled(entry);
  const shard = entry?.shard ?? unlisted;
  if (shards.includes(shard)) return shard;
  logError("shard_not_bound", new Error(`shard ${shard} has users and is not bound`), { shard });
  throw new ApiError("unavailable", { retryAfterSeconds: UNBOUND_RETRY_SECONDS });
}

/** @throws ApiError `account_moving` */
export function requireSettled(entry: DirectoryEntry | undefined): void {
  if (entry?.state === "moving") throw movingError();
}

/** The shard for a new user. */
export async function pickShard(db: SharedDatabase, shards: readonly number[]): Promise<number> {
  return shards.length === 1 ? 0 : chooseShard(shards, await listShards(db));
}
