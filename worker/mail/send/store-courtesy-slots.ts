import { eq, lt, type SQL, sql } from "drizzle-orm";
import type { UserDatabase } from "../../db/client";
import { courtesySlots } from "../../db/schema/mail";
import { isUndeliverableSql, undeliverableQuery } from "../../suppression/store-undeliverable-addresses";

// Slots are shared by all users. No statement here names a table of a user, as these will lie in other databases.

/** An application to a company, as hashes. */
export interface ApplicationKey {
  companyHash: string;
  applicationHash: string;
}

/** The address of a mail as a hash, and since when reports about it count (ISO 8601). */
export interface AddressKey {
  addressHash: string;
  reportsSince: string;
}

/** How many applications a company may get, and since when they count (ISO 8601). */
export interface CourtesyCap {
  limit: number;
  since: string;
}

/** SQL: one row with the last attempt of the application that must end before there is room for this one. */
const findBlockSql = (key: ApplicationKey, { limit, since }: CourtesyCap): SQL => sql`
  SELECT max(taken_at) AS taken_at FROM courtesy_slots
    WHERE company_hash = ${key.companyHash} AND taken_at > ${since} AND application_hash <> ${key.applicationHash}
    GROUP BY application_hash ORDER BY 1 DESC LIMIT 1 OFFSET ${limit - 1}`;

const hasSlotSql = (key: ApplicationKey, { since }: CourtesyCap): SQL => sql`EXISTS (SELECT 1 FROM courtesy_slots
  WHERE company_hash = ${key.companyHash} AND taken_at > ${since} AND application_hash = ${key.applicationHash})`;

/**
 * Takes a slot in one statement, so that of many at once no more get one than there are.
 * @returns null when it was taken, else the time of the attempt that blocks it, or that the address is undeliverable
 */
export async function takeSlot(
  db: UserDatabase,
  slot: ApplicationKey & { attemptHash: string; takenAt: string },
  cap: CourtesyCap,
  { addressHash, reportsSince }: AddressKey,
): Promise<{ blockedSince: string } | "undeliverable" | null> {
  const [taken, blocks, undeliverable] = await db.batch([
    db
      .insert(courtesySlots)
      // All columns in the order of the table.
      .select(
        sql`SELECT ${slot.attemptHash}, ${slot.companyHash}, ${slot.applicationHash}, ${slot.takenAt}
          WHERE NOT ${isUndeliverableSql(sql`${addressHash}`, reportsSince)}
            AND (${hasSlotSql(slot, cap)} OR NOT EXISTS (${findBlockSql(slot, cap)}))`,
      )
      .returning({ takenAt: courtesySlots.takenAt }),
    db.select({ takenAt: sql<string>`taken_at` }).from(sql`(${findBlockSql(slot, cap)})`),
    undeliverableQuery(db, [addressHash], reportsSince),
  ]);
  if (taken.length > 0) return null;
  return undeliverable.length > 0 ? "undeliverable" : { blockedSince: blocks[0]?.takenAt ?? slot.takenAt };
}

export async function returnSlot(db: UserDatabase, attemptHash: string): Promise<void> {
  await db.delete(courtesySlots).where(eq(courtesySlots.attemptHash, attemptHash));
}

/**
 * For applications in their order: the time of the attempt that blocks each, null for none; and which of their
 * addresses are undeliverable. One round trip.
 */
export async function findBlocks(
  db: UserDatabase,
  applications: readonly (ApplicationKey & { cap: CourtesyCap; addressHash: string })[],
  reportsSince: string,
): Promise<{ blocks: (string | null)[]; undeliverable: ReadonlySet<string> }> {
  if (applications.length === 0) return { blocks: [], undeliverable: new Set() };
  const addresses = applications.map(({ addressHash }) => addressHash);
  const [undeliverable, ...blocks] = await db.batch([
    undeliverableQuery(db, addresses, reportsSince),
    ...applications.map(({ cap, ...key }) =>
      db
        .select({ takenAt: sql<string>`taken_at` })
        .from(sql`(${findBlockSql(key, cap)})`)
        .where(sql`NOT ${hasSlotSql(key, cap)}`),
    ),
  ]);
  return {
    blocks: blocks.map(([block]) => block?.takenAt ?? null),
    undeliverable: new Set(undeliverable.map(({ addressHash }) => addressHash)),
  };
}

export async function deleteSlotsBefore(db: UserDatabase, time: string): Promise<void> {
  await db.delete(courtesySlots).where(lt(courtesySlots.takenAt, time));
}
