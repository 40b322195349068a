import { identitiesOf } from "../companies/store-found";
import type { SearchWarning } from "../contract/search";
import type { Deps } from "../deps";
import {
  type Area,
  type Asker,
  type DirectoryAnswer,
  type DirectoryCompany,
  type ImportedAnswer,
  LINE_FULL,
  OutsideError,
  type PlaceInLine,
  type UnlocatedCity,
} from "../ports";
import { unlocated } from "./city-name";
import type { CityToAsk, Looked } from "./city-to-ask";
import { findKnownCity } from "./known-cities";
import type { Wanted } from "./rules";
import { objectedAmong } from "./store-objections";

/** A search does not wait longer for a server than this. Seconds. */
const LONGEST_WAIT = 120;
/** A search waits so long before it joins a line that was full. Seconds. */
const FULL_WAIT = 60;
/** Tries for a city while a server asks us to wait, and while it fails in any other way. */
const MOST_TRIES_BUSY = 6;
const MOST_TRIES = 3;

interface Found {
  outcome: "found";
  city: string;
  country: string;
  entries: DirectoryCompany[];
  /** What the user has already, by identity. */
  known: ReadonlySet<string>;
  warnings: SearchWarning[];
  /** From where it goes on; null when all has been asked. */
  looked: Looked | null;
}

export type CityAnswer =
  | Found
  | ({ outcome: "waiting" } & PlaceInLine)
  | { outcome: "postponed"; seconds: number }
  | { outcome: "unknown" }
  | { outcome: "failed"; warning: SearchWarning };

type Ports = Pick<Deps, "db" | "imported" | "osm">;

/**
 * Takes the next step for one city: the imported directories; where it is, unless they cover its country;
 * OpenStreetMap. Never waits long for a turn, and never throws for what the outside does.
 */
export async function askDirectory(
  ports: Ports,
  asker: Asker,
  { city, tries, looked }: CityToAsk,
  wanted: Wanted[],
): Promise<CityAnswer> {
  try {
    if (!looked) return await askImported(ports, asker, findKnownCity(city) ?? unlocated(city), wanted, []);
    if (!ports.osm) return nothingMore(city);
    if (looked.area) return await askOsm(ports, ports.osm, asker, looked.area, wanted);
    const turn = await ports.osm.locate(asker, city);
    if (turn.state === "waiting") return { outcome: "waiting", place: turn.place, seconds: turn.seconds };
    if (turn.value) return await askImported(ports, asker, turn.value, wanted, looked.seen);
    return looked.seen.length > 0 ? nothingMore(city) : { outcome: "unknown" };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    const seconds =
      tries + 1 < (error.failure === "rate_limited" ? MOST_TRIES_BUSY : MOST_TRIES) ? waitFor(error) : null;
    if (seconds !== null) return { outcome: "postponed", seconds };
    return afterFailure(ports, city, error, looked);
  }
}

async function askImported(
  ports: Ports,
  { userId }: Asker,
  place: Area | UnlocatedCity,
  wanted: Wanted[],
  seen: string[],
): Promise<CityAnswer> {
  const answer: ImportedAnswer = await ports.imported.find({
    area: place,
    gcids: wanted.flatMap(({ gcid }) => gcid ?? []),
    filters: wanted.flatMap(({ filters }) => filters),
    names: wanted.flatMap(({ nameContains }) => nameContains ?? []),
  });
  const area = "relation" in place ? place : null;
  const country = place.country ?? answer.companies[0]?.place?.country ?? "";
  const isCovered = answer.covered.includes(country);
  const known = new Set(seen);
  const fresh = answer.companies.filter((company) => !known.has(getEntryKey(company)));
  const looked = isCovered || !ports.osm ? null : { area, seen: [...seen, ...fresh.map(getEntryKey)] };
  if (!looked && !area && !answer.knowsCity && answer.companies.length === 0) return { outcome: "unknown" };
  return found(ports, userId, { city: place.name, country }, { ...answer, companies: fresh }, looked);
}

async function askOsm(
  ports: Ports,
  osm: NonNullable<Ports["osm"]>,
  asker: Asker,
  area: Area,
  wanted: Wanted[],
): Promise<CityAnswer> {
  const kinds = wanted.map(({ filters, nameContains }) =>
    nameContains === undefined ? { filters } : { text: nameContains },
  );
  const turn = await osm.find(asker, { area, kinds });
  if (turn.state === "waiting") return { outcome: "waiting", place: turn.place, seconds: turn.seconds };
  return found(ports, asker.userId, { city: area.name, country: area.country }, turn.value, null);
}

async function found(
  { db }: Ports,
  userId: string,
  place: { city: string; country: string },
  answer: DirectoryAnswer,
  looked: Looked | null,
): Promise<Found> {
  const { companies, incomplete } = answer;
  const [entries, known] =
    companies.length === 0
      ? [[], new Set<string>()]
      : await Promise.all([withoutObjected(db, companies), identitiesOf(db, userId)]);
  const warnings = { out_of_time: ["directory_incomplete" as const], too_many: ["directory_limit" as const], none: [] }[
    incomplete ?? "none"
  ];
  return { outcome: "found", ...place, entries, known, warnings, looked };
}

const nothingMore = (city: string): Found => ({
  outcome: "found",
  city,
  country: "",
  entries: [],
  known: new Set(),
  warnings: [],
  looked: null,
});

/** What one directory has given counts even when the next fails. */
function afterFailure({ osm }: Ports, city: string, error: OutsideError, looked: Looked | undefined): CityAnswer {
  const warning = error.details.reason === LINE_FULL ? "directory_busy" : "directory_failed";
  if (!looked && osm)
    return { ...nothingMore(city), warnings: [warning], looked: { area: findKnownCity(city) ?? null, seen: [] } };
  return looked && looked.seen.length > 0
    ? { ...nothingMore(city), warnings: [warning] }
    : { outcome: "failed", warning };
}

const getEntryKey = ({ source, page, name, website }: DirectoryCompany): string =>
  [source, page, name, website ?? ""].join("\n");

/** The directory may give an address whose owner does not want to be written to. */
async function withoutObjected(db: Deps["db"], companies: DirectoryCompany[]): Promise<DirectoryCompany[]> {
  const addresses = companies.flatMap(({ emails }) => emails);
  const objected = addresses.length > 0 ? await objectedAmong(db, addresses) : new Set<string>();
  return objected.size === 0
    ? companies
    : companies.map((company) => ({ ...company, emails: company.emails.filter((email) => !objected.has(email)) }));
}

/** Seconds to wait before asking again: as told, or a moment. Null when there is nothing to hope for, or not soon. */
function waitFor({ failure, details }: OutsideError): number | null {
  if (details.reason === LINE_FULL) return FULL_WAIT;
  if (failure === "refused") return null;
  const seconds = failure === "rate_limited" ? (details.retryAfterSeconds ?? 30) : 2;
  return seconds > LONGEST_WAIT ? null : seconds;
}
