import type { D1Database } from "@cloudflare/workers-types";
import { z } from "zod";
import type { DirectoryEntry } from "./parse-directory-line.ts";

const KnownRows = z.array(z.object({ source: z.string(), id: z.string(), hash: z.string() }));

/** SQL of each column's value, from an entry given as JSON; `c` is one of its categories. */
const COLUMNS: Record<string, string> = {
  source: "e.value ->> 'source'",
  id: "e.value ->> 'id'",
  category: "c.value",
  name: "e.value ->> 'name'",
  name_key: "e.value ->> 'nameKey'",
  website: "e.value ->> 'website'",
  emails: "e.value -> 'emails'",
  phones: "e.value -> 'phones'",
  city: "e.value ->> 'city'",
  city_key: "e.value ->> 'cityKey'",
  country: "e.value ->> 'country'",
  lat: "e.value ->> 'lat'",
  lon: "e.value ->> 'lon'",
  cell: "e.value ->> 'cell'",
  categories: "e.value -> 'categories'",
  page: "e.value ->> 'page'",
  hash: "e.value ->> 'hash'",
};
// A company without a category has one row all the same, to be found by its name.
const INSERT = `INSERT INTO directory (${Object.keys(COLUMNS).join(", ")}) SELECT ${Object.values(COLUMNS).join(", ")}
  FROM json_each(?1) e,
    json_each(iif(json_array_length(e.value, '$.categories') = 0, '[""]', e.value -> 'categories')) c`;
const SELECT_KNOWN = `SELECT DISTINCT d.source, d.id, d.hash
  FROM json_each(?1) e CROSS JOIN directory d ON d.source = e.value ->> 0 AND d.id = e.value ->> 1`;
const DELETE = `DELETE FROM directory WHERE (source, id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1))`;

const toEntryKey = ({ source, id }: Pick<DirectoryEntry, "source" | "id">): string => JSON.stringify([source, id]);
const toJsonArray = (keys: Iterable<string>): string => `[${[...keys].join(",")}]`;

/**
 * Inserts, updates and deletes rows so that the table holds these companies; unchanged rows are not written.
 * @param entries less than 2 MB of JSON, the limit of one parameter; of two with one key the last counts
 */
export async function upsertEntries(
  db: D1Database,
  entries: DirectoryEntry[],
): Promise<{ added: number; updated: number; unchanged: number }> {
  const entriesByKey = new Map(entries.map((entry) => [toEntryKey(entry), entry]));
  const { results } = await db.prepare(SELECT_KNOWN).bind(toJsonArray(entriesByKey.keys())).all();
  const storedRows = new Map(KnownRows.parse(results).map((row) => [toEntryKey(row), row.hash]));
  const fresh = [...entriesByKey].filter(([key, { hash }]) => storedRows.get(key) !== hash);
  const updated = fresh.filter(([key]) => storedRows.has(key)).map(([key]) => key);
  if (fresh.length > 0)
    await db.batch([
      db.prepare(DELETE).bind(toJsonArray(updated)),
      db.prepare(INSERT).bind(JSON.stringify(fresh.map(([, entry]) => entry))),
    ]);
  return { added: fresh.length - updated.length, updated: updated.length, unchanged: entriesByKey.size - fresh.length };
}

/** Replaces the countries that a directory covers. */
export async function replaceCoverage(db: D1Database, source: string, countries: string[]): Promise<void> {
  await db.batch([
    db.prepare("DELETE FROM directory_coverage WHERE source = ?1").bind(source),
    db
      .prepare("INSERT INTO directory_coverage (source, country) SELECT DISTINCT ?1, value FROM json_each(?2)")
      .bind(source, JSON.stringify(countries)),
  ]);
}
