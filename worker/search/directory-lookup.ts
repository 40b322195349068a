import { listIdentities } from "../companies/store-import";
import type { Deps } from "../compose";
import type { SearchWarning } from "../contract/search";
import { computeDistanceKm } from "../directory/distance";
import { parseCityName } from "../directory/parse-city-name";
import { findSuggestedCity } from "../directory/suggested-cities";
import {
  type Area,
  type OsmRequester,
  type DirectoryAnswer,
  type DirectoryCompany,
  type ImportedAnswer,
  QUEUE_FULL,
  ExternalServiceError,
  type QueuePosition,
  type UnlocatedCity,
} from "../platform/ports";
import { listObjected } from "../suppression/store-objections";
import type { PendingCity, DirectoryProgress } from "./frontier";
import type { WantedKind } from "./rules-business-types";

/** Longest pause requested by a server that a search waits for. */
const MAX_SERVER_WAIT_SECONDS = 120;
/** Pause before another try when the queue for OpenStreetMap was full. */
const QUEUE_FULL_WAIT_SECONDS = 60;
/** Attempts for a city while a server is rate limiting, and for any other failure. */
const MAX_CITY_TRIES_RATE_LIMITED = 6;
const MAX_CITY_TRIES = 3;

interface FoundEntries {
  outcome: "found";
  city: string;
  country: string;
  entries: DirectoryCompany[];
  /** Identities of the user's companies. */
  known: ReadonlySet<string>;
  warnings: SearchWarning[];
  /** Where the next step starts; null when all directories have answered. */
  progress: DirectoryProgress | null;
}

export type CityAnswer =
  | FoundEntries
  | ({ outcome: "waiting" } & QueuePosition)
  | { outcome: "postponed"; seconds: number }
  | { outcome: "unknown" }
  | { outcome: "failed"; warning: SearchWarning };

type LookupPorts = Pick<Deps, "db" | "importedDirectory" | "osm">;

/**
 * Runs the next step for one city: the imported directories; then, unless they cover its country, its location and
 * OpenStreetMap. Never waits long in a queue, and never throws for what a server does.
 */
export async function lookUpCity(
  ports: LookupPorts,
  requester: OsmRequester,
  { city, tries, progress }: PendingCity,
  wanted: WantedKind[],
): Promise<CityAnswer> {
  try {
    if (!progress)
      return await findImported(ports, requester, findSuggestedCity(city) ?? parseCityName(city), wanted, []);
    if (!ports.osm) return toNoEntries(city);
    if (progress.area) return await findInOsm(ports, ports.osm, requester, progress.area, wanted);
    const located = await ports.osm.locate(requester, city);
    if (located.state === "waiting") return { outcome: "waiting", place: located.place, seconds: located.seconds };
    if (located.value) return await findImported(ports, requester, located.value, wanted, progress.seen);
    return progress.seen.length > 0 ? toNoEntries(city) : { outcome: "unknown" };
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    const seconds =
      tries + 1 < (error.failure === "rate_limited" ? MAX_CITY_TRIES_RATE_LIMITED : MAX_CITY_TRIES)
        ? computeRetrySeconds(error)
        : null;
    if (seconds !== null) return { outcome: "postponed", seconds };
    return toFailureAnswer(ports, city, error, progress);
  }
}

