import {
  and,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { LIMITS } from "../contract/limits";
import type { Database, Statement } from "../db/client";
import { devices, users } from "../db/schema/account";
import { DEVICE_KNOWN_MS } from "./device";

const { userId: owner, tokenHash: hash, lastSignInAt } = devices;
const knownSince = (now: Date) => new Date(now.getTime() - DEVICE_KNOWN_MS).toISOString();

/** Condition that the user of an e-mail has signed in on this device before; without a device it never holds. */
export function isKnownDevice(db: Database, email: string, deviceHash: string | null, now: Date): SQL {
  if (deviceHash === null) return sql`0`;
  const known = db
    .select({ one: sql`1` })
    .from(devices)
    .innerJoin(users, eq(users.id, owner))
    .where(
      and(eq(users.email, email), isNull(users.deletedAt), eq(hash, deviceHash), gt(lastSignInAt, knownSince(now))),
    );
  return exists(known);
}

/** Statements that note a good sign-in on a device, and forget the user's oldest ones beyond what is kept. */
export function rememberDevice(
  db: Database,
  { userId, deviceHash }: { userId: string; deviceHash: string },
  now: Date,
): [Statement, ...Statement[]] {
  const at = now.toISOString();
  const newest = db
    .select({ hash })
    .from(devices)
    .where(eq(owner, userId))
    .orderBy(sql`${lastSignInAt} DESC`)
    .limit(LIMITS.devices);
  return [
    db
      .insert(devices)
      .values({ userId, tokenHash: deviceHash, lastSignInAt: at })
      .onConflictDoUpdate({ target: [owner, hash], set: { lastSignInAt: at } }),
    db.delete(devices).where(and(eq(owner, userId), or(notInArray(hash, newest), lte(lastSignInAt, knownSince(now))))),
  ];
}

/** Statement that forgets the user's devices but one. */
export const forgetOtherDevices = (db: Database, userId: string, kept: string) =>
  db.delete(devices).where(and(eq(owner, userId), ne(hash, kept)));

/** Statement that forgets those of the user's devices that a query names, but one. */
export const forgetDevices = (db: Database, userId: string, named: SQLWrapper, kept: string) =>
  db.delete(devices).where(and(eq(owner, userId), inArray(hash, named), ne(hash, kept)));
