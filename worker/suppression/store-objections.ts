import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../contract/limits";
import type { SharedDatabase } from "../db/client";
import { toJsonLists } from "../db/json-lists";
import { objections } from "../db/schema/shared";
import { consumeProofCheckQuery } from "../quotas/store-shared-counts";

export type Objection = typeof objections.$inferSelect;

/** Whether the row of `objections` is for an address or a domain above it. @param to lower case, ASCII; SQL */
const concernsSql = (to: SQL): SQL => sql`objections.entry IN (
  WITH RECURSIVE domain (name) AS (SELECT substr(${to}, instr(${to}, '@') + 1)
    UNION ALL SELECT substr(name, instr(name, '.') + 1) FROM domain WHERE instr(name, '.') > 0)
  SELECT name FROM domain UNION ALL SELECT ${to})`;

/** Whether there is such an objection. */
const objectionExistsSql = (to: SQL, statuses: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM objections WHERE objections.status IN (${statuses}) AND ${concernsSql(to)})`;

/** Objections in effect. */
export const isObjectedSql = (to: SQL): SQL => objectionExistsSql(to, sql`'listed'`);

/** Objections that are not proven. */
export const isObjectionPendingSql = (to: SQL): SQL => objectionExistsSql(to, sql`'pending', 'waiting'`);

/** The addresses with an objection in effect. */
export async function listObjected(db: SharedDatabase, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await Promise.all(
    toJsonLists(addresses).map((list) =>
      db.all<{ value: string }>(sql`SELECT value FROM json_each(${list}) WHERE ${isObjectedSql(sql`lower(value)`)}`),
    ),
  );
  return new Set(rows.flat().map(({ value }) => value));
}

/** The objections in effect for some addresses. @param addresses lower case, ASCII */
export async function listEntriesFor(db: SharedDatabase, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return [];
  const rows = await Promise.all(
    toJsonLists(addresses).map((list) =>
      db.all<{ entry: string }>(
        // Addresses first: an entry is found by its key.
        sql`SELECT DISTINCT objections.entry FROM json_each(${list}) AS given CROSS JOIN objections
          WHERE objections.status = 'listed' AND ${concernsSql(sql`given.value`)}`,
      ),
    ),
  );
  return [...new Set(rows.flat().map(({ entry }) => entry))];
}

/** An objection as received. */
export interface RaisedObjection extends Pick<Objection, "entry" | "reason" | "network" | "createdAt" | "token"> {
  isDomain: boolean;
}

/** Caps on objections in effect: of one network since `hourAgo`, of all networks since `dayAgo` (ISO 8601). */
export interface ObjectionCaps {
  hourAgo: string;
  dayAgo: string;
  maxPerNetwork: number;
  maxInAll: number;
}

// Counts objections in effect and those that the operator has lifted since.
const buildUnderNetworkCap = (network: string, { hourAgo, maxPerNetwork }: ObjectionCaps): SQL =>
  sql`(SELECT count(*) FROM objections
    WHERE network = ${network} AND status <> 'pending' AND created_at > ${hourAgo}) < ${maxPerNetwork}`;
const buildUnderTotalCap = ({ dayAgo, maxInAll }: ObjectionCaps): SQL =>
  sql`(SELECT count(*) FROM objections WHERE status <> 'pending' AND created_at > ${dayAgo}) < ${maxInAll}`;

/**
 * Saves an objection. An address takes effect below the caps, a domain is pending. A later call may put a pending one
 * into effect; one lifted by the operator waits for them, or for a new proof.
 * @returns the saved objection, and whether its proof may be checked now
 */
export async function addObjection(
  db: SharedDatabase,
  raised: RaisedObjection,
  caps: ObjectionCaps,
  now: Date,
): Promise<{ objection: Objection; mayCheck: boolean }> {
  const { entry, isDomain, reason, network, createdAt, token } = raised;
  const takesEffect = isDomain ? sql`0` : sql`${buildUnderNetworkCap(network, caps)} AND ${buildUnderTotalCap(caps)}`;
  const existing = objections;
  // Network and time are replaced after a lift, when it takes effect, or when its network has been deleted.
  const isRestarted = sql`(${existing.status} = 'lifted'
    OR (${existing.status} = 'pending' AND excluded.status = 'listed')
    OR (${existing.status} <> 'listed' AND ${existing.network} = ''))`;
  const seen = sql`EXISTS (SELECT 1 FROM objections
    WHERE entry = ${entry} AND token <> ${token} AND status IN ('pending', 'waiting'))`;
  const [, checks, [objection]] = await db.batch([
    // All columns in the order of the table. SQLite needs `WHERE` to parse the conflict clause after a SELECT.
    db
      .insert(objections)
      .select(sql`SELECT ${entry}, CASE WHEN ${takesEffect} THEN 'listed' ELSE 'pending' END,
      ${reason}, ${network}, ${createdAt}, ${token}, '', 0 WHERE 1`)
      .onConflictDoUpdate({
        target: existing.entry,
        set: {
          status: sql`CASE ${existing.status} WHEN 'lifted' THEN 'waiting'
          WHEN 'pending' THEN excluded.status ELSE ${existing.status} END`,
          reason: sql`CASE WHEN excluded.reason = '' OR ${existing.status} = 'listed'
          THEN ${existing.reason} ELSE excluded.reason END`,
          network: sql`CASE WHEN ${isRestarted} THEN excluded.network ELSE ${existing.network} END`,
          createdAt: sql`CASE WHEN ${isRestarted} THEN excluded.created_at ELSE ${existing.createdAt} END`,
          token: sql`CASE WHEN ${existing.status} = 'lifted' OR ${existing.token} = ''
          THEN excluded.token ELSE ${existing.token} END`,
          proof: sql`CASE WHEN ${existing.status} = 'lifted' THEN '' ELSE ${existing.proof} END`,
          seconded: sql`${existing.seconded} OR ${existing.network} NOT IN ('', excluded.network)`,
        },
      }),
    consumeProofCheckQuery(
      db,
      { network, limit: LIMITS.proofChecksPerNetwork },
      now,
      sql`${isDomain ? 1 : 0} = 1 AND ${seen}`,
    ),
    db.select().from(objections).where(eq(objections.entry, entry)),
  ]);
  if (!objection) throw new Error("an objection was not written");
  return { objection, mayCheck: checks.length > 0 };
}

/** Saves a proof if the token is unchanged. The objection takes effect below the cap of its network. */
export async function saveObjectionProof(
  db: SharedDatabase,
  proven: RaisedObjection & Pick<Objection, "proof">,
  caps: ObjectionCaps,
): Promise<Objection | undefined> {
  const { entry, network, createdAt, token, proof } = proven;
  const takesEffect = buildUnderNetworkCap(network, caps);
  const [, rows] = await db.batch([
    db
      .update(objections)
      .set({
        proof,
        status: sql`CASE WHEN ${takesEffect} THEN 'listed' ELSE status END`,
        network: sql`CASE WHEN ${takesEffect} THEN ${network} ELSE network END`,
        createdAt: sql`CASE WHEN ${takesEffect} THEN ${createdAt} ELSE created_at END`,
      })
      .where(
        and(
          eq(objections.entry, entry),
          eq(objections.token, token),
          inArray(objections.status, ["pending", "waiting"]),
        ),
      ),
    db.select().from(objections).where(eq(objections.entry, entry)),
  ]);
  return rows[0];
}

/** Deletes the networks of old objections. The condition repeats that of the partial index, or it would not be used. */
export async function clearObjectionNetworks(db: SharedDatabase, before: string): Promise<void> {
  await db
    .update(objections)
    .set({ network: "" })
    .where(and(sql`network <> ''`, lt(objections.createdAt, before)));
}
