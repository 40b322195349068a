import type { D1Database } from "@cloudflare/workers-types";
import { CommandError } from "./command-error.ts";
import { type openSharedDatabase, PLACE_OPTIONS } from "./open-platform.ts";
import { type CommandOutput, parseCommandLine } from "./run-command.ts";

const USAGE = `npm run objections -- list [--network <digits>] [--remote | --persist-to folder]
npm run objections -- lift <entry> …             mails may go there again; asked for once more, it waits for you
npm run objections -- lift --network <digits>    the same for all that only this network raised, save proven domains
npm run objections -- lift --since <time>        the same for all since 2026-11-22, or 2026-11-22T10:30 (UTC)
npm run objections -- confirm <entry> …          no mail goes there any more`;

/** Entries shown of each network, unless one network is selected. */
const ROWS_PER_NETWORK = 5;

interface ObjectionRow {
  entry: string;
  status: string;
  reason: string;
  network: string;
  created_at: string;
  proof: string;
  seconded: number;
}

interface NetworkGroup {
  network: string;
  entries: number;
  holding: number;
  open: number;
  first: string;
  last: string;
}

/** Filter: entries of a network, entries since a time, or both. Empty strings match all. */
interface ObjectionFilter {
  network: string;
  since: string;
}

const NETWORK_CONDITION = "(?1 = '' OR substr(network, 1, length(?1)) = ?1)";
const SINCE_CONDITION = "(?2 = '' OR created_at >= ?2)";
const OPEN_CONDITION = "status IN ('pending', 'waiting')";

function formatRow({ entry, status, reason, created_at, proof, seconded }: ObjectionRow): string {
  const known = [...(proof ? [`proven by ${proof}`] : []), ...(seconded ? ["asked for from elsewhere too"] : [])];
  const words = [`  ${created_at.slice(0, 10)}`, status.padEnd(7), entry, JSON.stringify(reason)];
  return [...words, ...(known.length > 0 ? [`(${known.join(", ")})`] : [])].join("  ");
}

const toMinute = (time: string) => time.slice(0, 16).replace("T", " ");

async function listObjections(db: D1Database, { network }: ObjectionFilter, { print }: CommandOutput): Promise<number> {
  const groups = await db
    .prepare(`
    SELECT network, count(*) AS entries, sum(status = 'listed') AS holding, sum(${OPEN_CONDITION}) AS open,
      min(created_at) AS first, max(created_at) AS last
    FROM objections WHERE ${NETWORK_CONDITION} GROUP BY network ORDER BY open DESC, last DESC`)
    .bind(network)
    .all<NetworkGroup>();
  const rows = await db
    .prepare(`
    SELECT * FROM (
      SELECT *, row_number() OVER (
        PARTITION BY network ORDER BY ${OPEN_CONDITION} DESC, created_at DESC, entry
      ) AS place
      FROM objections WHERE ${NETWORK_CONDITION})
    WHERE place <= ?2 ORDER BY place`)
    .bind(network, network === "" ? ROWS_PER_NETWORK : Number.MAX_SAFE_INTEGER)
    .all<ObjectionRow>();
  const shown = Map.groupBy(rows.results, (row) => row.network);
  for (const group of groups.results) {
    const id = group.network.slice(0, 12);
    const counts = `${group.entries} entries, ${group.holding} hold, ${group.open} wait`;
    print(`network ${id === "" ? "unknown" : id}: ${counts}, ${toMinute(group.first)} to ${toMinute(group.last)} UTC`);
    const lines = shown.get(group.network) ?? [];
    for (const row of lines) print(formatRow(row));
    const left = group.entries - lines.length;
    if (left > 0) print(`  … ${left} more${id === "" ? "" : `: list --network ${id}`}`);
  }
  const sum = (count: (group: NetworkGroup) => number) => groups.results.reduce((all, group) => all + count(group), 0);
  print(`${sum(({ entries }) => entries)} objections, ${sum(({ open }) => open)} waiting for you`);
  return 0;
}

