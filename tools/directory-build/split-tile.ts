import { type Box, toPartId } from "../../worker/directory/release/release-format";
import type { Company } from "./merge-entries";

/** Companies of one file: some 3.5 MB of text where 32 can be read. */
const MAX_FILE_COMPANIES = 10_000;

type Located = Pick<Company, "id" | "lat" | "lon">;

/** What one file of a release holds. */
interface TilePart<T> {
  /** Of the tile, or of the part. */
  id: string;
  companies: T[];
  /** The least box that holds the companies. */
  ground: Box;
}

/**
 * The files of a tile: one, or for many companies parts of about the same number, each of a ground of its own. The same
 * companies in any order give the same parts.
 */
export function splitTile<T extends Located>(
  tile: string,
  companies: T[],
  maxCompanies = MAX_FILE_COMPANIES,
): TilePart<T>[] {
  const parts = Math.ceil(companies.length / maxCompanies);
  return cutGround(companies, parts).map((part, number) => ({
    id: parts > 1 ? toPartId(tile, number) : tile,
    companies: part,
    ground: toGround(part),
  }));
}

/** Cuts the longer side of the ground, and the halves again. By count, so that companies at one point are cut too. */
function cutGround<T extends Located>(companies: T[], parts: number): T[][] {
  if (parts <= 1) return [companies];
  const { south, west, north, east } = toGround(companies);
  const isTall = north - south > (east - west) * Math.cos((south * Math.PI) / 180);
  const [along, across] = isTall ? (["lat", "lon"] as const) : (["lon", "lat"] as const);
  const sorted = companies.toSorted((a, b) => a[along] - b[along] || a[across] - b[across] || (a.id < b.id ? -1 : 1));
  const first = Math.floor(parts / 2);
  const at = Math.round((companies.length * first) / parts);
  return [...cutGround(sorted.slice(0, at), first), ...cutGround(sorted.slice(at), parts - first)];
}

function toGround(companies: Located[]): Box {
  const ground = { south: Infinity, west: Infinity, north: -Infinity, east: -Infinity };
  for (const { lat, lon } of companies) {
    ground.south = Math.min(ground.south, lat);
    ground.west = Math.min(ground.west, lon);
    ground.north = Math.max(ground.north, lat);
    ground.east = Math.max(ground.east, lon);
  }
  return ground;
}
