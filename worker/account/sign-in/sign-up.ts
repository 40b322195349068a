import type { Context } from "hono";
import type { z } from "zod";
import { readClientNetwork } from "../../auth/client-network";
import { prepareSession } from "../../auth/session-lifecycle";
import type { CommonDeps } from "../../compose";
import type { RegisterBody } from "../../contract/account";
import { sha256 } from "../../lib/hash";
import { ApiError } from "../../platform/api-error";
import { HOUR_MS, toPeriod } from "../../quotas/rules-quotas";
import { consumeRegistrations } from "../../quotas/store-shared-counts";
import { type Account, emailTakenQuery, createAccountWithSession } from "../store-accounts";
import { hashPassword } from "./password-hash";
import { reserveAccount } from "./reserve-account";

/**
 * Opens an account with a password and signs it in. The attempt is counted before any password is hashed, whatever its
 * result, so that probing for registered e-mails is limited too.
 * @throws ApiError registration_limit when the hour's attempts of the network are used up, or email_taken
 */
export async function signUp(
  c: Context,
  deps: CommonDeps,
  { password, ...rest }: z.output<typeof RegisterBody>,
): Promise<Account> {
  const { sharedDb, config } = deps;
  const now = deps.now();
  const limits = await listRegistrationLimits(c, config.registrationsPerHour);
  const [taken, isAllowed] = await Promise.all([
    // The directory does not know accounts from before it.
    emailTakenQuery(deps.openShard(0).db, rest.email),
    consumeRegistrations(sharedDb, limits, now),
  ]);
  if (!isAllowed) throw new ApiError("registration_limit", { retryAfterSeconds: toPeriod(now, HOUR_MS).secondsLeft });
  if (taken.length > 0) throw new ApiError("email_taken");
  const [passwordHash, reserved] = await Promise.all([hashPassword(password), reserveAccount(deps, rest)]);
  if (!reserved) throw new ApiError("email_taken");
  const { userId: id, deps: ownDeps } = reserved;
  const account = { ...rest, id, passwordHash, createdAt: now.toISOString() };
  const { statements, finish } = await prepareSession(c, ownDeps, id);
  const opened = await createAccountWithSession(ownDeps.db, account, statements);
  if (!opened) throw new ApiError("email_taken");
  await finish(opened.answers);
  return opened.account;
}

/** How many times more attempts a /48 has than one /64 in it. */
const NETWORKS_PER_WIDE_NETWORK = 5;

/** Keys that a registration attempt counts under: its network, and for IPv6 the wider one of its customer. */
async function listRegistrationLimits(c: Context, limit: number): Promise<{ network: string; limit: number }[]> {
  const client = readClientNetwork(c);
  if (client === null) return [];
  const { network, wideNetwork } = client;
  const narrow = { network: await sha256(`registering ${network}`), limit };
  if (network === wideNetwork) return [narrow];
  return [narrow, { network: await sha256(`registering ${wideNetwork}`), limit: limit * NETWORKS_PER_WIDE_NETWORK }];
}
