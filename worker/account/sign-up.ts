import type { Context } from "hono";
import type { z } from "zod";
import type { RegisterBody } from "../contract/account";
import type { Deps } from "../deps";
import { Refusal } from "../refusal";
import { sha256 } from "../sha256";
import { hashPassword } from "./password";
import { networkOf } from "./rules-sign-in";
import { HOUR, periodOf } from "./rules-spending";
import { openingOf } from "./session";
import { type Account, emailTakenQuery, openAccount } from "./store";
import { spendRegistration } from "./store-spending";

/**
 * Opens an account with a password and signs it in. A try is counted before any password is hashed, whatever becomes of it: who asks
 * which e-mails have an account is counted too.
 * @throws Refusal registration_limit when the hour's tries of the network are used up, or email_taken
 */
export async function signUp(c: Context, { db, config, now: clock }: Pick<Deps, "db" | "config" | "now">, { password, ...rest }: z.output<typeof RegisterBody>): Promise<Account> {
  const now = clock();
  const network = await sha256(`registering ${networkOf(c.req.header("cf-connecting-ip") ?? "")}`);
  const [counted, taken] = await db.batch([spendRegistration(db, { network, limit: config.registrationsPerHour }, now), emailTakenQuery(db, rest.email)]);
  if (counted.length === 0) throw new Refusal("registration_limit", { retryAfterSeconds: periodOf(now, HOUR).secondsLeft });
  if (taken.length > 0) throw new Refusal("email_taken");
  const account = { ...rest, id: crypto.randomUUID(), passwordHash: await hashPassword(password), createdAt: now.toISOString() };
  const { statements, giveCookie } = await openingOf(c, db, account.id, now);
  const opened = await openAccount(db, account, statements);
  if (!opened) throw new Refusal("email_taken");
  giveCookie();
  return opened;
}
