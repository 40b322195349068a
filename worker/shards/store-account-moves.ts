import { and, lt, sql } from "drizzle-orm";
import type { UserDatabase } from "../db/client";
import { accountMoves } from "../db/schema/moves";

/** Deletes what is kept of moves that ended before. */
export async function deleteEndedMoves(db: UserDatabase, before: string): Promise<void> {
  // In words, as their index has it.
  await db.delete(accountMoves).where(and(sql`state IN ('gone', 'arrived')`, lt(accountMoves.changedAt, before)));
}
