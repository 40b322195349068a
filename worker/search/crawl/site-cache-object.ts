import { DurableObject } from "cloudflare:workers";
import { logError } from "../../lib/log";
import type { SiteCacheRpc } from "../../platform/durable-objects";
import type { Env } from "../../platform/env";
import { SiteReading } from "../../platform/site-reading";

/** How long readings, redirects and failures are cached (ms). */
const READING_TTL_MS = 30 * 86_400_000;
const REDIRECT_TTL_MS = 7 * 86_400_000;
const UNREADABLE_TTL_MS = 86_400_000;
/** A site takes 20 s plus its wait in the queue; after this long the claim's reader is dead (ms). */
const CLAIM_TIMEOUT_MS = 60_000;

const PURGE_INTERVAL_MS = 86_400_000;
/** Between two steps of a purge (ms). */
const PURGE_STEP_MS = 1_000;
/** A step of a purge walks over so many readings in the order of their sites: an index by age would cost a row each. */
const SITES_PER_PURGE_STEP = 2_000;

const getTtlMs = ({ read, movedTo }: SiteReading): number =>
  movedTo !== null ? REDIRECT_TTL_MS : read ? READING_TTL_MS : UNREADABLE_TTL_MS;

interface Claim {
  reader: string;
  until: number;
}

/**
 * One part of the cache of sites, shared by all users: a site is read once a month. A search claims a site before it
 * reads it; others wait for the result. Claims are in memory: after a restart a site may be read twice at once.
 */
export class SiteCacheObject extends DurableObject<Env> implements SiteCacheRpc {
  readonly #sql: SqlStorage;
  readonly #claims = new Map<string, Claim>();

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#sql = context.storage.sql;
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS readings (
        site TEXT PRIMARY KEY, fresh_until INTEGER NOT NULL, reading TEXT NOT NULL) WITHOUT ROWID`);
  }

  async claim(
    reader: string,
    wanted: string[],
    now: number,
  ): Promise<{ known: Map<string, SiteReading>; claimed: string[] }> {
    for (const [site, { until }] of this.#claims) if (until <= now) this.#claims.delete(site);
    const known = this.#findFresh(wanted, now);
    const claimed = wanted.filter((site) => !known.has(site) && (this.#claims.get(site)?.reader ?? reader) === reader);
    for (const site of claimed) this.#claims.set(site, { reader, until: now + CLAIM_TIMEOUT_MS });
    return { known, claimed };
  }

  async save(readings: { site: string; reading: SiteReading }[], now: number): Promise<void> {
    for (const { site, reading } of readings) {
      this.#sql.exec(
        "INSERT OR REPLACE INTO readings (site, fresh_until, reading) VALUES (?, ?, ?)",
        site,
        now + getTtlMs(reading),
        JSON.stringify(reading),
      );
      this.#claims.delete(site);
    }
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + PURGE_INTERVAL_MS);
  }

  async release(reader: string, sites: string[]): Promise<void> {
    for (const site of sites) if (this.#claims.get(site)?.reader === reader) this.#claims.delete(site);
  }

  override async alarm(): Promise<void> {
    let isDone = true;
    try {
      isDone = this.#purgeStep(Date.now());
    } catch (error) {
      logError("sites_not_purged", error);
    } finally {
      await this.ctx.storage.setAlarm(Date.now() + (isDone ? PURGE_INTERVAL_MS : PURGE_STEP_MS));
    }
  }

  /** A reading of another form, of an earlier version, counts as none. */
  #findFresh(sites: string[], now: number): Map<string, SiteReading> {
    const rows = this.#sql
      .exec<{ site: string; reading: string }>(
        "SELECT site, reading FROM readings WHERE site IN (SELECT value FROM json_each(?)) AND fresh_until > ?",
        JSON.stringify(sites),
        now,
      )
      .toArray();
    return new Map(
      rows.flatMap(({ site, reading }) => {
        const parsed = SiteReading.safeParse(JSON.parse(reading));
        return parsed.success ? [[site, parsed.data] as const] : [];
      }),
    );
  }

  /** @returns whether the purge has come to the last site */
  #purgeStep(now: number): boolean {
    const { kv } = this.ctx.storage;
    const rows = this.#sql
      .exec<{ site: string; fresh_until: number }>(
        "SELECT site, fresh_until FROM readings WHERE site > ? ORDER BY site LIMIT ?",
        kv.get<string>("purged_to") ?? "",
        SITES_PER_PURGE_STEP,
      )
      .toArray();
    const expired = rows.flatMap(({ site, fresh_until }) => (fresh_until <= now ? [site] : []));
    if (expired.length > 0)
      this.#sql.exec("DELETE FROM readings WHERE site IN (SELECT value FROM json_each(?))", JSON.stringify(expired));
    const isDone = rows.length < SITES_PER_PURGE_STEP;
    kv.put("purged_to", isDone ? "" : (rows.at(-1)?.site ?? ""));
    return isDone;
  }
}
