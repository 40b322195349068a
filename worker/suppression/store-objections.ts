import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { consumeProofCheck } from "../auth/store-quotas";
import { LIMITS } from "../contract/limits";
import type { Database } from "../db/client";
import { toJsonLists } from "../db/json-lists";
import { objections } from "../db/schema/mail";

export type Objection = typeof objections.$inferSelect;

/** Whether there is an objection to an address, or to a domain it lies in. @param to lower case, ASCII; in SQL */
const buildObjectionExists = (to: SQL, statuses: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM objections WHERE objections.status IN (${statuses}) AND objections.entry IN (
    WITH RECURSIVE domain (name) AS (SELECT substr(${to}, instr(${to}, '@') + 1)
      UNION ALL SELECT substr(name, instr(name, '.') + 1) FROM domain WHERE instr(name, '.') > 0)
    SELECT name FROM domain UNION ALL SELECT ${to}))`;

/** Whether somebody who may says that an address is not to be written to. */
export const buildIsObjected = (to: SQL): SQL => buildObjectionExists(to, sql`'listed'`);

/** Whether somebody says so who has not shown that they may. */
export const buildIsObjectionPending = (to: SQL): SQL => buildObjectionExists(to, sql`'pending', 'waiting'`);

/** Those of some addresses that are not to be written to. */
export async function listObjected(db: Database, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await Promise.all(
    toJsonLists(addresses).map((list) =>
      db.all<{ value: string }>(sql`SELECT value FROM json_each(${list}) WHERE ${buildIsObjected(sql`lower(value)`)}`),
    ),
  );
  return new Set(rows.flat().map(({ value }) => value));
}

/** An objection as somebody raises it. */
export interface RaisedObjection extends Pick<Objection, "entry" | "reason" | "network" | "createdAt" | "token"> {
  isDomain: boolean;
}

/** How many may hold: of one network since `hourAgo`, and of the unproven ones of all since `dayAgo`. Times in ISO 8601. */
export interface ObjectionCaps {
  hourAgo: string;
  dayAgo: string;
  ofNetwork: number;
  ofAll: number;
}

// What holds, or has held until the operator lifted it.
const buildUnderNetworkCap = (network: string, { hourAgo, ofNetwork }: ObjectionCaps): SQL =>
  sql`(SELECT count(*) FROM objections
    WHERE network = ${network} AND status <> 'pending' AND created_at > ${hourAgo}) < ${ofNetwork}`;
const buildUnderTotalCap = ({ dayAgo, ofAll }: ObjectionCaps): SQL =>
  sql`(SELECT count(*) FROM objections WHERE status <> 'pending' AND created_at > ${dayAgo}) < ${ofAll}`;

/**
 * Writes an objection down. An address holds unless there were too many of late, a domain is pending. What is pending may
 * hold by a later try; what the operator has lifted waits for them, or for another proof than the one it may have had.
 * @returns how it stands with the entry, and whether its proof may be looked for
 */
export async function addObjection(
  db: Database,
  raised: RaisedObjection,
  caps: ObjectionCaps,
  now: Date,
): Promise<{ objection: Objection; mayCheck: boolean }> {
  const { entry, isDomain, reason, network, createdAt, token } = raised;
  const holds = isDomain ? sql`0` : sql`${buildUnderNetworkCap(network, caps)} AND ${buildUnderTotalCap(caps)}`;
  const was = objections;
  // As if for the first time: after it was lifted, when it holds at last, or when its network has been forgotten.
  const anew = sql`(${was.status} = 'lifted' OR (${was.status} = 'pending' AND excluded.status = 'listed')
    OR (${was.status} <> 'listed' AND ${was.network} = ''))`;
  const seen = sql`EXISTS (SELECT 1 FROM objections
    WHERE entry = ${entry} AND token <> ${token} AND status IN ('pending', 'waiting'))`;
  const [, checks, [objection]] = await db.batch([
    // All columns in the order of the table. `WHERE` tells the conflict clause from a join's.
    db
      .insert(objections)
      .select(sql`SELECT ${entry}, CASE WHEN ${holds} THEN 'listed' ELSE 'pending' END,
      ${reason}, ${network}, ${createdAt}, ${token}, '', 0 WHERE 1`)
      .onConflictDoUpdate({
        target: was.entry,
        set: {
          status: sql`CASE ${was.status} WHEN 'lifted' THEN 'waiting'
          WHEN 'pending' THEN excluded.status ELSE ${was.status} END`,
          reason: sql`CASE WHEN excluded.reason = '' OR ${was.status} = 'listed' THEN ${was.reason} ELSE excluded.reason END`,
          network: sql`CASE WHEN ${anew} THEN excluded.network ELSE ${was.network} END`,
          createdAt: sql`CASE WHEN ${anew} THEN excluded.created_at ELSE ${was.createdAt} END`,
          token: sql`CASE WHEN ${was.status} = 'lifted' OR ${was.token} = '' THEN excluded.token ELSE ${was.token} END`,
          proof: sql`CASE WHEN ${was.status} = 'lifted' THEN '' ELSE ${was.proof} END`,
          seconded: sql`${was.seconded} OR ${was.network} NOT IN ('', excluded.network)`,
        },
      }),
    consumeProofCheck(
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

/** Writes down that a domain was proven, if its token is still that one. It holds, unless too many of this network do. */
export async function saveObjectionProof(
  db: Database,
  proven: RaisedObjection & Pick<Objection, "proof">,
  caps: ObjectionCaps,
): Promise<Objection | undefined> {
  const { entry, network, createdAt, token, proof } = proven;
  const holds = buildUnderNetworkCap(network, caps);
  const [, rows] = await db.batch([
    db
      .update(objections)
      .set({
        proof,
        status: sql`CASE WHEN ${holds} THEN 'listed' ELSE status END`,
        network: sql`CASE WHEN ${holds} THEN ${network} ELSE network END`,
        createdAt: sql`CASE WHEN ${holds} THEN ${createdAt} ELSE created_at END`,
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

/** Forgets where objections came from. The condition stands as in the index, or that would not be used. */
export async function clearObjectionNetworks(db: Database, before: string): Promise<void> {
  await db
    .update(objections)
    .set({ network: "" })
    .where(and(sql`network <> ''`, lt(objections.createdAt, before)));
}
