import { and, eq, lte, or, sql } from "drizzle-orm";
import type { Database } from "../../db/client";
import { toJsonLists } from "../../db/json-lists";
import type { SiteReading } from "../../db/schema/json-types";
import { sites } from "../../db/schema/search";

/**
 * The cache of sites, shared by all users: whoever asks, a site is read once a month. A reader claims a site first; others wait
 * for what it finds.
 */

/** How long a reading is good, how long a redirect is believed, and how long a site that could not be read is left alone. Milliseconds. */
const READING_TTL_MS = 30 * 86_400_000;
const REDIRECT_TTL_MS = 7 * 86_400_000;
const UNREADABLE_TTL_MS = 86_400_000;
/** A site takes 20 seconds and its turn in the line; a claim older than this belongs to a reader that died. Milliseconds. */
const CLAIM_TIMEOUT_MS = 60_000;

const toIsoAfter = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/**
 * Asks about sites and claims those that nobody has read lately.
 * @param reader the search they are for: it gets its own claims back after a crash
 * @returns what is known, by site, and the sites that are the reader's to read; the rest is being read by somebody else
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

/** Keeps what was read, in one round trip whatever the number. */
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
        sql`SELECT json_extract(value, '$.site'), json_extract(value, '$.reading'), json_extract(value, '$.freshUntil'), '', '' FROM json_each(${list}) WHERE true`,
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

/** Lets go of claims whose sites will not be read after all. */
export async function releaseSiteClaims(db: Database, reader: string, held: string[]): Promise<void> {
  await db
    .update(sites)
    .set({ claimedBy: "", claimedUntil: "" })
    .where(
      and(eq(sites.claimedBy, reader), sql`${sites.site} IN (SELECT value FROM json_each(${JSON.stringify(held)}))`),
    );
}

/** Forgets readings that are out of date, a bounded number at a time. */
export async function purgeSites(db: Database, now: Date, most: number): Promise<void> {
  await db
    .delete(sites)
    .where(
      sql`${sites.site} IN (SELECT site FROM sites WHERE fresh_until <= ${now.toISOString()} AND claimed_until <= ${now.toISOString()} LIMIT ${most})`,
    );
}
