import { lt, type SQL, sql } from "drizzle-orm";
import type { SharedDatabase } from "../db/client";
import { undeliverableReports } from "../db/schema/shared";

/** Users who must have got the same report. */
const REPORTERS = 2;

/** SQL: whether an address is undeliverable for everybody. @param addressHash a column or a value */
export const isUndeliverableSql = (
  addressHash: SQL,
  since: string,
): SQL => sql`EXISTS (SELECT 1 FROM undeliverable_reports
  WHERE address_hash = ${addressHash} AND reported_at > ${since}
  GROUP BY address_hash HAVING count(*) >= ${REPORTERS} OR max(grounds = 'null_mx') = 1)`;

export async function insertReport(
  db: SharedDatabase,
  report: typeof undeliverableReports.$inferInsert,
): Promise<void> {
  const { addressHash, reporterHash } = undeliverableReports;
  await db
    .insert(undeliverableReports)
    .values(report)
    .onConflictDoUpdate({
      target: [addressHash, reporterHash],
      set: { grounds: report.grounds, reportedAt: report.reportedAt },
    });
}

export async function deleteReportsBefore(db: SharedDatabase, time: string): Promise<void> {
  await db.delete(undeliverableReports).where(lt(undeliverableReports.reportedAt, time));
}
