import { applyTypedEmail } from "../companies/typed-email";
import type { Contact } from "../contract/companies";
import type { Search } from "../contract/search";
import type { DirectoryCompany, Area } from "../platform/ports";
import type { FoundCompanyRow, SiteReport, LeasedSite, SearchTraces, TypedEmail } from "../platform/search-rpc";
import { findSiteRoot } from "./crawl/site-root";
import { matchBusinessTypes, type WantedKind } from "./rules-business-types";
import { joinContacts, toDirectoryContacts, toCompanyIdentity } from "./rules-same-company";

/** What is known of a city that OpenStreetMap has located; searches from before our own directory may lack the area. */
export interface DirectoryProgress {
  area: Area | null;
}

/** A city to look up next. */
export interface PendingCity {
  city: string;
  /** Failed attempts of the current step. */
  tries: number;
  /** Undefined before the first step. */
  progress: DirectoryProgress | undefined;
}

/** `found`: another row of this search is the same company. `known`: the user already has it. */
export const DUPLICATE = { none: 0, found: 1, known: 2 } as const;

const CREATE_TABLES_SQL = `
  CREATE TABLE IF NOT EXISTS cities (
    city TEXT PRIMARY KEY, state TEXT NOT NULL DEFAULT 'waiting', tries INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE IF NOT EXISTS seen (identity TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS looked (city TEXT PRIMARY KEY, looked TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS additions (ids TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS companies (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL, identity TEXT NOT NULL, name TEXT NOT NULL, website TEXT NOT NULL,
    business_type TEXT NOT NULL, city TEXT NOT NULL, country TEXT NOT NULL, source TEXT NOT NULL,
    duplicate INTEGER NOT NULL, site TEXT NOT NULL, attempt INTEGER NOT NULL DEFAULT 0, contacts TEXT NOT NULL,
    email TEXT NOT NULL, phone TEXT NOT NULL, about TEXT NOT NULL DEFAULT '', apply_elsewhere TEXT);
  CREATE UNIQUE INDEX IF NOT EXISTS one_of_each ON companies (identity) WHERE duplicate = 0;`;

/** Whether it was added to the dashboard: a row for each time that the user added some, not one for each company. */
const IS_ADDED_SQL = "id IN (SELECT value FROM additions, json_each(additions.ids))";
const COMPANY_COLUMNS_SQL = `*, ${IS_ADDED_SQL} AS added`;

const TEXT_COLUMN = "TEXT NOT NULL DEFAULT ''";
/**
 * Columns added later, which older searches lack: the identity a site redirects from, its own one, its facts; then what
 * its directory says, `entry` being its id there; pages of its site; whether an earlier run has found it.
 */
const ADDED_COLUMNS = {
  redirected_from: TEXT_COLUMN,
  moved_identity: TEXT_COLUMN,
  facts: TEXT_COLUMN,
  entry: TEXT_COLUMN,
  sources: TEXT_COLUMN,
  size: TEXT_COLUMN,
  sector: TEXT_COLUMN,
  chain: TEXT_COLUMN,
  lat: "REAL",
  lon: "REAL",
  distance_km: "REAL",
  contact_form: "TEXT",
  careers_page: "TEXT",
  seen: "INTEGER NOT NULL DEFAULT 0",
} as const;

/** Companies count once their site is read: it may show that they are duplicates, and counts must not decrease. */
const SITE_DONE_SQL = "site NOT IN ('waiting', 'out')";
/** Towns around which a kept search looks for news. */
const MAX_ZONES = 10;
/** Leases of one site before it is given up. */
const MAX_SITE_ATTEMPTS = 3;

/** Computed from the rows each time. */
export type SearchCounts = Pick<
  Search,
  | "total_companies"
  | "new_companies"
  | "duplicate_companies"
  | "known_companies"
  | "seen_companies"
  | "total_emails"
  | "websites_count"
  | "scraped_websites_count"
  | "processed_contacts_count"
  | "unread_companies"
  | "added_companies"
>;

const listTypedEmails = (contacts: Contact[]): Contact[] =>
  contacts.filter(({ kind, how }) => kind === "email" && how === "user");

