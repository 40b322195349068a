import * as z from "zod/mini";
import { CompanyDetails, DirectorySource } from "./companies";
import { defineEndpoint } from "./endpoint";
import { ErrorCodeSchema } from "./errors";
import { Id, Language, singleLineField, pageLimitField, Time, Count, Flag, Text } from "./field-schemas";
import { LIMITS } from "./limits";
import { SUGGESTED_CITIES } from "./suggested-cities";

export const Category = z.object({ gcid: Text, name: Text });
export type Category = z.infer<typeof Category>;

/** A sector of the economy, with the categories that most of its jobs are in. */
export const Sector = z.object({ id: Text, name: Text, categories: z.array(Category) });
export type Sector = z.infer<typeof Sector>;

/** `waiting`: a list of the user's own that has not been started. */
export const SearchStatus = z.enum(["waiting", "running", "stopping", "completed", "failed", "cancelled"]);
export type SearchStatus = z.infer<typeof SearchStatus>;

/** Warnings beside a search's result; the detail is a city, or names of companies for `list_objections`. */
export const SearchWarning = z.enum([
  "city_not_found",
  "directory_failed",
  "directory_busy",
  "directory_incomplete",
  "directory_limit",
  "outside_directory",
  "too_many_companies",
  "list_objections",
]);
export type SearchWarning = z.infer<typeof SearchWarning>;

/** Kilometres around a town; 0 is the town only. */
export const RADII_KM = [0, 10, 25, 50] as const;
const RadiusKm = z.literal([...RADII_KM]);

/** Country, folded local name and centre: "FR:lyon:45.76:4.83". */
const PLACE_ID = /^[A-Z]{2}:[^:\u0000-\u001f\u007f]{1,100}:-?\d{1,2}(?:\.\d{1,6})?:-?\d{1,3}(?:\.\d{1,6})?$/u;

/** A place of the directory as a request names it. */
export const PlaceChoice = z.strictObject({
  id: z.string().check(z.maxLength(150, "invalid"), z.regex(PLACE_ID, "invalid")),
  radius_km: RadiusKm,
});
export type PlaceChoice = z.infer<typeof PlaceChoice>;

/** One of several places that a text may mean. */
export const PlaceSuggestion = z.object({
  id: Text,
  name: Text,
  /** The larger place that tells it from another of the same name. */
  region: z.nullable(Text),
  /** ISO 3166-1 alpha-2. */
  country: Text,
  population: Count,
});
export type PlaceSuggestion = z.infer<typeof PlaceSuggestion>;

/** A suggestion while typing; without an id, a search is given its `city`. */
export const SuggestedPlace = z.extend(PlaceSuggestion, {
  /** Null where no directory is published. */
  id: z.nullable(Text),
  /** Which of SUGGESTED_CITIES it is. */
  city: z.nullable(z.enum(SUGGESTED_CITIES)),
});
export type SuggestedPlace = z.infer<typeof SuggestedPlace>;

/** What an answer with the code `city_ambiguous` adds: the places that each text may mean, largest first. */
export const AmbiguousCities = z.object({
  choices: z.array(z.object({ city: Text, places: z.array(PlaceSuggestion) })),
});
/** A list of companies that the user gave: file name, or empty; which part of how many; how many companies. */
export const OwnList = z.object({ name: Text, part: Count, parts: Count, companies: Count });
export type OwnList = z.infer<typeof OwnList>;

