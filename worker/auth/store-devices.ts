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
import type { UserDatabase, Statement } from "../db/client";
import { devices, users } from "../db/schema/account";
import { DEVICE_MAX_AGE_MS } from "./device-cookie";

const { userId: owner, tokenHash: hash, lastSignInAt } = devices;
const toKnownSince = (now: Date) => new Date(now.getTime() - DEVICE_MAX_AGE_MS).toISOString();

/** Condition that the user of an e-mail has signed in on this device before; false without a device. */
export function isKnownDevice(db: UserDatabase, email: string, deviceHash: string | null, now: Date): SQL {
  if (deviceHash === null) return sql`0`;
  const known = db
    .select({ one: sql`1` })
    .from(devices)
    .innerJoin(users, eq(users.id, owner))
    .where(
      and(eq(users.email, email), isNull(users.deletedAt), eq(hash, deviceHash), gt(lastSignInAt, toKnownSince(now))),
    );
  return exists(known);
}

/** Queries that record a sign-in on a device, and delete the user's oldest ones beyond the limit. */
export function rememberDeviceQueries(
  db: UserDatabase,
  { userId, deviceHash }: { userId: string; deviceHash: string },
  now: Date,
): [Statement, ...Statement[]] {
  const at = now.toISOString();
  const newest = db
    .select({ hash })
    .from(devices)
    .where(eq(owner, userId))
    .orderBy(sql`${lastSignInAt} DESC`)
    .limit(LIMITS.knownDevices);
  return [
    db
      .insert(devices)
      .values({ userId, tokenHash: deviceHash, lastSignInAt: at })
      .onConflictDoUpdate({ target: [owner, hash], set: { lastSignInAt: at } }),
    db
      .delete(devices)
      .where(and(eq(owner, userId), or(notInArray(hash, newest), lte(lastSignInAt, toKnownSince(now))))),
  ];
}

/** Query that deletes the user's devices but one. */
export const forgetOtherDevicesQuery = (db: UserDatabase, userId: string, keptHash: string) =>
  db.delete(devices).where(and(eq(owner, userId), ne(hash, keptHash)));

/** Query that deletes the user's devices in a subquery, but one. */
export const forgetDevicesQuery = (db: UserDatabase, userId: string, named: SQLWrapper, keptHash: string) =>
  db.delete(devices).where(and(eq(owner, userId), inArray(hash, named), ne(hash, keptHash)));
