import { and, eq, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client";
import { toJsonLists } from "../db/json-lists";
import { objections } from "../db/schema/mail";

type Objection = typeof objections.$inferSelect;

/** Whether somebody who may says that an address is not to be written to: of itself, or of a domain it lies in. @param to lower case, ASCII; in SQL */
export const objectedTo = (to: SQL): SQL => sql`EXISTS (SELECT 1 FROM objections WHERE objections.status = 'listed' AND objections.entry IN (
  WITH RECURSIVE domain (name) AS (SELECT substr(${to}, instr(${to}, '@') + 1) UNION ALL SELECT substr(name, instr(name, '.') + 1) FROM domain WHERE instr(name, '.') > 0)
  SELECT name FROM domain UNION ALL SELECT ${to}))`;

/** Those of some addresses that are not to be written to. */
export async function objectedAmong(db: Database, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await Promise.all(toJsonLists(addresses).map((list) => db.all<{ value: string }>(sql`SELECT value FROM json_each(${list}) WHERE ${objectedTo(sql`lower(value)`)}`)));
  return new Set(rows.flat().map(({ value }) => value));
}

/**
 * Puts an objection on the list, unless there were too many of late; what an operator has taken off it waits for them instead.
 * @param most how many may have come from this network since `since.hour`, and from everybody since `since.day`
 * @returns how it stands with the entry; undefined when there were too many
 */
export async function addObjection(db: Database, { entry, reason, network, createdAt }: Omit<Objection, "status">, since: { hour: string; day: string }, most: { network: number; all: number }): Promise<Objection["status"] | undefined> {
  const [, rows] = await db.batch([
    // All columns in the order of the table.
    db.insert(objections).select(sql`SELECT ${entry}, 'listed', ${reason}, ${network}, ${createdAt}
      WHERE (SELECT count(*) FROM objections WHERE network = ${network} AND network <> '' AND created_at > ${since.hour}) < ${most.network}
      AND (SELECT count(*) FROM objections WHERE created_at > ${since.day}) < ${most.all}`)
      .onConflictDoUpdate({ target: objections.entry, set: { status: "waiting", reason: sql`excluded.reason` }, setWhere: ne(objections.status, "listed") }),
    db.select({ status: objections.status }).from(objections).where(eq(objections.entry, entry)),
  ]);
  return rows[0]?.status;
}

/** Forgets where objections came from once they no longer count against that network. */
export async function forgetNetworks(db: Database, before: string): Promise<void> {
  await db.update(objections).set({ network: "" }).where(and(ne(objections.network, ""), lt(objections.createdAt, before)));
}
