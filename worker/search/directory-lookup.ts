import { z } from "zod";
import { listIdentities } from "../companies/store-import";
import type { Deps } from "../compose";
import { LIMITS } from "../contract/limits";
import type { SearchWarning } from "../contract/search";
import { toCityKey } from "../directory/place-keys";
import { findCurrentRelease, findZoneCompanies, isReleaseGone, readManifest } from "../directory/release/read-release";
import type { Box, ReleaseManifest } from "../directory/release/release-format";
import {
  computeDistanceKm,
  isCovered,
  type SearchZone,
  toBox,
  toBoxZone,
  toCircle,
} from "../directory/release/search-zone";
import type { SelectedCompany } from "../directory/release/select-companies";
import { findSuggestedCity } from "../directory/suggested-cities";
import { logError } from "../lib/log";
import {
  type Area,
  type OsmRequester,
  type DirectoryCompany,
  QUEUE_FULL,
  ExternalServiceError,
  type QueuePosition,
} from "../platform/ports";
import type { SearchPlace } from "../platform/search-rpc";
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
  /** Where the next step starts; null when the city is done. */
  progress: DirectoryProgress | null;
}

export type CityAnswer =
  | FoundEntries
  | ({ outcome: "waiting" } & QueuePosition)
  | { outcome: "postponed"; seconds: number }
  | { outcome: "unknown" }
  | { outcome: "failed"; warning: SearchWarning };

type LookupPorts = Pick<Deps, "db" | "sharedDb" | "sharedFiles" | "parseSiteUrl" | "osm">;

/** The search that looks a city up. */
export interface LookupRequester extends OsmRequester {
  places: readonly SearchPlace[];
  /** How many companies earlier runs of it have found. */
  seenCompanies: number;
  /** The release that all cities are looked up in; null: none was published. Undefined before the first city. */
  release: string | null | undefined;
  /** Called with the release that is used from now on. */
  pinRelease(release: string | null): void;
}

/**
 * Runs the next step for one city: our own directory where it covers the place, else the place's location and
 * OpenStreetMap. Never waits long in a queue, and never throws for what a server does.
 */
export async function lookUpCity(
  ports: LookupPorts,
  requester: LookupRequester,
  pending: PendingCity,
  wanted: WantedKind[],
): Promise<CityAnswer> {
  try {
    return await lookUpInRelease(ports, requester, pending, wanted, await openRelease(ports, requester));
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    if (error.service === "shared_files") logError("directory_unread", error, { searchId: requester.searchId });
    const seconds =
      pending.tries + 1 < (error.failure === "rate_limited" ? MAX_CITY_TRIES_RATE_LIMITED : MAX_CITY_TRIES)
        ? computeRetrySeconds(error)
        : null;
    if (seconds !== null) return { outcome: "postponed", seconds };
    return { outcome: "failed", warning: error.details.reason === QUEUE_FULL ? "directory_busy" : "directory_failed" };
  }
}

/** The pinned release; the current one when none is pinned yet, or the pinned one was deleted. */
async function openRelease(
  { sharedFiles }: LookupPorts,
  { release, pinRelease }: LookupRequester,
  options?: { isFresh: boolean },
): Promise<ReleaseManifest | null> {
  if (release === null) return null;
  if (release !== undefined && !options?.isFresh) {
    const manifest = await readManifest(sharedFiles, release);
    if (manifest) return manifest;
  }
  const isFresh = options?.isFresh === true || release !== undefined;
  const current = await findCurrentRelease(sharedFiles, { isFresh });
  const manifest = current === null ? null : await readManifest(sharedFiles, current);
  if (current !== null && !manifest)
    throw new ExternalServiceError("shared_files", "server_error", `release ${current} has no manifest`);
  pinRelease(current);
  return manifest;
}

async function lookUpInRelease(
  ports: LookupPorts,
  requester: LookupRequester,
  pending: PendingCity,
  wanted: WantedKind[],
  manifest: ReleaseManifest | null,
): Promise<CityAnswer> {
  const { city, progress } = pending;
  const place = requester.places.find((one) => one.city === city);
  const area = place ? toArea(place) : (progress?.area ?? findSuggestedCity(city) ?? null);
  const zone = place ? toCircle(place, place.townRadiusKm + place.radiusKm) : area && toBoxZone(area.box);
  if (manifest && area && zone && isCovered(manifest.coverage, zone)) {
    try {
      return await findInDirectory(ports, requester, manifest, area, zone, wanted);
    } catch (error) {
      if (!isReleaseGone(error)) throw error;
      const current = await openRelease(ports, requester, { isFresh: true });
      if (current?.release === manifest.release) throw error;
      return lookUpInRelease(ports, requester, pending, wanted, current);
    }
  }
  // Of a suggested city OpenStreetMap knows the border.
  const border = place?.radiusKm === 0 ? findSuggestedCity(city) : undefined;
  return findOutside(ports, requester, city, border ?? area, wanted, manifest ? ["outside_directory"] : []);
}

const toArea = ({ city, name, names, country, lat, lon, townRadiusKm, radiusKm }: SearchPlace): Area => ({
  city,
  name,
  names,
  country,
  relation: null,
  box: toBox({ lat, lon }, townRadiusKm + radiusKm),
});

