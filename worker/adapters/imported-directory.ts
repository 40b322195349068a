import { z } from "zod";
import { listGridCells, toCityKey, foldName } from "../directory/place-keys";
import { interleave } from "../lib/interleave";
import { type DirectoryCompany, type ImportedDirectory, ExternalServiceError, type TagFilter } from "../platform/ports";
import { toSiteUrl } from "./web-fetch/ssrf-guard";

/** Most companies of an answer. */
const MAX_COMPANIES = 400;
/** Rows that all categories share. */
const MAX_ROWS = 2_000;
/** Most names searched for a text: enough for all but the largest cities, and a bound for any table. */
const MAX_NAMES_SCANNED = 100_000;

const JsonList = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(z.string()));
const DirectoryRow = z.object({
  source: z.string(),
  id: z.string(),
  category: z.string(),
  name: z.string(),
  website: z.string().nullable(),
  emails: JsonList,
  phones: JsonList,
  city: z.string(),
  country: z.string(),
  categories: JsonList,
  page: z.string(),
});
type DirectoryRow = z.infer<typeof DirectoryRow>;

const COLUMNS = "d.source, d.id, d.name, d.website, d.emails, d.phones, d.city, d.country, d.categories, d.page";
// ?1 categories, ?2 names of the city, ?3 country or null, ?4 row limit of each, ?5 cells, ?6 to ?9 the box.
const IN_CITY = "FROM directory WHERE city_key IN (SELECT value FROM json_each(?2))";
const IN_BOX = "FROM directory WHERE cell IN (SELECT value FROM json_each(?5))";
const IN_BOX_BOUNDS = "lat BETWEEN ?6 AND ?8 AND lon BETWEEN ?7 AND ?9";
/** Each category is looked up separately in both indexes, so that a common one leaves room for the rare. */
const BY_CATEGORY = `SELECT d.category, ${COLUMNS} FROM json_each(?1) t CROSS JOIN directory d WHERE d.rowid IN (
    SELECT * FROM (SELECT rowid ${IN_CITY} AND category = t.value LIMIT ?4)
    UNION SELECT * FROM (SELECT rowid ${IN_BOX} AND category = t.value AND ${IN_BOX_BOUNDS} LIMIT ?4)
  ) AND (?3 IS NULL OR d.country = ?3)`;
const ANY_IN_CITY = `SELECT 1 FROM (
    SELECT * FROM (SELECT country ${IN_CITY} AND (?3 IS NULL OR country = ?3) LIMIT ?4)
    UNION ALL SELECT * FROM (SELECT country ${IN_BOX} AND ${IN_BOX_BOUNDS} LIMIT ?4)
  ) LIMIT 1`;
// A deleted directory covers nothing.
const COVERED_COUNTRIES = `SELECT DISTINCT country FROM directory_coverage c
  WHERE (?1 IS NULL OR country = ?1) AND EXISTS (SELECT 1 FROM directory d WHERE d.source = c.source)`;
/** The texts follow the box, one a parameter: a list would be parsed again for each name. */
const byNameSql = (texts: number): string => {
  const hasText = Array.from({ length: texts }, (_, i) => `instr(name_key, ?${10 + i}) > 0`).join(" OR ");
  return `SELECT '' AS category, ${COLUMNS} FROM directory d WHERE d.rowid IN (
    SELECT rowid FROM (SELECT rowid, name_key ${IN_CITY} LIMIT ${MAX_NAMES_SCANNED}) WHERE ${hasText}
    UNION SELECT rowid FROM (
      SELECT rowid, name_key ${IN_BOX} AND ${IN_BOX_BOUNDS} LIMIT ${MAX_NAMES_SCANNED}
    ) WHERE ${hasText}
  ) AND (?3 IS NULL OR d.country = ?3) GROUP BY d.source, d.id LIMIT ?4`;
};

