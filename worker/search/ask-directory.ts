import { identitiesOf } from "../companies/store-found";
import type { Deps } from "../deps";
import { type Area, type DirectoryCompany, OutsideError } from "../ports";
import type { Wanted } from "./rules";

export type DirectoryAnswer =
  | { outcome: "found"; area: Area; entries: DirectoryCompany[]; known: ReadonlySet<string> }
  | { outcome: "unknown" }
  | { outcome: "failed"; mayPass: boolean; waitSeconds: number };

/** Asks for the companies of one city, all kinds in one query, and for what the user has already. Never throws for what the outside does. */
export async function askDirectory(deps: Deps, userId: string, city: string, wanted: Wanted[]): Promise<DirectoryAnswer> {
  try {
    const area = await deps.geocoder.locate(city);
    if (!area) return { outcome: "unknown" };
    const filters = wanted.flatMap((kind) => kind.filters);
    const names = wanted.flatMap(({ nameContains }) => (nameContains === undefined ? [] : [nameContains]));
    const [entries, known] = await Promise.all([deps.directory.find({ area, filters, names }), identitiesOf(deps.db, userId)]);
    return { outcome: "found", area, entries, known };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return { outcome: "failed", mayPass: error.failure !== "refused", waitSeconds: error.failure === "rate_limited" ? error.details.retryAfterSeconds ?? 30 : 2 };
  }
}