export const Search = z.object({
  id: Text,
  status: SearchStatus,
  /** The list that is read in place of a directory; it has no business types and no cities. */
  list: z.optional(OwnList),
  /** The profile for the letters to the companies it finds; absent for the default one. */
  profile_id: z.optional(Text),
  business_types: z.array(Text),
  cities: z.array(Text),
  /** Those of `cities` that are places of the directory, each with its radius and centre. */
  places: z.array(z.object({ city: Text, id: Text, radius_km: RadiusKm, lat: z.number(), lon: z.number() })),
  total_companies: Count,
  /** Certainly new: while a site is being read it may turn out to be one that the user has. */
  new_companies: Count,
  duplicate_companies: Count,
  /** Companies among the duplicates that the user already had, each once. */
  known_companies: Count,
  /** Of a kept search: found by an earlier run of it. They count neither as new nor as duplicates. */
  seen_companies: Count,
  total_emails: Count,
  /** Sites known so far; `scraped_websites_count` of them are finished. */
  websites_count: Count,
  scraped_websites_count: Count,
  processed_contacts_count: Count,
  /** The user stopped it before its end. Counts of one that goes on again begin with what is certain. */
  stopped: Flag,
  /** New companies whose sites were not read because it was stopped. */
  unread_companies: Count,
  added_to_dashboard: Flag,
  /** How many of its companies were added. */
  added_companies: Count,
  discarded: Flag,
  warnings: z.array(z.object({ code: SearchWarning, detail: Text })),
  /** Waiting for the directory: for which city, at which position (1 is next), and the estimated seconds. */
  waiting: z.optional(z.object({ city: Text, place: Count, seconds: Count })),
  created_at: Time,
  completed_at: z.nullable(Time),
  /** English text and code of the error that ended a failed search. */
  error: z.nullable(Text),
  error_code: z.nullable(ErrorCodeSchema),
});
export type Search = z.infer<typeof Search>;

/** A found company, before it is added to the dashboard. */
export const FoundCompany = z.extend(CompanyDetails, {
  /** Degrees, WGS 84. Null where its directory does not say it, as with the fields below. */
  lat: z.nullable(Count),
  lon: z.nullable(Count),
  /** From the centre of the place that was searched. */
  distance_km: z.nullable(Count),
  /** People who work there: "1-9", "10-49", "50-249" or "250+". */
  size: z.nullable(Text),
  /** In the words of its directory. */
  sector: z.nullable(Text),
  /** What several branches share. */
  chain: z.nullable(Text),
  sources: z.nullable(z.array(DirectorySource)),
  /** The user already has it, or another result is the same company. */
  duplicate: Flag,
  /** A duplicate because the user already has it. */
  known: Flag,
  /** An earlier run of this kept search has found it. */
  seen: Flag,
  /** Its site has been read or given up. */
  finished: Flag,
  /** Its site was not read: it could not be, or the search was stopped. */
  unread: Flag,
  /** Added to the dashboard from these results. */
  added: Flag,
});
export type FoundCompany = z.infer<typeof FoundCompany>;

/** Prefix of a business type the user typed; the rest is the text. */
export const CUSTOM_CATEGORY_PREFIX = "custom_";
/** Letters and figures of a text. */
export const countLetters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
const BusinessType = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(CUSTOM_CATEGORY_PREFIX.length + LIMITS.customCategoryLength, "category_invalid"),
  z.refine((value) => !/[;\u0000-\u001f\u007f]/u.test(value) && value.isWellFormed(), "category_invalid"),
  z.overwrite((value) =>
    value.startsWith(CUSTOM_CATEGORY_PREFIX)
      ? CUSTOM_CATEGORY_PREFIX + value.slice(CUSTOM_CATEGORY_PREFIX.length).trim()
      : value,
  ),
  z.refine((value) => value !== CUSTOM_CATEGORY_PREFIX, "category_invalid"),
  // Minimum length of a name part: a shorter one would match nearly every company of a city.
  z.refine(
    (value) =>
      !value.startsWith(CUSTOM_CATEGORY_PREFIX) ||
      countLetters(value.slice(CUSTOM_CATEGORY_PREFIX.length)) >= LIMITS.customCategoryLetters,
    "category_too_short",
  ),
);
const areDistinct = (values: string[]) => new Set(values.map((value) => value.toLowerCase())).size === values.length;

export const CategoriesBody = z.strictObject({
  query: singleLineField(LIMITS.queryLength, "query_required", "query_too_long"),
  language: z.optional(Language),
});
export const TranslateBody = z.strictObject({
  gcids: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(LIMITS.translations)),
  language: z.optional(Language),
});
export const RunSearchBody = z
  .strictObject({
    business_types: z
      .array(BusinessType)
      .check(
        z.minLength(1, "categories_required"),
        z.maxLength(LIMITS.categories, "too_many_categories"),
        z.refine(areDistinct, "duplicate_categories"),
      ),
    /** Names as people write them. With or instead of `places`. */
    cities: z._default(
      z
        .array(singleLineField(LIMITS.cityLength))
        .check(z.maxLength(LIMITS.cities, "too_many_cities"), z.refine(areDistinct, "duplicate_cities")),
      [],
    ),
    places: z._default(
      z.array(PlaceChoice).check(
        z.maxLength(LIMITS.cities, "too_many_cities"),
        z.refine((places) => areDistinct(places.map(({ id }) => id)), "duplicate_cities"),
      ),
      [],
    ),
    /** The profile for the letters to the companies it finds; the default one when none is named. */
    profile_id: z.optional(Id),
  })
  .check(
    z.refine(({ cities, places }) => cities.length + places.length > 0, { error: "cities_required", path: ["cities"] }),
    z.refine(({ cities, places }) => cities.length + places.length <= LIMITS.cities, {
      error: "too_many_cities",
      path: ["cities"],
    }),
  );
