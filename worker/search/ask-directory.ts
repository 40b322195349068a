import { identitiesOf } from "../companies/store-found";
import type { SearchWarning } from "../contract/search";
import type { Deps } from "../deps";
import { type Area, type DirectoryCompany, OutsideError, type UnlocatedCity } from "../ports";
import { askAll } from "./ask-all";
import { unlocated } from "./city-name";
import type { Wanted } from "./rules";
import { objectedAmong } from "./store-objections";

/** A search does not wait longer for a server than this; seconds. */
const LONGEST_WAIT = 120;

/** `retryAfter`: seconds after which another try may do better; null when this is all there will be. */
export type CityAnswer = { retryAfter: number | null } & (
  | { outcome: "found"; city: string; country: string; entries: DirectoryCompany[]; known: ReadonlySet<string>; warnings: SearchWarning[] }
  | { outcome: "unknown" }
  | { outcome: "failed" }
);

/**
 * Asks all directories for the companies of one city, all kinds at once, and for what the user has already. What some found counts
 * even when others fail. Never throws for what the outside does.
 */
export async function askDirectory(deps: Deps, userId: string, city: string, wanted: Wanted[]): Promise<CityAnswer> {
  const located = await deps.geocoder.locate(city).catch(outsideError);
  const failure = located instanceof OutsideError ? located : null;
  const area = located instanceof OutsideError ? null : located;
  const place: Area | UnlocatedCity = area ?? unlocated(city);
  const kinds = {
    gcids: wanted.flatMap(({ gcid }) => gcid ?? []),
    filters: wanted.flatMap(({ filters }) => filters),
    names: wanted.flatMap(({ nameContains }) => nameContains ?? []),
  };
  const [found, known] = await Promise.all([
    askAll([() => deps.imported.find({ area: place, ...kinds }), ...(area ? [() => deps.directory.find({ area, ...kinds })] : [])]),
    identitiesOf(deps.db, userId),
  ]);
  const entries = await withoutObjected(deps, found.companies);
  const failures = [...(failure ? [failure] : []), ...found.failures];
  const retryAfter = waitFor(failures);
  const [first] = found.companies;
  if (!first && failures.length > 0) return { outcome: "failed", retryAfter };
  if (!first && !area) return { outcome: "unknown", retryAfter };
  const warnings: SearchWarning[] = [
    ...(failures.length > 0 ? ["directory_failed" as const] : []),
    ...(found.incomplete.has("out_of_time") ? ["directory_incomplete" as const] : []),
    ...(found.incomplete.has("too_many") ? ["directory_limit" as const] : []),
  ];
  return { outcome: "found", city: place.name, country: place.country ?? first?.place?.country ?? "", entries, known, warnings, retryAfter };
}

/** The directory may give an address whose owner does not want to be written to. */
async function withoutObjected({ db }: Pick<Deps, "db">, companies: DirectoryCompany[]): Promise<DirectoryCompany[]> {
  const addresses = companies.flatMap(({ emails }) => emails);
  const objected = addresses.length > 0 ? await objectedAmong(db, addresses) : new Set<string>();
  return objected.size === 0 ? companies : companies.map((company) => ({ ...company, emails: company.emails.filter((email) => !objected.has(email)) }));
}

function outsideError(error: unknown): OutsideError {
  if (error instanceof OutsideError) return error;
  throw error;
}

/** How long to wait before asking again: as told, or a moment. Null when there is nothing to hope for, or not soon. */
function waitFor(failures: OutsideError[]): number | null {
  const waits = failures.filter(({ failure }) => failure !== "refused").map(({ failure, details }) => (failure === "rate_limited" ? details.retryAfterSeconds ?? 30 : 2));
  const longest = Math.max(...waits);
  return waits.length === 0 || longest > LONGEST_WAIT ? null : longest;
}