/** The directories that the operator has imported, with one batch a city. Finds cities by name and by place. */
export function createImportedDirectory(options: { db: D1Database; allowReserved: boolean }): ImportedDirectory {
  return {
    async find({ area, gcids, filters, names }) {
      const categories = [...new Set([...gcids, ...filters.map(toMostSpecificTag)])];
      const texts = names.map(foldName).filter((text) => text !== "");
      const { south, west, north, east } = area.box ?? { south: null, west: null, north: null, east: null };
      const limit = Math.min(MAX_COMPANIES + 1, Math.max(100, Math.ceil(MAX_ROWS / Math.max(1, categories.length))));
      const bindQuery = (query: string, each: number, ...more: string[]) =>
        options.db
          .prepare(query)
          .bind(
            JSON.stringify(categories),
            JSON.stringify([...new Set(area.names.map(toCityKey))]),
            area.country,
            each,
            JSON.stringify(area.box ? listGridCells(area.box) : []),
            south,
            west,
            north,
            east,
            ...more,
          );
      const queries = [
        ...(categories.length > 0 ? [bindQuery(BY_CATEGORY, limit)] : []),
        ...(texts.length > 0 ? [bindQuery(byNameSql(texts.length), MAX_COMPANIES + 1, ...texts)] : []),
      ];
      const [covered = [], anyInCity = [], ...found] = await runQueries(options.db, [
        options.db.prepare(COVERED_COUNTRIES).bind(area.country),
        bindQuery(ANY_IN_CITY, 1),
        ...queries,
      ]);
      const rows = found
        .flatMap((results) => z.array(DirectoryRow).parse(results))
        .filter((row) => row.category === "" || matchesKind(row, gcids, filters));
      const companies = interleaveByCategory(rows);
      const crowded = Object.values(Object.groupBy(rows, ({ category }) => category)).some(
        (group) => (group?.length ?? 0) >= limit,
      );
      return {
        companies: companies.slice(0, MAX_COMPANIES).map((row) => toDirectoryCompany(row, options.allowReserved)),
        incomplete: crowded || companies.length > MAX_COMPANIES ? "too_many" : null,
        covered: z
          .array(z.object({ country: z.string() }))
          .parse(covered)
          .map(({ country }) => country),
        knowsCity: anyInCity.length > 0,
      };
    },

    async isEmpty() {
      const [any = []] = await runQueries(options.db, [options.db.prepare("SELECT 1 FROM directory LIMIT 1")]);
      return any.length === 0;
    },
  };
}

/** The most specific tag of a filter: `company=software` of `office=company` and `company=software`. */
const toMostSpecificTag = (filter: TagFilter): string => (filter.at(-1) ?? []).join("=");

/** Whether a row is of one of the kinds, with all tags of the kind. */
const matchesKind = ({ category, categories }: DirectoryRow, gcids: string[], filters: TagFilter[]): boolean =>
  gcids.includes(category) ||
  filters.some(
    (filter) => toMostSpecificTag(filter) === category && filter.every((tag) => categories.includes(tag.join("="))),
  );

async function runQueries(db: D1Database, queries: D1PreparedStatement[]): Promise<unknown[][]> {
  try {
    return (await db.batch(queries)).map(({ results }) => results);
  } catch (error) {
    throw new ExternalServiceError(
      "imported",
      "server_error",
      error instanceof Error ? error.message : "the database did not answer",
    );
  }
}

/** Each company once, categories interleaved: a search may have room for few of them. */
function interleaveByCategory(rows: DirectoryRow[]): DirectoryRow[] {
  const turns = interleave(Object.values(Object.groupBy(rows, ({ category }) => category)).map((group) => group ?? []));
  return [...new Map(turns.map((row) => [JSON.stringify([row.source, row.id]), row])).values()];
}

function toDirectoryCompany(
  { name, website, emails, phones, city, country, categories, page, source }: DirectoryRow,
  allowReserved: boolean,
): DirectoryCompany {
  const tags: Record<string, string> = {};
  for (const category of categories) {
    const [key, value] = category.includes("=")
      ? [category.slice(0, category.indexOf("=")), category.slice(category.indexOf("=") + 1)]
      : ["gcid", category];
    tags[key] = tags[key] === undefined ? value : `${tags[key]};${value}`;
  }
  return {
    name,
    website: website === null ? null : toSiteUrl(website, allowReserved),
    emails,
    phones,
    tags,
    page,
    source,
    ...(city !== "" && { place: { city, country } }),
  };
}