export type RunSearchRequest = z.output<typeof RunSearchBody>;
export const AddToDashboardBody = z.strictObject({
  company_ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(LIMITS.companiesPerSearch))),
});
export const FoundQuery = z.strictObject({
  limit: pageLimitField(LIMITS.pageDefault),
  /** Number of the last row shown. */
  cursor: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,9}$/u, "invalid")), z.transform(Number))),
});

export const PlacesQuery = z.strictObject({
  q: singleLineField(LIMITS.cityLength),
  /** That of the user, unless given. */
  language: z.optional(Language),
});

const SearchAnswer = z.object({ search: Search });
export const getCategorySuggestions = defineEndpoint({
  method: "POST",
  path: "/search/categories",
  readOnly: true,
  access: "ready",
  quota: "suggestion",
  body: CategoriesBody,
  /**
   * `sectors`: to choose from, for a job that exists in every one; else empty. `sure`: the category that fits for
   * certain, if one does. `may_be_name`: the text may be the name of a company.
   */
  answer: z.object({
    categories: z.array(Category),
    sectors: z.array(Sector),
    sure: z.nullable(Text),
    may_be_name: Flag,
  }),
});
export const translateCategories = defineEndpoint({
  method: "POST",
  path: "/search/categories/translate",
  readOnly: true,
  access: "ready",
  body: TranslateBody,
  answer: z.object({ translations: z.record(Text, Text) }),
});
/** At most eight places that a text may mean, the likeliest first; also while it is being typed. */
export const suggestPlaces = defineEndpoint({
  method: "GET",
  path: "/search/places",
  access: "ready",
  query: PlacesQuery,
  answer: z.object({ places: z.array(SuggestedPlace) }),
});
export const runSearch = defineEndpoint({
  method: "POST",
  path: "/search/run",
  access: "ready",
  quota: "search",
  body: RunSearchBody,
  answer: z.object({ search_id: Text, search: Search }),
});
export const getSearchStatus = defineEndpoint({
  method: "GET",
  path: "/search/status/:id",
  access: "ready",
  answer: SearchAnswer,
});
export const getCurrentSearch = defineEndpoint({
  method: "GET",
  path: "/search/current",
  access: "ready",
  answer: z.object({ search: z.nullable(Search) }),
});
/** Goes on with a search that was stopped. */
export const resumeSearch = defineEndpoint({
  method: "POST",
  path: "/search/resume/:id",
  access: "ready",
  quota: "search",
  answer: SearchAnswer,
});
export const cancelSearch = defineEndpoint({
  method: "POST",
  path: "/search/cancel/:id",
  access: "ready",
  answer: SearchAnswer,
});
export const stopSearch = defineEndpoint({
  method: "POST",
  path: "/search/stop/:id",
  access: "ready",
  answer: SearchAnswer,
});
export const discardSearch = defineEndpoint({
  method: "POST",
  path: "/search/discard/:id",
  access: "ready",
  answer: SearchAnswer,
});
export const listSearches = defineEndpoint({
  method: "GET",
  path: "/search/history",
  access: "ready",
  answer: z.object({ searches: z.array(Search) }),
});
export const listFoundCompanies = defineEndpoint({
  method: "GET",
  path: "/search/:id/companies",
  access: "ready",
  query: FoundQuery,
  answer: z.object({ companies: z.array(FoundCompany), next_cursor: z.nullable(Text) }),
});
export const addToDashboard = defineEndpoint({
  method: "POST",
  path: "/search/add-to-dashboard/:id",
  access: "ready",
  body: AddToDashboardBody,
  bodyOptional: true,
  answer: z.object({ added_count: Count, search: Search }),
});
