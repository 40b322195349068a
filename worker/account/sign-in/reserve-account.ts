import type { CommonDeps, Deps } from "../../compose";
import { reserveEntry } from "../../shards/store-user-directory";
import { pickShard } from "../../shards/user-shards";

/**
 * Reserves an e-mail in the directory before its account is opened, which is then done in the shard that comes back.
 * The id may be that of an earlier try that came to nothing.
 * @returns undefined when the e-mail or the Google account has an account
 */
export async function reserveAccount(
  { sharedDb, shards, openShard, now }: CommonDeps,
  identity: { email: string; googleSub?: string },
): Promise<{ userId: string; deps: Deps } | undefined> {
  const { email, googleSub } = identity;
  const shard = await pickShard(sharedDb, shards);
  const at = now().toISOString();
  const given = await reserveEntry(sharedDb, { userId: crypto.randomUUID(), email, googleSub, shard, at });
  return given && { userId: given.userId, deps: openShard(given.shard) };
}
