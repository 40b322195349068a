import { and, eq, lte, or, sql } from "drizzle-orm";
import type { Database } from "../../db/client";
import { toJsonLists } from "../../db/json-lists";
import type { SiteReading } from "../../db/schema/json-types";
import { sites } from "../../db/schema/search";

/**
 * The cache of sites, shared by all users: a site is read once a month. A search claims a site before it reads it;
 * others wait for the result.
 */

/** How long readings, redirects and failures are cached (ms). */
const READING_TTL_MS = 30 * 86_400_000;
const REDIRECT_TTL_MS = 7 * 86_400_000;
const UNREADABLE_TTL_MS = 86_400_000;
/** A site takes 20 s plus its wait in the queue; after this long the claim's reader is dead (ms). */
const CLAIM_TIMEOUT_MS = 60_000;

const toIsoAfter = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/**
 * Finds cached readings and claims the sites without one.
 * @param reader id of the search: after a crash it gets its own claims back
 * @returns cached readings by site, and the sites claimed now; another search is reading the rest
 */
export async function claimSites(
  db: Database,
  reader: string,
  wanted: string[],
  now: Date,
): Promise<{ known: Map<string, SiteReading>; claimed: Set<string> }> {
  const at = now.toISOString();
  const list = JSON.stringify(wanted);
  const [claimed, fresh] = await db.batch([
    db
      .insert(sites)
      .select(
        sql`SELECT value, NULL, '', ${reader}, ${toIsoAfter(now, CLAIM_TIMEOUT_MS)} FROM json_each(${list}) WHERE true`,
      )
      .onConflictDoUpdate({
        target: sites.site,
        set: { claimedBy: sql`excluded.claimed_by`, claimedUntil: sql`excluded.claimed_until` },
        setWhere: and(lte(sites.freshUntil, at), or(eq(sites.claimedBy, reader), lte(sites.claimedUntil, at))),
      })
      .returning({ site: sites.site }),
    db
      .select({ site: sites.site, reading: sites.reading })
      .from(sites)
      .where(sql`${sites.freshUntil} > ${at} AND ${sites.site} IN (SELECT value FROM json_each(${list}))`),
  ]);
  return {
    known: new Map(fresh.flatMap(({ site, reading }) => (reading ? [[site, reading] as const] : []))),
    claimed: new Set(claimed.map(({ site }) => site)),
  };
}

/** One round trip for any number of readings. */
export async function saveSiteReadings(
  db: Database,
  readings: { site: string; reading: SiteReading }[],
  now: Date,
): Promise<void> {
  const rows = readings.map(({ site, reading }) => ({ site, reading, freshUntil: toIsoAfter(now, getTtlMs(reading)) }));
  const [first, ...more] = toJsonLists(rows).map((list) =>
    db
      .insert(sites)
      .select(
        sql`SELECT json_extract(value, '$.site'), json_extract(value, '$.reading'),
          json_extract(value, '$.freshUntil'), '', '' FROM json_each(${list}) WHERE true`,
      )
      .onConflictDoUpdate({
        target: sites.site,
        set: { reading: sql`excluded.reading`, freshUntil: sql`excluded.fresh_until`, claimedBy: "", claimedUntil: "" },
      }),
  );
  if (first) await db.batch([first, ...more]);
}

const getTtlMs = ({ read, movedTo }: SiteReading): number =>
  movedTo !== null ? REDIRECT_TTL_MS : read ? READING_TTL_MS : UNREADABLE_TTL_MS;

/** Releases the claims of sites that will not be read. */
export async function releaseSiteClaims(db: Database, reader: string, claimed: string[]): Promise<void> {
  await db
    .update(sites)
    .set({ claimedBy: "", claimedUntil: "" })
    .where(
      and(eq(sites.claimedBy, reader), sql`${sites.site} IN (SELECT value FROM json_each(${JSON.stringify(claimed)}))`),
    );
}

/** Deletes expired readings, at most `limit`. */
export async function purgeSites(db: Database, now: Date, limit: number): Promise<void> {
  const at = now.toISOString();
  await db.delete(sites).where(
    sql`${sites.site} IN (
        SELECT site FROM sites WHERE fresh_until <= ${at} AND claimed_until <= ${at} LIMIT ${limit})`,
  );
}
