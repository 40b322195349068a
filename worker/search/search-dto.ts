import { z } from "zod";
import { toShownContacts } from "../companies/company-dto";
import type { NewCompany } from "../companies/store-import";
import { readStoredFacts } from "../company-facts/stored-facts";
import {
  chooseMessageLanguage,
  CompanyFact,
  Contact,
  DirectorySource,
  ExternalApplication,
} from "../contract/companies";
import type { ErrorCode } from "../contract/errors";
import type { Language } from "../contract/field-schemas";
import type { FoundCompany, Search } from "../contract/search";
import { ERROR_MESSAGES } from "../platform/error-messages";
import type { SearchRequest, SearchPlace, FoundCompanyRow } from "../platform/search-rpc";
import { type SearchCounts, DUPLICATE } from "./frontier";
import { EMPTY_TOTALS } from "./rules-search-failure";
import type { SearchRow } from "./store-searches";

/** State of a search; the counts come from the rows of the frontier. */
export type SearchState = Omit<SearchRequest, "saved"> &
  Pick<Search, "status" | "warnings" | "discarded"> & {
    added: boolean;
    /** The kept search that it is a run of. */
    savedId?: string;
    /** The user stopped it. */
    stopped?: boolean;
    error: ErrorCode | null;
    completedAt: string | null;
    /** Steps in a row that failed with an unexpected error; too many end the search. */
    faults: number;
  };

/** @param waiting place in the queue for OpenStreetMap, if it waits there */
export function toSearchFromState(state: SearchState, counts: SearchCounts, waiting: Search["waiting"]): Search {
  return {
    ...(waiting && { waiting }),
    id: state.searchId,
    status: state.status,
    ...(state.list && { list: state.list }),
    ...(state.profileId !== undefined && { profile_id: state.profileId }),
    business_types: state.businessTypes,
    cities: state.cities,
    places: (state.places ?? []).map(toPlaceAnswer),
    ...counts,
    stopped: state.stopped ?? false,
    warnings: state.warnings,
    added_to_dashboard: state.added,
    discarded: state.discarded,
    created_at: state.createdAt,
    completed_at: state.completedAt,
    error: state.error && ERROR_MESSAGES[state.error],
    error_code: state.error,
  };
}

/** With the last saved counts: old rows lack some, and the object of a running search has newer ones. */
export function toSearchFromRow(row: SearchRow): Search {
  return {
    id: row.id,
    status: row.status,
    ...(row.list && { list: row.list }),
    ...(row.profileId !== null && { profile_id: row.profileId }),
    business_types: row.businessTypes,
    cities: row.cities,
    places: (row.places ?? []).map(toPlaceAnswer),
    ...EMPTY_TOTALS,
    ...row.totals,
    added_to_dashboard: row.addedToDashboard,
    discarded: row.discarded,
    created_at: row.createdAt,
    completed_at: row.completedAt,
    error: row.error && ERROR_MESSAGES[row.error],
    error_code: row.error,
  };
}

const toPlaceAnswer = ({ city, id, radiusKm, lat, lon }: SearchPlace): Search["places"][number] => ({
  city,
  id,
  radius_km: radiusKm,
  lat,
  lon,
});

const StoredContacts = z.array(Contact);
const StoredSources = z.array(DirectorySource);
const StoredFacts = z.array(CompanyFact);

const parseContacts = (row: FoundCompanyRow): Contact[] => StoredContacts.parse(JSON.parse(row.contacts));

export function toFoundCompany(row: FoundCompanyRow): FoundCompany {
  return {
    id: row.id,
    name: row.name,
    website: row.website,
    redirected_from: row.redirected_from === "" ? null : row.redirected_from,
    business_type: row.business_type,
    city: row.city,
    country: row.country,
    email: row.email,
    phone: row.phone,
    contacts: toShownContacts(parseContacts(row)),
    apply_elsewhere: row.apply_elsewhere === null ? null : ExternalApplication.parse(JSON.parse(row.apply_elsewhere)),
    contact_form: row.contact_form,
    careers_page: row.careers_page,
    duplicate: row.duplicate !== DUPLICATE.none,
    known: row.duplicate === DUPLICATE.known,
    seen: row.seen === 1,
    finished: row.site !== "waiting" && row.site !== "out",
    unread: row.site === "skipped" || row.site === "given_up",
    added: row.added === 1,
    source: row.source,
    sources: row.sources === "" ? null : StoredSources.parse(JSON.parse(row.sources)),
    lat: row.lat,
    lon: row.lon,
    distance_km: row.distance_km,
    size: row.size || null,
    sector: row.sector || null,
    chain: row.chain || null,
  };
}

export function toNewCompany(row: FoundCompanyRow, language: Language): NewCompany {
  const { id, name, website, city, country, email, phone, facts, about, source } = row;
  const { apply_elsewhere, redirected_from, sources, size, sector, chain } = toFoundCompany(row);
  const identity = row.moved_identity === "" ? row.identity : row.moved_identity;
  return {
    id,
    identity,
    redirectedFrom: redirected_from,
    name,
    website,
    businessType: row.business_type,
    city,
    country,
    email,
    phone,
    contacts: parseContacts(row),
    facts: readStoredFacts(facts === "" ? null : StoredFacts.parse(JSON.parse(facts)), about, website),
    applyElsewhere: apply_elsewhere,
    contactForm: row.contact_form,
    careersPage: row.careers_page,
    language: chooseMessageLanguage(country, language),
    source,
    sources,
    lat: row.lat,
    lon: row.lon,
    distanceKm: row.distance_km,
    size,
    sector,
    chain,
  };
}
