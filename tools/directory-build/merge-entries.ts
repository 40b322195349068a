import type { Tile, TileCompany } from "../../worker/directory/release/release-format";
import { RELEASE_FORMAT } from "../../worker/directory/release/release-format";
import { toSiteKey } from "./entry-index";
import { type SourceEntry, toPhoneDigits } from "./source-entry";

const MAX_KINDS = 8;
const MAX_CONTACTS = 5;

/** A company of a release before it is put into a tile. */
export interface Company extends Omit<SourceEntry, "source" | "brand" | "country"> {
  /** Ids of its sources, the one of its name first. */
  from: string[];
  country: string;
  chain?: string;
}

/** One of the entries of a company; `chain` as Doubles has it. */
export interface Member {
  entry: SourceEntry;
  chain: number;
}

/** The last nine digits are the same however the country is written. */
const toNumberKey = (phone: string): string => toPhoneDigits(phone).slice(-9);

/** Joins the entries of one company. @param members the one that is believed most first */
export function mergeEntries(members: [Member, ...Member[]], country: string): Company {
  const [{ entry: lead }] = members;
  const entries = members.map(({ entry }) => entry);
  const pick = <K extends keyof SourceEntry>(key: K): SourceEntry[K] | undefined =>
    entries.find((entry) => entry[key] !== undefined)?.[key];
  const emails = [...new Set(entries.flatMap((entry) => entry.emails ?? []))].slice(0, MAX_CONTACTS);
  const phones = new Map<string, string>();
  for (const phone of entries.flatMap((entry) => entry.phones ?? []))
    if (!phones.has(toNumberKey(phone))) phones.set(toNumberKey(phone), phone);
  const [site, town, postcode] = [pick("site"), pick("town"), pick("postcode")];
  const [page, size, sector] = [pick("page"), pick("size"), pick("sector")];
  const bySite = members.find(({ chain }) => chain === 1);
  const byBrand = members.find(({ chain }) => chain === 2);
  const chain = bySite ? toSiteKey(bySite.entry) : byBrand?.entry.brand;
  return {
    id: lead.id,
    name: lead.name,
    lat: lead.lat,
    lon: lead.lon,
    kinds: [...new Set(entries.flatMap(({ kinds }) => kinds))].slice(0, MAX_KINDS),
    from: [...new Set(entries.map(({ source }) => source))],
    country: pick("country") ?? country,
    ...(site !== undefined && { site }),
    ...(emails.length > 0 && { emails }),
    ...(phones.size > 0 && { phones: [...phones.values()].slice(0, MAX_CONTACTS) }),
    ...(town !== undefined && { town }),
    ...(postcode !== undefined && { postcode }),
    ...(page !== undefined && { page }),
    ...(chain !== undefined && { chain }),
    ...(size !== undefined && { size }),
    ...(sector !== undefined && { sector }),
  };
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The file of a tile. The same companies in any order give the same file. */
export function buildTile(tile: string, companies: Company[]): Tile {
  const sorted = companies.toSorted((one, other) => compareTexts(one.id, other.id));
  const categories = [...new Set(sorted.flatMap(({ kinds }) => kinds))].toSorted(compareTexts);
  const sources = [...new Set(sorted.flatMap(({ from }) => from))].toSorted(compareTexts);
  const categoryPositions = new Map(categories.map((gcid, i) => [gcid, i]));
  const sourcePositions = new Map(sources.map((source, i) => [source, i]));
  const toPositions = (values: string[], positions: Map<string, number>) =>
    values.flatMap((value) => positions.get(value) ?? []);
  return {
    format: RELEASE_FORMAT,
    tile,
    categories,
    sources,
    companies: sorted.map(({ id, name, lat, lon, kinds, from, country, ...rest }): TileCompany => ({
      id,
      name,
      lat,
      lon,
      kinds: toPositions(kinds, categoryPositions),
      from: toPositions(from, sourcePositions),
      country,
      ...rest,
    })),
  };
}