async function findImported(
  ports: LookupPorts,
  { userId }: OsmRequester,
  place: Area | UnlocatedCity,
  wanted: WantedKind[],
  seen: string[],
): Promise<CityAnswer> {
  const answer: ImportedAnswer = await ports.importedDirectory.find({
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
  const progress = isCovered || !ports.osm ? null : { area, seen: [...seen, ...fresh.map(getEntryKey)] };
  if (!progress && !area && !answer.knowsCity && answer.companies.length === 0) return { outcome: "unknown" };
  const found = { ...answer, companies: fresh };
  return toFoundEntries(ports, userId, { city: place.name, country, box: place.box }, found, progress);
}

async function findInOsm(
  ports: LookupPorts,
  osm: NonNullable<LookupPorts["osm"]>,
  requester: OsmRequester,
  area: Area,
  wanted: WantedKind[],
): Promise<CityAnswer> {
  const kinds = wanted.map(({ filters, nameContains }) =>
    nameContains === undefined ? { filters } : { text: nameContains },
  );
  const result = await osm.find(requester, { area, kinds });
  if (result.state === "waiting") return { outcome: "waiting", place: result.place, seconds: result.seconds };
  const { name: city, country, box } = area;
  return toFoundEntries(ports, requester.userId, { city, country, box }, result.value, null);
}

async function toFoundEntries(
  { db }: LookupPorts,
  userId: string,
  { city, country, box }: { city: string; country: string; box: Area["box"] | null },
  answer: DirectoryAnswer,
  progress: DirectoryProgress | null,
): Promise<FoundEntries> {
  const { companies, incomplete } = answer;
  const [entries, known] =
    companies.length === 0
      ? [[], new Set<string>()]
      : await Promise.all([dropObjectedEmails(db, companies), listIdentities(db, userId)]);
  const warnings = { out_of_time: ["directory_incomplete" as const], too_many: ["directory_limit" as const], none: [] }[
    incomplete ?? "none"
  ];
  return { outcome: "found", city, country, entries: entries.map(addDistance(box)), known, warnings, progress };
}

/** Adds how far entries are from the middle of a place. */
const addDistance =
  (box: Area["box"] | null) =>
  (entry: DirectoryCompany): DirectoryCompany =>
    box && entry.details
      ? { ...entry, details: { ...entry.details, distanceKm: computeDistanceKm(toBoxCentre(box), entry.details) } }
      : entry;

const toBoxCentre = ({ south, west, north, east }: Area["box"]) => ({
  lat: (south + north) / 2,
  lon: (west + east) / 2,
});

const toNoEntries = (city: string): FoundEntries => ({
  outcome: "found",
  city,
  country: "",
  entries: [],
  known: new Set(),
  warnings: [],
  progress: null,
});

/** Entries of one directory count even when the next one fails. */
function toFailureAnswer(
  { osm }: LookupPorts,
  city: string,
  error: ExternalServiceError,
  progress: DirectoryProgress | undefined,
): CityAnswer {
  const warning = error.details.reason === QUEUE_FULL ? "directory_busy" : "directory_failed";
  if (!progress && osm)
    return { ...toNoEntries(city), warnings: [warning], progress: { area: findSuggestedCity(city) ?? null, seen: [] } };
  return progress && progress.seen.length > 0
    ? { ...toNoEntries(city), warnings: [warning] }
    : { outcome: "failed", warning };
}

const getEntryKey = ({ source, page, name, website }: DirectoryCompany): string =>
  [source, page, name, website ?? ""].join("\n");

/** Removes addresses on the objection list. */
async function dropObjectedEmails(db: Deps["db"], companies: DirectoryCompany[]): Promise<DirectoryCompany[]> {
  const addresses = companies.flatMap(({ emails }) => emails);
  const objected = addresses.length > 0 ? await listObjected(db, addresses) : new Set<string>();
  return objected.size === 0
    ? companies
    : companies.map((company) => ({ ...company, emails: company.emails.filter((email) => !objected.has(email)) }));
}

/** Null when another try cannot help, or only after too long a wait. */
function computeRetrySeconds({ failure, details }: ExternalServiceError): number | null {
  if (details.reason === QUEUE_FULL) return QUEUE_FULL_WAIT_SECONDS;
  if (failure === "refused") return null;
  const seconds = failure === "rate_limited" ? (details.retryAfterSeconds ?? 30) : 2;
  return seconds > MAX_SERVER_WAIT_SECONDS ? null : seconds;
}
