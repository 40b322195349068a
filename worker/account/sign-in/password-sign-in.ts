import { signInBlockedError } from "../../auth/rules-sign-in-attempts";
import { isKnownDevice } from "../../auth/store-devices";
import { type AttemptLimit, clearAttempts, countAttempt } from "../../auth/store-sign-in-attempts";
import type { CommonDeps, Deps } from "../../compose";
import { LIMITS } from "../../contract/limits";
import { sha256 } from "../../lib/hash";
import { ApiError } from "../../platform/api-error";
import { findEntryByEmail } from "../../shards/store-user-directory";
import { requireSettled } from "../../shards/user-shards";
import { type Account, credentialsQuery } from "../store-accounts";
import { verifyPassword } from "./password-hash";

/** Network and device of a sign-in. */
interface SignInOrigin {
  /** Hash of the token in the browser's device cookie; null without one. */
  deviceHash: string | null;
  /** Null when the network is unknown. */
  network: string | null;
}

/**
 * Checks an e-mail and a password. Unknown, wrong and missing passwords give one error after one duration; during a
 * wait no password is checked, right ones included. On a device where the account has signed in before only the
 * failures of that device count, so that others cannot lock its owner out. All other failures count together, and with
 * their network. A right password clears its failures.
 * @throws ApiError invalid_credentials, or sign_in_blocked after too many failures
 */
export async function signInWithPassword(
  common: CommonDeps,
  { email, password }: { email: string; password: string },
  { deviceHash, network }: SignInOrigin,
): Promise<{ account: Account; deps: Deps }> {
  const { sharedDb, shards } = common;
  const entry = shards.length === 1 ? undefined : await findEntryByEmail(sharedDb, email);
  const deps = common.openShard(entry && shards.includes(entry.shard) ? entry.shard : 0);
  const { db } = deps;
  const now = deps.now();
  const [account] = await credentialsQuery(db, email, isKnownDevice(db, email, deviceHash, now));
  const isKnown = account?.isKnownDevice === true;
  const ownKey = await sha256(isKnown ? `device ${deviceHash} ${email}` : `account ${email}`);
  const limits: AttemptLimit[] = [{ key: ownKey, most: LIMITS.signInFailures }];
  if (!isKnown && network !== null)
    limits.push({ key: await sha256(`network ${network}`), most: LIMITS.signInFailuresPerNetwork });
  const { counted, blockedUntil } = await countAttempt(sharedDb, limits, now);
  if (counted.length === 0) throw signInBlockedError(blockedUntil, now);
  const right = await verifyPassword(password, account?.passwordHash ?? null);
  if (!account || !right) throw new ApiError("invalid_credentials");
  // Failures of others still count when the owner signs in on a known device.
  const ofNetwork = counted.filter(({ key }) => key !== ownKey);
  await clearAttempts(sharedDb, ownKey, ofNetwork);
  // Not before: a refusal of an unknown e-mail must look the same.
  requireSettled(entry);
  return { account, deps };
}