/** What a search still has to do and what it has found, in the SQLite of its object. */
export class Frontier {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#addColumns();
  }

  /** Idempotent; call first. Objects of guessed ids get no tables. */
  createTables(cities: string[]): void {
    this.#sql.exec(CREATE_TABLES_SQL);
    this.#addColumns();
    for (const city of cities) this.#sql.exec("INSERT OR IGNORE INTO cities (city) VALUES (?)", city);
  }

  /** Remembers what earlier runs have found. Idempotent. */
  rememberSeen(identities: string[]): void {
    this.#sql.exec("INSERT OR IGNORE INTO seen SELECT value FROM json_each(?)", JSON.stringify(identities));
  }

  /** Identities of what was found, at most `limit`, and around which points; duplicates too. */
  listTraces(limit: number): Pick<SearchTraces, "identities" | "zones"> {
    const identities = this.#sql
      .exec<{ identity: string }>(
        `SELECT DISTINCT identity FROM (SELECT identity, number FROM companies
          UNION ALL SELECT moved_identity, number FROM companies WHERE moved_identity <> '' ORDER BY number) LIMIT ?`,
        limit,
      )
      .toArray()
      .map(({ identity }) => identity);
    const zones = this.#sql
      .exec<{ south: number; west: number; north: number; east: number }>(
        `SELECT min(lat) AS south, min(lon) AS west, max(lat) AS north, max(lon) AS east FROM companies
          WHERE lat IS NOT NULL GROUP BY city ORDER BY count(*) DESC LIMIT ?`,
        MAX_ZONES,
      )
      .toArray();
    return { identities, zones };
  }

  /** The next city that is due; cities without any answer yet come first. */
  findNextCity(now: number): PendingCity | undefined {
    const [next] = this.#sql
      .exec<{ city: string; tries: number; looked: string | null }>(
        `SELECT c.city, c.tries, l.looked FROM cities c LEFT JOIN looked l USING (city)
          WHERE c.state = 'waiting' AND c.not_before <= ? ORDER BY l.looked IS NOT NULL, c.rowid LIMIT 1`,
        now,
      )
      .toArray();
    if (!next) return undefined;
    const { looked, ...city } = next;
    return { ...city, progress: looked === null ? undefined : (JSON.parse(looked) as DirectoryProgress) };
  }

  /** Saves where the next step starts and resets the attempts. */
  saveCityProgress(city: string, progress: DirectoryProgress): void {
    this.#sql.exec("INSERT OR REPLACE INTO looked (city, looked) VALUES (?, ?)", city, JSON.stringify(progress));
    this.#sql.exec("UPDATE cities SET tries = 0 WHERE city = ?", city);
  }

  completeCity(city: string, state: "done" | "unknown" | "failed"): void {
    this.#sql.exec("UPDATE cities SET state = ? WHERE city = ? AND state = 'waiting'", state, city);
  }

  postponeCity(city: string, until: number): void {
    this.#sql.exec("UPDATE cities SET tries = tries + 1, not_before = ? WHERE city = ?", until, city);
  }

  listCities(state: "waiting" | "done" | "unknown" | "failed"): string[] {
    return this.#sql
      .exec<{ city: string }>("SELECT city FROM cities WHERE state = ? ORDER BY rowid", state)
      .toArray()
      .map(({ city }) => city);
  }

  /**
   * Adds the entries of a directory. Entries without any contact, and those found in another city's surroundings, are
   * dropped; known companies count as duplicates. Where there is no room for all, those that the user has or has seen
   * leave it to the others.
   * @param maxCompanies of the search; what is left of it is divided among the cities still waiting, this one included
   * @returns false when some of the others did not fit
   */
  addCompanies(
    city: string,
    country: string,
    entries: DirectoryCompany[],
    wanted: WantedKind[],
    known: ReadonlySet<string>,
    maxCompanies: number,
    now: string,
  ): boolean {
    const room = Math.ceil(
      Math.max(0, maxCompanies - this.#count("SELECT count(*) AS n FROM companies")) /
        Math.max(1, this.listCities("waiting").length),
    );
    const found = this.#listEntries();
    const seen = this.#listSeen();
    const companies = entries.flatMap((entry) => {
      const identity = toCompanyIdentity(entry, entry.place?.country ?? country);
      return identity === null || (entry.details && found.has(entry.details.entry)) ? [] : [{ entry, identity }];
    });
    const isOld = ({ identity }: { identity: string }) => known.has(identity) || seen.has(identity);
    const others = companies.filter((company) => !isOld(company));
    const fitting = companies.length <= room ? companies : [...others, ...companies.filter(isOld)].slice(0, room);
    for (const { entry, identity } of fitting)
      this.#insertCompany(
        entry.place?.city ?? city,
        entry.place?.country ?? country,
        entry,
        identity,
        this.#classifyDuplicate(identity, known),
        matchBusinessTypes(entry, wanted),
        now,
      );
    return others.length <= room;
  }

  #insertCompany(
    city: string,
    country: string,
    entry: DirectoryCompany,
    identity: string,
    duplicate: number,
    businessType: string,
    now: string,
  ): void {
    const contacts = toDirectoryContacts(entry, country, now);
    const website = entry.website === null ? "" : findSiteRoot(entry.website).url;
    const { details } = entry;
    this.#sql.exec(
      `INSERT INTO companies
        (id, identity, name, website, business_type, city, country, source, duplicate, site, contacts, email, phone,
          entry, sources, size, sector, chain, lat, lon, distance_km, seen)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21,
          EXISTS (SELECT 1 FROM seen WHERE identity = ?2))`,
      crypto.randomUUID(),
      identity,
      entry.name,
      website,
      businessType,
      city,
      country,
      entry.source,
      duplicate,
      duplicate !== DUPLICATE.none || website === "" ? "none" : "waiting",
      JSON.stringify(contacts),
      joinContacts(contacts, "email"),
      joinContacts(contacts, "phone"),
      details?.entry ?? "",
      details ? JSON.stringify(details.sources) : "",
      details?.size ?? "",
      details?.sector ?? "",
      details?.chain ?? "",
      details?.lat ?? null,
      details?.lon ?? null,
      details?.distanceKm ?? null,
    );
  }

  /** How many companies earlier runs have found. */
  countSeen(): number {
    return this.#count("SELECT count(*) AS n FROM seen");
  }

  #listSeen(): Set<string> {
    return new Set(
      this.#sql
        .exec<{ identity: string }>("SELECT identity FROM seen")
        .toArray()
        .map(({ identity }) => identity),
    );
  }

  /** Ids of the directory's entries that were found. */
  #listEntries(): Set<string> {
    return new Set(
      this.#sql
        .exec<{ entry: string }>("SELECT entry FROM companies WHERE entry <> ''")
        .toArray()
        .map(({ entry }) => entry),
    );
  }

  /**
   * Many companies may have their page on one host: all of those are leased to one consumer at a time, which keeps the
   * pause between two requests.
   * @param held numbers of the sites that the same consumer reads already
   */
  leaseSites(limit: number, held: number[]): LeasedSite[] {
    return this.#sql
      .exec<{ number: number; identity: string; website: string; country: string; contacts: string }>(
        `UPDATE companies SET site = 'out', attempt = attempt + 1
          WHERE number IN (SELECT number FROM companies WHERE site = 'waiting' AND (instr(identity, '/') = 0 OR
            substr(identity, 1, instr(identity, '/')) NOT IN (
              SELECT substr(identity, 1, instr(identity, '/')) FROM companies
                WHERE site = 'out' AND number NOT IN (SELECT value FROM json_each(?))))
            ORDER BY number LIMIT ?)
          RETURNING number, identity, website, country, contacts`,
        JSON.stringify(held),
        limit,
      )
      .toArray()
      .map(({ number, identity, website, country, contacts }) => ({
        number,
        site: identity,
        url: website,
        country,
        given: JSON.parse(contacts) as Contact[],
      }));
  }

  /**
   * Saves a report; the first one counts. A late report of a site already given up counts too, unless it shows that the
   * company is a duplicate: it has been counted as new by then.
   * @param known identities that sites redirect to and that the user already has
   */
  completeSite(
    { number, read, movedTo, contacts, email, phone, facts, applyElsewhere, contactForm, careersPage }: SiteReport,
    known: ReadonlySet<string>,
  ): void {
    const shown = this.#keepTypedEmails(number, { email, contacts });
    const moved = movedTo?.identity ?? "";
    const duplicate = moved === "" ? DUPLICATE.none : this.#classifyDuplicate(moved, known, number);
    // `duplicate` is indexed: setting it to the same value would write one more row.
    const setDuplicate = duplicate === DUPLICATE.none ? "" : ", duplicate = ?10";
    this.#sql.exec(
      `UPDATE companies SET site = ?2, contacts = ?3, email = ?4, phone = ?5, facts = ?6, apply_elsewhere = ?7,
        website = coalesce(?8, website),
        redirected_from = iif(?8 IS NULL, '', identity), moved_identity = ?9,
        contact_form = ?11, careers_page = ?12${setDuplicate}
        WHERE number = ?1 AND duplicate = 0
        AND (site IN ('out', 'waiting') OR (site = 'given_up' AND ?10 = 0))`,
      number,
      read ? "read" : "given_up",
      JSON.stringify(shown.contacts),
      shown.email,
      phone,
      JSON.stringify(facts),
      applyElsewhere && JSON.stringify(applyElsewhere),
      movedTo?.website ?? null,
      moved,
      duplicate,
      contactForm ?? null,
      careersPage ?? null,
    );
    // Rows that duplicate this one are then known companies as well.
    if (duplicate === DUPLICATE.known)
      this.#sql.exec(
        `UPDATE companies SET duplicate = ?1, moved_identity = ?3
          WHERE duplicate <> 0 AND identity = (SELECT identity FROM companies WHERE number = ?2 AND duplicate = ?1)`,
        duplicate,
        number,
        moved,
      );
  }

  /** Adds, corrects or removes an address by hand. @returns the company; undefined when there is none */
  setEmail(id: string, typed: TypedEmail): FoundCompanyRow | undefined {
    const [row] = this.#sql
      .exec<FoundCompanyRow>(`SELECT ${COMPANY_COLUMNS_SQL} FROM companies WHERE id = ?`, id)
      .toArray();
    if (!row) return undefined;
    const { email, contacts } = applyTypedEmail(
      { email: row.email, contacts: JSON.parse(row.contacts) as Contact[] },
      typed,
    );
    this.#sql.exec("UPDATE companies SET email = ?, contacts = ? WHERE id = ?", email, JSON.stringify(contacts), id);
    return { ...row, email, contacts: JSON.stringify(contacts) };
  }

  /** What the user typed stays first, whatever the site says, and what they removed meanwhile stays removed. */
  #keepTypedEmails(number: number, read: { email: string; contacts: Contact[] }): typeof read {
    const [row] = this.#sql
      .exec<{ contacts: string }>("SELECT contacts FROM companies WHERE number = ?", number)
      .toArray();
    const typed = row ? listTypedEmails(JSON.parse(row.contacts) as Contact[]) : [];
    const isTyped = new Set(typed.map(({ value }) => value));
    const removed = listTypedEmails(read.contacts).filter(({ value }) => !isTyped.has(value));
    const kept = removed.reduce(
      (shown, { value, seen_at: at }) => applyTypedEmail(shown, { email: undefined, replaces: value, at }),
      read,
    );
    return typed
      .toReversed()
      .reduce((shown, { value, seen_at: at }) => applyTypedEmail(shown, { email: value, at }), kept);
  }

  /** Leased sites that no consumer holds wait again, or are given up after the last attempt. */
  expireLeases(active: number[]): void {
    this.#sql.exec(
      `UPDATE companies SET site = CASE WHEN attempt >= ? THEN 'given_up' ELSE 'waiting' END
        WHERE site = 'out' AND number NOT IN (SELECT value FROM json_each(?))`,
      MAX_SITE_ATTEMPTS,
      JSON.stringify(active),
    );
  }

  /** Gives up every site that has not been read. */
  abandonSites(): void {
    this.#sql.exec("UPDATE companies SET site = 'given_up' WHERE site IN ('out', 'waiting')");
  }

  /** Leaves every site that has not been read for later. */
  skipSites(): void {
    this.#sql.exec("UPDATE companies SET site = 'skipped' WHERE site IN ('out', 'waiting')");
  }

  /** Takes up what was skipped. */
  takeUpSites(): void {
    this.#sql.exec("UPDATE companies SET site = 'waiting', attempt = 0 WHERE site = 'skipped'");
  }

  /** @param listed those of `ids` that were added; the others the user has got since they were found */
  markAdded(ids: string[], listed: ReadonlySet<string>): void {
    this.#sql.exec("INSERT INTO additions (ids) VALUES (?)", JSON.stringify(ids.filter((id) => listed.has(id))));
    this.#sql.exec(
      // No site of theirs is read any more, also once a stopped search goes on.
      `UPDATE companies SET duplicate = ?1, site = iif(site = 'skipped', 'none', site)
        WHERE id IN (SELECT value FROM json_each(?2)) AND NOT ${IS_ADDED_SQL}`,
      DUPLICATE.known,
      JSON.stringify(ids.filter((id) => !listed.has(id))),
    );
  }

  deleteCompanies(): void {
    this.#sql.exec("DELETE FROM companies");
  }

  countSites(state: "waiting" | "out"): number {
    return this.#count("SELECT count(*) AS n FROM companies WHERE site = ?", state);
  }

  readCounts(): SearchCounts {
    const [row] = this.#sql
      .exec<SearchCounts>(`
      SELECT count(*) AS total_companies,
        coalesce(sum(duplicate = 0 AND seen = 0 AND ${SITE_DONE_SQL}), 0) AS new_companies,
        coalesce(sum(seen = 1 AND (duplicate = ${DUPLICATE.found} OR duplicate = 0 AND ${SITE_DONE_SQL})), 0)
          AS seen_companies,
        coalesce(sum(duplicate = ${DUPLICATE.known} OR duplicate = ${DUPLICATE.found} AND seen = 0), 0)
          AS duplicate_companies,
        count(DISTINCT iif(duplicate = ${DUPLICATE.known}, coalesce(nullif(moved_identity, ''), identity), NULL))
          AS known_companies,
        coalesce(sum(site <> 'none'), 0) AS websites_count,
        coalesce(sum(site IN ('read', 'given_up')), 0) AS scraped_websites_count,
        coalesce(sum(json_array_length(contacts)), 0) AS processed_contacts_count,
        coalesce(sum(duplicate = 0 AND seen = 0 AND site = 'skipped'), 0) AS unread_companies,
        coalesce(sum(${IS_ADDED_SQL}), 0) AS added_companies,
        (SELECT count(DISTINCT json_extract(c.value, '$.value')) FROM companies f, json_each(f.contacts) c
          WHERE f.duplicate = 0 AND f.${SITE_DONE_SQL} AND json_extract(c.value, '$.kind') = 'email'
            AND instr(';' || f.email || ';', ';' || json_extract(c.value, '$.value') || ';') > 0) AS total_emails
      FROM companies`)
      .toArray();
    return row as SearchCounts;
  }

  /** Companies after a row number, in the order they were found. */
  listCompanies(after: number, limit: number): FoundCompanyRow[] {
    return this.#sql
      .exec<FoundCompanyRow>(
        `SELECT ${COMPANY_COLUMNS_SQL} FROM companies WHERE number > ? ORDER BY number LIMIT ?`,
        after,
        limit,
      )
      .toArray();
  }

  /** @param ids only these; undefined for all new companies that were not added */
  listNewCompanies(ids: string[] | undefined): FoundCompanyRow[] {
    return this.#sql
      .exec<FoundCompanyRow>(
        `SELECT ${COMPANY_COLUMNS_SQL} FROM companies
          WHERE duplicate = 0
            AND iif(?1 IS NULL, seen = 0 AND NOT ${IS_ADDED_SQL}, id IN (SELECT value FROM json_each(?1)))
          ORDER BY number`,
        ids ? JSON.stringify(ids) : null,
      )
      .toArray();
  }

  /** Compares with the identities of all rows, before and after redirects. @param except the row's own number */
  #classifyDuplicate(identity: string, known: ReadonlySet<string>, except = 0): number {
    if (known.has(identity)) return DUPLICATE.known;
    const others = this.#count(
      `SELECT count(*) AS n FROM companies
        WHERE (identity = ?1 OR moved_identity = ?1) AND duplicate = 0 AND number <> ?2`,
      identity,
      except,
    );
    return others > 0 ? DUPLICATE.found : DUPLICATE.none;
  }

  #addColumns(): void {
    const columns = this.#sql
      .exec<{ name: string }>("SELECT name FROM pragma_table_info('companies')")
      .toArray()
      .map(({ name }) => name);
    if (columns.length === 0) return;
    for (const [name, type] of Object.entries(ADDED_COLUMNS))
      if (!columns.includes(name)) this.#sql.exec(`ALTER TABLE companies ADD COLUMN ${name} ${type}`);
  }

  #count(query: string, ...values: (string | number)[]): number {
    return this.#sql.exec<{ n: number }>(query, ...values).one().n;
  }
}