async function findInDirectory(
  ports: LookupPorts,
  { userId, seenCompanies }: LookupRequester,
  manifest: ReleaseManifest,
  area: Area,
  zone: SearchZone,
  wanted: WantedKind[],
): Promise<FoundEntries> {
  const known = await listIdentities(ports.db, userId);
  // Beyond those that the user has or has seen there may be others.
  const old = Math.min(LIMITS.seenCompanies, known.size + seenCompanies);
  const { companies, hasMore } = await findZoneCompanies(
    ports.sharedFiles,
    manifest,
    zone,
    wanted,
    LIMITS.companiesPerSearch + old,
  );
  const entries = companies.map((selected) => toDirectoryCompany(ports, selected, manifest, area));
  return toFoundEntries(ports, area, entries, known, hasMore ? ["directory_limit"] : []);
}

const Email = z.email().max(254);

/** Tiles are made of what strangers write. */
function toDirectoryCompany(
  { parseSiteUrl }: LookupPorts,
  { company, gcids, sources, distanceKm }: SelectedCompany,
  manifest: ReleaseManifest,
  area: Area,
): DirectoryCompany {
  const { id, name, lat, lon, site, emails = [], phones = [], town, country, page, chain, size, sector } = company;
  const named = sources.flatMap((source) => manifest.sources.find((one) => one.id === source) ?? []);
  const isSearched = town === undefined || [area.name, ...area.names].map(toCityKey).includes(toCityKey(town));
  return {
    name: name.slice(0, 200),
    website: site === undefined ? null : parseSiteUrl(site),
    emails: emails.map((email) => email.trim().toLowerCase()).filter((email) => Email.safeParse(email).success),
    phones,
    tags: { gcid: gcids.join(";") },
    page: page ?? named[0]?.url ?? "",
    source: named.map((source) => `${source.name} (${source.licence})`).join(" · "),
    place: { city: isSearched ? area.name : town.slice(0, 100), country },
    details: {
      entry: id,
      lat,
      lon,
      distanceKm: roundKm(distanceKm),
      size: size ?? null,
      sector: sector?.slice(0, 200) ?? null,
      chain: chain?.slice(0, 200) ?? null,
      sources: named.map((source) => ({ name: source.name, licence: source.licence, url: source.url })),
    },
  };
}

/** Asks OpenStreetMap, for its location first where that is unknown. */
async function findOutside(
  { db, sharedDb, osm }: LookupPorts,
  requester: OsmRequester,
  city: string,
  area: Area | null,
  wanted: WantedKind[],
  warnings: SearchWarning[],
): Promise<CityAnswer> {
  const asker = { userId: requester.userId, searchId: requester.searchId };
  if (!osm) return area ? { outcome: "failed", warning: "directory_failed" } : { outcome: "unknown" };
  if (!area) {
    const located = await osm.locate(asker, city);
    if (located.state === "waiting") return { outcome: "waiting", place: located.place, seconds: located.seconds };
    return located.value ? toNoEntries(city, { area: located.value }) : { outcome: "unknown" };
  }
  const kinds = wanted.map(({ filters, nameContains }) =>
    nameContains === undefined ? { filters } : { text: nameContains },
  );
  const result = await osm.find(asker, { area, kinds });
  if (result.state === "waiting") return { outcome: "waiting", place: result.place, seconds: result.seconds };
  const { companies, incomplete } = result.value;
  const cut = { out_of_time: ["directory_incomplete" as const], too_many: ["directory_limit" as const], none: [] }[
    incomplete ?? "none"
  ];
  const known = companies.length === 0 ? new Set<string>() : await listIdentities(db, requester.userId);
  return toFoundEntries({ sharedDb }, area, companies.map(addDistance(area.box)), known, [...warnings, ...cut]);
}

/** Adds how far companies are from the middle of a place. */
const addDistance =
  (box: Box) =>
  (company: DirectoryCompany): DirectoryCompany =>
    company.details
      ? {
          ...company,
          details: { ...company.details, distanceKm: roundKm(computeDistanceKm(toCentre(box), company.details)) },
        }
      : company;

const toCentre = ({ south, west, north, east }: Box) => ({ lat: (south + north) / 2, lon: (west + east) / 2 });
const roundKm = (km: number): number => Math.round(km * 10) / 10;

async function toFoundEntries(
  { sharedDb }: Pick<LookupPorts, "sharedDb">,
  { name, country }: Area,
  companies: DirectoryCompany[],
  known: ReadonlySet<string>,
  warnings: SearchWarning[],
): Promise<FoundEntries> {
  const entries = await dropObjectedEmails(sharedDb, companies);
  return { outcome: "found", city: name, country, entries, known, warnings, progress: null };
}

const toNoEntries = (city: string, progress: DirectoryProgress): FoundEntries => ({
  outcome: "found",
  city,
  country: "",
  entries: [],
  known: new Set(),
  warnings: [],
  progress,
});

/** Removes addresses on the objection list. */
export async function dropObjectedEmails(
  sharedDb: Deps["sharedDb"],
  companies: DirectoryCompany[],
): Promise<DirectoryCompany[]> {
  const addresses = companies.flatMap(({ emails }) => emails);
  const objected = await listObjected(sharedDb, addresses);
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
