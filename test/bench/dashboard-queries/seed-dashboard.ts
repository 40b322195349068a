const COLUMNS = `
  user_id, id, identity, name, website, name_key, site_key, business_type, city, country, email, phone, contacts,
  language, subject, message, send_status, favorited, archived_at, created_at, source`;
const CREATED_AT = "strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + i, 'unixepoch')";

/** Of a hundred companies one is a favourite, five are sent, one is unsure, ten have no address and forty are ready. */
const DASHBOARD_ROW = `
  ?1, printf('c%07d', i), printf('c%07d.example', i), 'Company ' || i,
  printf('https://c%07d.example/', i * 7919 % 9999991), 'company ' || i,
  printf('c%07d.example', i * 7919 % 9999991), 'software_company', 'Paris', 'FR',
  CASE WHEN i % 100 BETWEEN 10 AND 19 THEN '' ELSE printf('contact@c%07d.example', i) END,
  '', '[]', 'fr', 'Candidature',
  CASE WHEN i % 100 BETWEEN 60 AND 99 OR i % 100 < 6 THEN 'Bonjour' ELSE '' END,
  CASE WHEN i % 100 < 5 THEN 'sent' WHEN i % 100 = 5 THEN 'unknown' ELSE 'none' END,
  i % 100 = 50, NULL, ${CREATED_AT}, 'OpenStreetMap (ODbL)'`;
const ARCHIVE_ROW = `
  ?1, printf('a%07d', i), printf('a%07d.example', i), 'Old ' || i,
  printf('https://a%07d.example/', i), 'old ' || i, printf('a%07d.example', i), 'software_company', 'Paris', 'FR',
  'old@a.example',
  '', '[]', 'fr', '', '', 'none', 1, ${CREATED_AT}, ${CREATED_AT}, 'OpenStreetMap (ODbL)'`;

/**
 * Puts companies on a dashboard and as many in the archive: the user's id, the number of the first and of the one after
 * the last.
 */
export const SEED_COMPANIES_SQL = `
  WITH RECURSIVE n(i) AS (SELECT ?2 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?3)
  INSERT INTO companies (${COLUMNS})
  SELECT ${DASHBOARD_ROW} FROM n
  UNION ALL SELECT ${ARCHIVE_ROW} FROM n`;
const COMPANIES_PER_STATEMENT = 20_000;

/** The numbers for `SEED_COMPANIES_SQL`, one pair a statement. */
export const splitIntoRanges = (count: number): [from: number, until: number][] =>
  Array.from({ length: Math.ceil(count / COMPANIES_PER_STATEMENT) }, (_, n) => [
    n * COMPANIES_PER_STATEMENT,
    Math.min(count, (n + 1) * COMPANIES_PER_STATEMENT),
  ]);

/** The contract has them too, in a module that plain Node cannot import. */
export const COMPANY_STATES = ["ready", "to_write", "no_email", "unsure", "sent"];

/** Every order and filter of the dashboard, as a query string without the leading question mark. */
export const DASHBOARD_VIEWS = ["created_at", "name", "website"].flatMap((by) =>
  ["asc", "desc"].flatMap((order) =>
    ["", "&favorited=true"].flatMap((favorites) =>
      ["", ...COMPANY_STATES.map((state) => `&status=${state}`)].map(
        (status) => `sort_by=${by}&sort_order=${order}${favorites}${status}`,
      ),
    ),
  ),
);
