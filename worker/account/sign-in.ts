import type { Statement } from "../db/client";
import type { Deps } from "../deps";
import { Refusal } from "../refusal";
import { sha256 } from "../sha256";
import { verifyPassword } from "./password";
import { networkOf } from "./rules-sign-in";
import { type Account, credentialsQuery } from "./store";
import { countTry, forgive, waitQuery } from "./store-sign-ins";

/**
 * Checks an e-mail and a password. Unknown, wrong and without a password are one answer and take one time; while a wait lasts
 * no password is looked at, right ones included.
 * @param address of the client, as Cloudflare names it
 * @returns the account, and the statements that forget its failures
 * @throws Refusal invalid_credentials, or sign_in_blocked after too many failures of the account or its network
 */
export async function signInByPassword(deps: Pick<Deps, "db" | "now">, { email, password }: { email: string; password: string }, address: string): Promise<{ account: Account; forgiving: readonly Statement[] }> {
  const { db } = deps;
  const now = deps.now();
  const tried = { account: await sha256(`account ${email}`), network: await sha256(`network ${networkOf(address)}`) };
  const [counted, [wait], [account]] = await db.batch([countTry(db, tried, now), waitQuery(db, tried, now), credentialsQuery(db, email)]);
  if (counted.length === 0) throw new Refusal("sign_in_blocked", { retryAfterSeconds: Math.max(1, (Date.parse(wait?.until ?? "") - now.getTime()) / 1_000) });
  const right = await verifyPassword(password, account?.passwordHash ?? null);
  if (!account || !right) throw new Refusal("invalid_credentials");
  return { account, forgiving: forgive(db, tried, counted) };
}
