import { toCountryCode } from "./source-entry";

/** An administrative border. */
export interface Boundary {
  name: string;
  /** `admin_level`: 2 is a country, 4 a Land or région, 6 a département or county. */
  level: number;
  country?: string;
  south: number;
  west: number;
  north: number;
  east: number;
  /** Its lines, each as lat, lon, lat, lon …; together they are closed, in any order. */
  lines: number[][];
}

/** The level that tells homonyms apart where it is not the fourth. */
const REGION_LEVELS: Record<string, number> = { FR: 6, GB: 6, IT: 6, ES: 6, BE: 6, PT: 6, IE: 6, LU: 6, RO: 4, GR: 5 };
const FALLBACK_LEVELS = [6, 4, 5];
const isWantedLevel = (level: number): boolean => level === 2 || (level >= 4 && level <= 6);

/** Name, level and country of a relation that is a border worth knowing; undefined for any other. */
export function readBoundaryTags(
  tags: Record<string, string>,
): Pick<Boundary, "name" | "level" | "country"> | undefined {
  const level = Number(tags.admin_level);
  if (tags.boundary !== "administrative" || tags.name === undefined || !isWantedLevel(level)) return undefined;
  const code = tags["ISO3166-1:alpha2"] ?? tags["ISO3166-1"] ?? tags["ISO3166-2"]?.split("-", 1)[0];
  const country = toCountryCode(code);
  return { name: tags.name, level, ...(country !== undefined && { country }) };
}

/** Metres are of no interest here: every point that is nearer to the one before is left out, ends excepted. */
const MIN_STEP_DEGREES = 0.0005;

/** The border of its lines; undefined when they are not closed, as in an extract that cuts through it. */
export function toBoundary(
  described: Pick<Boundary, "name" | "level" | "country">,
  lines: number[][],
): Boundary | undefined {
  const ends = new Set<string>();
  const toggleEnd = (end: string) => {
    if (!ends.delete(end)) ends.add(end);
  };
  const boundary: Boundary = { ...described, south: 90, west: 180, north: -90, east: -180, lines: [] };
  for (const line of lines) {
    if (line.length < 4) return undefined;
    toggleEnd(`${line[0]},${line[1]}`);
    toggleEnd(`${line.at(-2)},${line.at(-1)}`);
    boundary.lines.push(simplifyLine(line));
    for (let i = 0; i < line.length; i += 2) {
      const [lat = 0, lon = 0] = [line[i], line[i + 1]];
      boundary.south = Math.min(boundary.south, lat);
      boundary.north = Math.max(boundary.north, lat);
      boundary.west = Math.min(boundary.west, lon);
      boundary.east = Math.max(boundary.east, lon);
    }
  }
  return ends.size === 0 && boundary.lines.length > 0 ? boundary : undefined;
}

function simplifyLine(line: number[]): number[] {
  const kept = line.slice(0, 2);
  for (let i = 2; i < line.length - 2; i += 2) {
    const [lat = 0, lon = 0] = [line[i], line[i + 1]];
    if (Math.abs(lat - (kept.at(-2) ?? 0)) + Math.abs(lon - (kept.at(-1) ?? 0)) >= MIN_STEP_DEGREES)
      kept.push(lat, lon);
  }
  kept.push(...line.slice(-2));
  return kept;
}

/** Whether a point is inside: a ray from it crosses the lines an odd number of times. */
export function isInside(boundary: Boundary, lat: number, lon: number): boolean {
  if (lat < boundary.south || lat > boundary.north || lon < boundary.west || lon > boundary.east) return false;
  let inside = false;
  for (const line of boundary.lines)
    for (let i = 2; i < line.length; i += 2) {
      const [lat1 = 0, lon1 = 0, lat2 = 0, lon2 = 0] = [line[i - 2], line[i - 1], line[i], line[i + 1]];
      if (lat1 > lat !== lat2 > lat && lon < ((lon2 - lon1) * (lat - lat1)) / (lat2 - lat1) + lon1) inside = !inside;
    }
  return inside;
}

/** Country and region of a point, where a border is known. */
export function createLocator(
  boundaries: Boundary[],
): (lat: number, lon: number) => { country?: string | undefined; region?: string | undefined } {
  const sorted = boundaries.toSorted((one, other) => one.level - other.level);
  return (lat, lon) => {
    const around = sorted.filter((boundary) => isInside(boundary, lat, lon));
    const country = around.find((boundary) => boundary.country !== undefined)?.country;
    const levels = [REGION_LEVELS[country ?? ""] ?? 4, ...FALLBACK_LEVELS];
    const [region] = levels.flatMap((level) => around.find((boundary) => boundary.level === level)?.name ?? []);
    return { country, region };
  };
}
