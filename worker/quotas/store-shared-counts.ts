import { lt, type SQL, sql } from "drizzle-orm";
import type { SharedDatabase } from "../db/client";
import { sharedSpending } from "../db/schema/shared";
import { HOUR_MS, toPeriod } from "./rules-quotas";
import { toNextCount } from "./store-quotas";

type CountKey = Pick<typeof sharedSpending.$inferInsert, "owner" | "kind" | "period"> & { limit: number };

/** Counts one if the limit allows it and `when` holds; no row means no. A new period starts at zero. */
const consumeQuery = (db: SharedDatabase, { owner, kind, period, limit }: CountKey, when = sql`1`) =>
  db
    .insert(sharedSpending)
    // All columns in the order of the table.
    .select(sql`SELECT ${owner}, ${kind}, ${period}, 1 WHERE ${limit} > 0 AND ${when}`)
    .onConflictDoUpdate({
      target: [sharedSpending.owner, sharedSpending.kind],
      ...toNextCount(sharedSpending, period, limit),
    })
    .returning({ count: sharedSpending.count });

const ofNetwork = (network: string) => `network:${network}`;

/** A network, hashed, and how much it may do in an hour. */
interface NetworkLimit {
  network: string;
  limit: number;
}

/** Counts a registration attempt under the hourly limits of its networks. @returns false when one is used up */
export async function consumeRegistrations(
  db: SharedDatabase,
  limits: readonly NetworkLimit[],
  now: Date,
): Promise<boolean> {
  const period = toPeriod(now, HOUR_MS).began;
  const [first, ...others] = limits.map(({ network, limit }) =>
    consumeQuery(db, { owner: ofNetwork(network), kind: "registration", period, limit }),
  );
  if (!first) return true;
  return (await db.batch([first, ...others])).every((counted) => counted.length > 0);
}

/**
 * Query that counts a check for a domain's proof under the hourly limit of a network, if `when` holds; no row: not now.
 */
export const consumeProofCheckQuery = (db: SharedDatabase, { network, limit }: NetworkLimit, now: Date, when: SQL) =>
  consumeQuery(
    db,
    { owner: ofNetwork(network), kind: "proof_check", period: toPeriod(now, HOUR_MS).began, limit },
    when,
  );

/** Deletes the counts of past hours. */
export async function deleteExpiredNetworkCounts(db: SharedDatabase, now: Date): Promise<void> {
  await db.delete(sharedSpending).where(lt(sharedSpending.period, toPeriod(now, HOUR_MS).began));
}
