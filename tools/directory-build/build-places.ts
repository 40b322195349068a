import { listPlaceKeys, toCityKey, toPlaceKey } from "../../worker/directory/place-keys";
import { type Place, type PlaceShard, RELEASE_FORMAT } from "../../worker/directory/release/release-format";
import { measureDistance } from "./measure-distance";

/** A place as its source describes it. */
export interface RawPlace {
  kind: string;
  name: string;
  /** By language. */
  names: Record<string, string>;
  /** Further names that people type. */
  otherNames: string[];
  lat: number;
  lon: number;
  population?: number;
  country?: string;
  region?: string;
}

/** What the companies of a neighbourhood say about their town. */
export interface TownCount {
  name: string;
  country: string;
  companies: number;
  /** Sums over the companies, degrees. */
  lat: number;
  lon: number;
  postcodes: Record<string, number>;
}

/** Kinds of `place=` that people search in, the larger first; population where no source says one. */
const PLACE_KINDS: Record<string, number> = {
  city: 100_000,
  borough: 30_000,
  municipality: 6_000,
  town: 8_000,
  suburb: 5_000,
  quarter: 2_000,
  village: 500,
};
export const isPlaceKind = (kind: string): boolean => Object.hasOwn(PLACE_KINDS, kind);
const PARTS_OF_TOWNS = new Set(["borough", "suburb", "quarter"]);

const LANGUAGES = ["fr", "en", "de"];
const MAX_POSTCODES = 80;
/** Fewer companies do not show that a town of this name exists. */
const MIN_COMPANIES_OF_TOWN = 3;
/** How far a company may be from the centre of the town in its address. */
const TOWN_REACH_METRES = 25_000;
/** A postcode that one company in a hundred of a town writes is a slip. */
const MIN_POSTCODE_SHARE = 0.01;

/** Kilometres: 11 for two million people (Paris), 21 for nine (London), 2.5 for 6,000. */
function toRadius(kind: string, population: number): number {
  const radius = Math.min(25, 2 + 0.0065 * Math.sqrt(population));
  return Math.round((PARTS_OF_TOWNS.has(kind) ? Math.min(3, radius) : radius) * 10) / 10;
}

const toPlaceId = (country: string, name: string, lat: number, lon: number): string =>
  `${country}:${toPlaceKey(name)}:${lat.toFixed(2)}:${lon.toFixed(2)}`;

interface DraftPlace extends Place {
  kind: string;
  otherNames: string[];
  townKeys: string[];
}

/** Cells of a quarter degree with what is in them. */
class Grid<T> {
  private readonly cells = new Map<string, T[]>();
  private readonly degrees = 0.25;
  add(lat: number, lon: number, item: T): void {
    const cell = `${Math.floor(lat / this.degrees)}:${Math.floor(lon / this.degrees)}`;
    const items = this.cells.get(cell);
    if (items) items.push(item);
    else this.cells.set(cell, [item]);
  }
  /** What is in the cells around a point: everything within 25 km, up to 60° north. */
  *near(lat: number, lon: number): Generator<T> {
    const [row, column] = [Math.floor(lat / this.degrees), Math.floor(lon / this.degrees)];
    for (let i = row - 1; i <= row + 1; i++)
      for (let j = column - 2; j <= column + 2; j++) yield* this.cells.get(`${i}:${j}`) ?? [];
  }
}

/** A place with what its key needs. */
export interface NamedPlace {
  place: Place;
  /** Further names that people type. */
  otherNames: string[];
}

/**
 * Places of a release: those of a map, and towns that only companies' addresses name. Companies give the postcodes.
 * @param locate country and region of a point, where a border is known
 */
