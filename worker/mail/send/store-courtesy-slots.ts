import { eq, lt, type SQL, sql } from "drizzle-orm";
import type { SharedDatabase } from "../../db/client";
import { courtesySlots } from "../../db/schema/shared";
import { isObjectedSql, isObjectionPendingSql } from "../../suppression/store-objections";
import { isUndeliverableSql } from "../../suppression/store-undeliverable-addresses";

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

/** An application with its cap, as SQL. */
type ApplicationSql = Record<keyof ApplicationKey | keyof CourtesyCap, SQL>;

/** SQL: when the last attempt began that must end before there is room for the application; null for none. */
const findBlockSql = ({ companyHash, applicationHash, limit, since }: ApplicationSql): SQL => sql`(
  SELECT taken_at FROM (
    SELECT max(taken_at) AS taken_at, row_number() OVER (ORDER BY max(taken_at) DESC) AS place FROM courtesy_slots
      WHERE company_hash = ${companyHash} AND taken_at > ${since} AND application_hash <> ${applicationHash}
      GROUP BY application_hash)
    WHERE place = ${limit} AND NOT EXISTS (SELECT 1 FROM courtesy_slots
      WHERE company_hash = ${companyHash} AND taken_at > ${since} AND application_hash = ${applicationHash}))`;

/**
 * Takes a slot in one statement, so that of many at once no more get one than there are, unless the address has an
 * objection or is undeliverable. Only a refusal asks why, in a second one: this is the busiest statement of all users.
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
  const application: ApplicationSql = {
    companyHash: sql`${slot.companyHash}`,
    applicationHash: sql`${slot.applicationHash}`,
    limit: sql`${cap.limit}`,
    since: sql`${cap.since}`,
  };
  const taken = await db
    .insert(courtesySlots)
    // All columns in the order of the table.
    .select(
      sql`SELECT ${slot.attemptHash}, ${slot.companyHash}, ${slot.applicationHash}, ${slot.takenAt}
        WHERE NOT ${isObjectedSql(sql`${address}`)}
          AND (${isPendingConfirmed ? 1 : 0} = 1 OR NOT ${isObjectionPendingSql(sql`${address}`)})
          AND NOT ${isUndeliverableSql(sql`${addressHash}`, reportsSince)}
          AND ${findBlockSql(application)} IS NULL`,
    )
    .returning({ takenAt: courtesySlots.takenAt });
  if (taken.length > 0) return null;
  const [state] = await findSharedStates(db, [{ ...slot, cap, address, addressHash }], reportsSince);
  if (state?.objection === "listed") return { reason: "do_not_contact" };
  if (state?.objection === "pending" && !isPendingConfirmed) return { reason: "objection_pending" };
  if (state?.isUndeliverable) return { reason: "undeliverable_address" };
  // What was in the way may have gone meanwhile: the next full hour is soon enough.
  return { reason: "courtesy_wait", blockedSince: state?.blockedSince ?? cap.since };
}

export async function returnSlot(db: SharedDatabase, attemptHash: string): Promise<void> {
  await db.delete(courtesySlots).where(eq(courtesySlots.attemptHash, attemptHash));
}

/** What all users share, of one application. */
interface SharedState {
  /** When the attempt began that blocks it; null for none. */
  blockedSince: string | null;
  isUndeliverable: boolean;
  /** In effect, or not proven; null for none. */
  objection: "listed" | "pending" | null;
}

/** The states of applications that take no slot, in their order. One statement. */
export async function findSharedStates(
  db: SharedDatabase,
  applications: readonly (ApplicationKey & { cap: CourtesyCap; address: string; addressHash: string })[],
  reportsSince: string,
): Promise<SharedState[]> {
  if (applications.length === 0) return [];
  const given = applications.map(({ companyHash, applicationHash, cap, address, addressHash }) => ({
    companyHash,
    applicationHash,
    ...cap,
    address,
    addressHash,
  }));
  const read = (name: keyof (typeof given)[number]) => sql`given.value ->> ${sql.raw(`'${name}'`)}`;
  const application: ApplicationSql = {
    companyHash: read("companyHash"),
    applicationHash: read("applicationHash"),
    limit: read("limit"),
    since: read("since"),
  };
  const rows = await db.all<{
    blocked_since: string | null;
    is_undeliverable: number;
    objection: SharedState["objection"];
  }>(
    sql`SELECT ${findBlockSql(application)} AS blocked_since,
      ${isUndeliverableSql(read("addressHash"), reportsSince)} AS is_undeliverable,
      CASE WHEN ${isObjectedSql(read("address"))} THEN 'listed'
        WHEN ${isObjectionPendingSql(read("address"))} THEN 'pending' END AS objection
      FROM json_each(${JSON.stringify(given)}) AS given ORDER BY given.key`,
  );
  return rows.map((row) => ({
    blockedSince: row.blocked_since,
    isUndeliverable: row.is_undeliverable === 1,
    objection: row.objection,
  }));
}

export async function deleteSlotsBefore(db: SharedDatabase, time: string): Promise<void> {
  await db.delete(courtesySlots).where(lt(courtesySlots.takenAt, time));
}