/** Addressed by name: the operator knows what they do. */
async function setStatus(
  db: D1Database,
  entries: string[],
  to: "lifted" | "listed",
  { print, warn }: CommandOutput,
): Promise<number> {
  // A decided entry needs no network any more; a lifted one still counts for its hour.
  const { results } = await db
    .prepare(`
    UPDATE objections SET status = ?1, network = CASE ?1 WHEN 'listed' THEN '' ELSE network END
    WHERE entry IN (SELECT lower(trim(value)) FROM json_each(?2)) RETURNING entry`)
    .bind(to, JSON.stringify(entries))
    .all<ObjectionRow>();
  for (const { entry } of results) print(`${entry}: ${to}`);
  const missing = entries.filter((entry) => !results.some((row) => row.entry === entry.trim().toLowerCase()));
  for (const entry of missing) warn(`${entry}: nobody has objected`);
  return missing.length > 0 ? 1 : 0;
}

/** Lifting many: keeps proven domains, and entries that another network raised too. */
async function liftMatching(
  db: D1Database,
  { network, since }: ObjectionFilter,
  { print, warn }: CommandOutput,
): Promise<number> {
  const meant = `status <> 'lifted' AND ${NETWORK_CONDITION} AND ${SINCE_CONDITION}`;
  const isKeptSql = "(proof <> '' OR (?1 <> '' AND seconded = 1))";
  const [lifted, left] = await db.batch<ObjectionRow>([
    db
      .prepare(`UPDATE objections SET status = 'lifted' WHERE ${meant} AND NOT ${isKeptSql} RETURNING entry`)
      .bind(network, since),
    db.prepare(`SELECT * FROM objections WHERE ${meant} ORDER BY entry`).bind(network, since),
  ]);
  const [removed, staying] = [lifted?.results ?? [], left?.results ?? []];
  print(`${removed.length} lifted, ${staying.length} left`);
  for (const row of staying) print(formatRow(row));
  if (removed.length + staying.length > 0) return 0;
  warn("nobody has objected");
  return 1;
}

/** Parses a day or a minute in UTC. @returns ISO 8601 */
function parseTime(text: string): string {
  const time = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?$/u.test(text)
    ? Date.parse(text.includes("T") ? `${text}Z` : text)
    : Number.NaN;
  if (Number.isNaN(time)) throw new CommandError(`--since takes a time\n${USAGE}`);
  return new Date(time).toISOString();
}

function parseFilter({
  network = "",
  since,
}: {
  network?: string | undefined;
  since?: string | undefined;
}): ObjectionFilter {
  const isHash = /^[0-9a-f]{12,64}$/u.test(network);
  if (network !== "" && !isHash) throw new CommandError(`--network takes the digits that list shows\n${USAGE}`);
  return { network, since: since === undefined ? "" : parseTime(since) };
}

type Command = (db: D1Database, output: CommandOutput) => Promise<number>;

/** @returns undefined for anything else */
function findCommand(command: string, entries: string[], filter: ObjectionFilter): Command | undefined {
  const [named, filtered] = [entries.length > 0, filter.network !== "" || filter.since !== ""];
  if (command === "list" && !named && filter.since === "") return (db, output) => listObjections(db, filter, output);
  if (command === "lift" && named && !filtered) return (db, output) => setStatus(db, entries, "lifted", output);
  if (command === "lift" && !named && filtered) return (db, output) => liftMatching(db, filter, output);
  return command === "confirm" && named && !filtered
    ? (db, output) => setStatus(db, entries, "listed", output)
    : undefined;
}

/**
 * Lists, lifts or confirms, as the arguments say.
 * @returns 1 when there is no such entry
 * @throws CommandError
 */
export async function manageObjections(
  args: string[],
  open: typeof openSharedDatabase,
  output: CommandOutput,
): Promise<number> {
  const {
    positionals: [command = "", ...entries],
    values,
  } = parseCommandLine(args, { ...PLACE_OPTIONS, network: { type: "string" }, since: { type: "string" } });
  const work = findCommand(command, entries, parseFilter(values));
  if (!work) throw new CommandError(USAGE);
  const { db, close } = await open({ remote: values.remote, persistTo: values["persist-to"] }, "objections");
  try {
    return await work(db, output);
  } finally {
    await close();
  }
}