export function buildPlaces(
  raws: RawPlace[],
  towns: TownCount[],
  locate: (lat: number, lon: number) => { country?: string | undefined; region?: string | undefined },
): NamedPlace[] {
  const drafts: DraftPlace[] = [];
  for (const raw of raws) {
    const located = locate(raw.lat, raw.lon);
    const country = raw.country ?? located.country;
    if (country !== undefined) drafts.push(toDraft(raw, country, raw.region ?? located.region));
  }
  const kept = dropDoubles(drafts);
  const grid = new Grid<DraftPlace>();
  for (const draft of kept) grid.add(draft.lat, draft.lon, draft);

  const postcodes = new Map<DraftPlace, Map<string, number>>();
  const addPostcodes = (draft: DraftPlace, town: TownCount) => {
    const counts = postcodes.get(draft) ?? new Map<string, number>();
    for (const [postcode, count] of Object.entries(town.postcodes))
      counts.set(postcode, (counts.get(postcode) ?? 0) + count);
    postcodes.set(draft, counts);
  };
  const orphans = new Map<string, TownCount[]>();
  for (const town of towns) {
    const [lat, lon] = [town.lat / town.companies, town.lon / town.companies];
    const key = toCityKey(town.name);
    const place = findTown(grid, key, lat, lon);
    if (place) addPostcodes(place, town);
    else if (key !== "") {
      const country = town.country || (locate(lat, lon).country ?? "");
      if (country !== "") {
        const group = `${country}|${key}`;
        orphans.set(group, [...(orphans.get(group) ?? []), { ...town, country }]);
      }
    }
  }
  for (const group of [...orphans.keys()].toSorted())
    for (const cluster of clusterTowns(orphans.get(group) ?? [])) {
      if (cluster.companies < MIN_COMPANIES_OF_TOWN) continue;
      const [lat, lon] = [cluster.lat / cluster.companies, cluster.lon / cluster.companies];
      const draft = toDraft(
        { kind: "village", name: cluster.name, names: {}, otherNames: [], lat, lon },
        cluster.country,
        locate(lat, lon).region,
      );
      kept.push(draft);
      addPostcodes(draft, cluster);
    }
  for (const [draft, counts] of postcodes) {
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const found = [...counts].filter(([, count]) => count >= total * MIN_POSTCODE_SHARE);
    const best = found.toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, MAX_POSTCODES);
    if (best.length > 0) draft.postcodes = best.map(([postcode]) => postcode).toSorted();
  }
  tellHomonymsApart(kept);
  return kept
    .toSorted((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))
    .filter(({ id }, i, all) => id !== all[i - 1]?.id)
    .map(({ kind: _kind, otherNames, townKeys: _keys, ...place }) => ({ place, otherNames }));
}

function toDraft(raw: RawPlace, country: string, region: string | undefined): DraftPlace {
  const [lat, lon] = [Math.round(raw.lat * 1e4) / 1e4, Math.round(raw.lon * 1e4) / 1e4];
  const population = raw.population ?? PLACE_KINDS[raw.kind] ?? 0;
  const translated = LANGUAGES.flatMap((language) => {
    const name = raw.names[language];
    return name === undefined || name === raw.name ? [] : [[language, name] as const];
  });
  return {
    id: toPlaceId(country, raw.name, lat, lon),
    names: { local: raw.name, ...Object.fromEntries(translated) },
    country,
    ...(region !== undefined && region !== raw.name && { region }),
    lat,
    lon,
    radius_km: toRadius(raw.kind, population),
    population,
    kind: raw.kind,
    otherNames: raw.otherNames,
    townKeys: [raw.name, ...translated.map(([, name]) => name), ...raw.otherNames].map(toCityKey),
  };
}

const isLarger = (one: DraftPlace, other: DraftPlace): boolean =>
  one.population === other.population ? one.id < other.id : one.population > other.population;

/** A town and the village or suburb of its name inside it are one place to people. */
function dropDoubles(drafts: DraftPlace[]): DraftPlace[] {
  const grid = new Grid<DraftPlace>();
  const kept: DraftPlace[] = [];
  for (const draft of drafts.toSorted((one, other) => (isLarger(one, other) ? -1 : 1))) {
    const key = draft.townKeys[0] ?? "";
    let isDouble = key === "";
    for (const other of grid.near(draft.lat, draft.lon))
      isDouble ||=
        other.townKeys[0] === key &&
        measureDistance(draft.lat, draft.lon, other.lat, other.lon) <= Math.max(3, other.radius_km) * 1000;
    if (isDouble) continue;
    kept.push(draft);
    grid.add(draft.lat, draft.lon, draft);
  }
  return kept;
}

function findTown(grid: Grid<DraftPlace>, key: string, lat: number, lon: number): DraftPlace | undefined {
  let best: DraftPlace | undefined;
  let bestDistance = TOWN_REACH_METRES;
  for (const draft of grid.near(lat, lon)) {
    if (!draft.townKeys.includes(key)) continue;
    const distance = measureDistance(lat, lon, draft.lat, draft.lon);
    if (distance < bestDistance || (distance === bestDistance && best && isLarger(draft, best)))
      [best, bestDistance] = [draft, distance];
  }
  return best;
}

