import { eq, lt, type SQL, sql } from "drizzle-orm";
import type { SharedDatabase } from "../../db/client";
import { courtesySlots } from "../../db/schema/shared";
import { isObjectedSql, isObjectionPendingSql, objectionStatesQuery } from "../../suppression/store-objections";
import { isUndeliverableSql, undeliverableQuery } from "../../suppression/store-undeliverable-addresses";

/** An application to a company, as hashes. */
export interface ApplicationKey {
  companyHash: string;
  applicationHash: string;
}

/** The address of a mail, its hash, and since when reports about it count (ISO 8601). */
export interface AddressKey {
  address: string;
  addressHash: string;
  reportsSince: string;
}

/** Why a mail may not leave, as all users share it; the time of the attempt that it must wait for (ISO 8601). */
type SharedRefusal =
  | { reason: "do_not_contact" | "objection_pending" | "undeliverable_address" }
  | { reason: "courtesy_wait"; blockedSince: string };

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
 * Takes a slot in one statement, so that of many at once no more get one than there are, unless the address has an
 * objection or is undeliverable.
 * @param isPendingConfirmed the user knows of an objection that is not proven
 * @returns null when it was taken, else why not
 */
export async function takeSlot(
  db: SharedDatabase,
  slot: ApplicationKey & { attemptHash: string; takenAt: string },
  cap: CourtesyCap,
  { address, addressHash, reportsSince }: AddressKey,
  isPendingConfirmed: boolean,
): Promise<SharedRefusal | null> {
  const [taken, blocks, undeliverable, [objection]] = await db.batch([
    db
      .insert(courtesySlots)
      // All columns in the order of the table.
      .select(
        sql`SELECT ${slot.attemptHash}, ${slot.companyHash}, ${slot.applicationHash}, ${slot.takenAt}
          WHERE NOT ${isObjectedSql(sql`${address}`)}
            AND (${isPendingConfirmed ? 1 : 0} = 1 OR NOT ${isObjectionPendingSql(sql`${address}`)})
            AND NOT ${isUndeliverableSql(sql`${addressHash}`, reportsSince)}
            AND (${hasSlotSql(slot, cap)} OR NOT EXISTS (${findBlockSql(slot, cap)}))`,
      )
      .returning({ takenAt: courtesySlots.takenAt }),
    db.select({ takenAt: sql<string>`taken_at` }).from(sql`(${findBlockSql(slot, cap)})`),
    undeliverableQuery(db, [addressHash], reportsSince),
    objectionStatesQuery(db, [address]),
  ]);
  if (taken.length > 0) return null;
  if (objection?.isListed) return { reason: "do_not_contact" };
  if (objection && !isPendingConfirmed) return { reason: "objection_pending" };
  if (undeliverable.length > 0) return { reason: "undeliverable_address" };
  return { reason: "courtesy_wait", blockedSince: blocks[0]?.takenAt ?? slot.takenAt };
}

export async function returnSlot(db: SharedDatabase, attemptHash: string): Promise<void> {
  await db.delete(courtesySlots).where(eq(courtesySlots.attemptHash, attemptHash));
}

/** What all users share, of some applications. */
interface SharedState {
  /** In the order of the applications: the time of the attempt that blocks each, null for none. */
  blocks: (string | null)[];
  /** Hashes of addresses. */
  undeliverable: ReadonlySet<string>;
  /** Addresses with an objection, and whether it is in effect. */
  objections: ReadonlyMap<string, { isListed: boolean }>;
}

/** The state of applications that take no slot. One round trip. */
export async function findSharedState(
  db: SharedDatabase,
  applications: readonly (ApplicationKey & { cap: CourtesyCap; address: string; addressHash: string })[],
  reportsSince: string,
): Promise<SharedState> {
  if (applications.length === 0) return { blocks: [], undeliverable: new Set(), objections: new Map() };
  const [undeliverable, objections, ...blocks] = await db.batch([
    undeliverableQuery(
      db,
      applications.map(({ addressHash }) => addressHash),
      reportsSince,
    ),
    objectionStatesQuery(
      db,
      applications.map(({ address }) => address),
    ),
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
    objections: new Map(objections.map((objection) => [objection.address, objection])),
  };
}

export async function deleteSlotsBefore(db: SharedDatabase, time: string): Promise<void> {
  await db.delete(courtesySlots).where(lt(courtesySlots.takenAt, time));
}
