import { z } from "zod";
import { interleave } from "../../lib/interleave";
import { foldName } from "../place-keys";
import { Tile, TileCompany } from "./release-format";
import { findDistanceKm, type SearchZone } from "./search-zone";

/** A kind of company: of a category of the catalogue, or with a text in its name. */
export interface CompanyQuery {
  gcid?: string | undefined;
  nameContains?: string | undefined;
}

/** A tile whose companies are checked when they are chosen: all of a large city's would take a second and 100 MB. */
export const UncheckedTile = Tile.extend({ companies: z.array(z.unknown()) });
type UncheckedTile = z.infer<typeof UncheckedTile>;

/** What is read of every company. */
type ComparedCompany = Pick<TileCompany, "name" | "lat" | "lon" | "kinds">;
function isComparable(company: unknown): company is ComparedCompany {
  const { name, lat, lon, kinds }: Partial<Record<keyof ComparedCompany, unknown>> = company ?? {};
  return typeof name === "string" && typeof lat === "number" && typeof lon === "number" && Array.isArray(kinds);
}

export interface SelectedCompany {
  company: TileCompany;
  /** All its categories. */
  gcids: string[];
  /** Ids of its sources. */
  sources: string[];
  distanceKm: number;
}

/** Companies with a site or an address come before those with a telephone only, then the nearer ones. */
const compareCompanies = (a: SelectedCompany, b: SelectedCompany): number =>
  Number(hasSiteOrEmail(b)) - Number(hasSiteOrEmail(a)) || a.distanceKm - b.distanceKm;
const hasSiteOrEmail = ({ company: { site, emails = [] } }: SelectedCompany): boolean =>
  site !== undefined || emails.length > 0;

/** Collects the best companies of a zone, tile after tile, without keeping more of a kind than an answer can hold. */
export class CompanySelection {
  readonly #zone: SearchZone;
  readonly #kinds: { gcid: string | undefined; text: string; found: SelectedCompany[] }[];
  readonly #limit: number;
  #isCut = false;

  /** @param limit companies of an answer */
  constructor(zone: SearchZone, kinds: readonly CompanyQuery[], limit: number) {
    this.#zone = zone;
    this.#kinds = kinds.map(({ gcid, nameContains = "" }) => ({ gcid, text: foldName(nameContains), found: [] }));
    this.#limit = limit;
  }

  /** Companies that are none are passed over. */
  addTile({ categories, sources, companies }: UncheckedTile): void {
    const kinds = this.#kinds.map(({ gcid, text, found }) => ({
      category: gcid === undefined ? -1 : categories.indexOf(gcid),
      text,
      found,
    }));
    const hasTexts = kinds.some(({ text }) => text !== "");
    if (!hasTexts && kinds.every(({ category }) => category < 0)) return;
    for (const compared of companies) {
      if (!isComparable(compared)) continue;
      const distanceKm = findDistanceKm(this.#zone, compared);
      if (distanceKm === null) continue;
      const name = hasTexts ? foldName(compared.name) : "";
      const matches = kinds.filter(
        ({ category, text }) =>
          (category >= 0 && compared.kinds.includes(category)) || (text !== "" && name.includes(text)),
      );
      const company = matches.length > 0 ? TileCompany.safeParse(compared).data : undefined;
      if (!company) continue;
      const selected = {
        company,
        gcids: company.kinds.flatMap((kind) => categories[kind] ?? []),
        sources: company.from.flatMap((source) => sources[source] ?? []),
        distanceKm,
      };
      for (const { found } of matches) found.push(selected);
    }
    for (const kind of this.#kinds) {
      if (kind.found.length <= this.#limit) continue;
      this.#isCut = true;
      kind.found = kind.found.sort(compareCompanies).slice(0, this.#limit);
    }
  }

  /** Whether companies at least so far away can add nothing: every kind has as many better ones as an answer holds. */
  isFull(distanceKm: number): boolean {
    return this.#kinds.every(
      ({ found }) =>
        found.length >= this.#limit &&
        found.every((selected) => hasSiteOrEmail(selected) && selected.distanceKm <= distanceKm),
    );
  }

  /** Each company once, kinds in turn: a search may have room for few of them. */
  list(): { companies: SelectedCompany[]; hasMore: boolean } {
    const turns = interleave(this.#kinds.map(({ found }) => found.toSorted(compareCompanies)));
    const companies = [...new Map(turns.map((selected) => [selected.company.id, selected])).values()];
    return {
      companies: companies.slice(0, this.#limit),
      hasMore: this.#isCut || companies.length > this.#limit,
    };
  }
}
