import { type SQL, sql } from "drizzle-orm";
import { isGeneratingSql } from "./store-message-claims";

/** Why a bulk generation skips a company, in SQL; null to queue it. Decides what is queued and what is answered. */
export function skipReasonSql(overwrite: boolean, now: Date): SQL {
  return sql`CASE
    WHEN c.id IS NULL OR c.archived_at IS NOT NULL THEN 'not_found'
    WHEN c.send_status IN ('sending', 'sent') THEN 'already_sent'
    WHEN ${isGeneratingSql(sql.raw("c.generating_since"), now)} THEN 'generating'
    WHEN c.message <> '' AND NOT ${overwrite ? 1 : 0} THEN 'has_message' END`;
}
