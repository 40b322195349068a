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
import { DEVICE_MAX_AGE_MS } from "./device-cookie";

const { userId: owner, tokenHash: hash, lastSignInAt } = devices;
const toKnownSince = (now: Date) => new Date(now.getTime() - DEVICE_MAX_AGE_MS).toISOString();

/** Condition that the user of an e-mail has signed in on this device before; without a device it never holds. */
export function isKnownDevice(db: Database, email: string, deviceHash: string | null, now: Date): SQL {
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

/** Statements that note a good sign-in on a device, and forget the user's oldest ones beyond what is kept. */
export function rememberDeviceQueries(
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

/** Statement that forgets the user's devices but one. */
export const forgetOtherDevicesQuery = (db: Database, userId: string, keptHash: string) =>
  db.delete(devices).where(and(eq(owner, userId), ne(hash, keptHash)));

/** Statement that forgets those of the user's devices that a query names, but one. */
export const forgetDevicesQuery = (db: Database, userId: string, named: SQLWrapper, keptHash: string) =>
  db.delete(devices).where(and(eq(owner, userId), inArray(hash, named), ne(hash, keptHash)));