/** Counts of one name and country, those near each other as one town. */
function clusterTowns(towns: TownCount[]): TownCount[] {
  const clusters: TownCount[] = [];
  for (const town of towns) {
    const near = clusters.find(
      (cluster) =>
        measureDistance(
          town.lat / town.companies,
          town.lon / town.companies,
          cluster.lat / cluster.companies,
          cluster.lon / cluster.companies,
        ) <= TOWN_REACH_METRES,
    );
    if (!near) {
      clusters.push({ ...town, postcodes: { ...town.postcodes } });
      continue;
    }
    near.companies += town.companies;
    near.lat += town.lat;
    near.lon += town.lon;
    for (const [postcode, count] of Object.entries(town.postcodes))
      near.postcodes[postcode] = (near.postcodes[postcode] ?? 0) + count;
  }
  return clusters;
}

/** A homonym without a region is told apart by the nearest larger town. */
function tellHomonymsApart(drafts: DraftPlace[]): void {
  const large = drafts.filter(({ population, kind }) => population >= 20_000 && !PARTS_OF_TOWNS.has(kind));
  for (const [, homonyms] of Map.groupBy(drafts, ({ country, townKeys }) => `${country}|${townKeys[0]}`)) {
    if (homonyms.length < 2) continue;
    for (const draft of homonyms.filter(({ region }) => region === undefined)) {
      let nearest: DraftPlace | undefined;
      let least = Number.POSITIVE_INFINITY;
      for (const town of large) {
        if (town.townKeys[0] === draft.townKeys[0]) continue;
        const distance = measureDistance(draft.lat, draft.lon, town.lat, town.lon);
        if (distance < least) [nearest, least] = [town, distance];
      }
      if (nearest) draft.region = nearest.names.local ?? "";
    }
  }
}

/** Keys of a complete shard, and of the largest places where there are more. */
const MAX_SHARD_KEYS = 1_000;
const MAX_FIRST_KEYS = 200;

interface PlaceKey {
  key: string;
  place: Place;
}

/** The files of places, by the beginnings of what people type. */
export function buildPlaceShards(places: NamedPlace[]): PlaceShard[] {
  const keys: PlaceKey[] = places.flatMap(({ place, otherNames }) =>
    [
      ...new Set([
        ...[...Object.values(place.names), ...otherNames].flatMap(listPlaceKeys),
        ...(place.postcodes ?? []).map(toPlaceKey),
      ]),
    ]
      .filter((key) => key !== "")
      .map((key) => ({ key, place })),
  );
  keys.sort(compareKeys);
  return splitShard("", keys).filter(({ shard }) => shard !== "");
}

const compareKeys = (one: PlaceKey, other: PlaceKey): number =>
  one.key < other.key ? -1 : one.key > other.key ? 1 : compareSizes(one, other);
const compareSizes = ({ place: one }: PlaceKey, { place: other }: PlaceKey): number =>
  other.population - one.population || (one.id < other.id ? -1 : 1);

function splitShard(shard: string, keys: PlaceKey[]): PlaceShard[] {
  if (shard !== "" && keys.length <= MAX_SHARD_KEYS) return [toShard(shard, true, keys)];
  const exact = keys.filter(({ key }) => key === shard);
  const longer = keys.filter(({ key }) => key !== shard);
  const first = [...exact, ...longer.toSorted(compareSizes).slice(0, MAX_FIRST_KEYS)].toSorted(compareKeys);
  const children = Map.groupBy(longer, ({ key }) => shard + String.fromCodePoint(key.codePointAt(shard.length) ?? 32));
  return [
    toShard(shard, false, first),
    ...[...children.keys()].toSorted().flatMap((child) => splitShard(child, children.get(child) ?? [])),
  ];
}

function toShard(shard: string, complete: boolean, keys: PlaceKey[]): PlaceShard {
  const positions = new Map<Place, number>();
  for (const { place } of keys) if (!positions.has(place)) positions.set(place, positions.size);
  return {
    format: RELEASE_FORMAT,
    shard,
    complete,
    places: [...positions.keys()],
    keys: keys.map(({ key, place }) => [key, positions.get(place) ?? 0]),
  };
}
