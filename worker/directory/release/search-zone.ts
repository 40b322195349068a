import { type Box, listTileIds, type ReleaseManifest, toPartId, toTileBox } from "./release-format";

const EARTH_RADIUS_KM = 6_371;
const KM_PER_DEGREE_LAT = 111.2;
/** Enough for a hundred kilometres at 80 degrees north. */
const CLAMP_ERROR_KM = 0.1;
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

interface Point {
  lat: number;
  lon: number;
}

/** Where a search looks for companies: a circle, or a box where only that is known of a place. */
export interface SearchZone {
  centre: Point;
  box: Box;
  /** Null: all of the box. */
  radiusKm: number | null;
}

/** Along the great circle. */
export function computeDistanceKm(from: Point, to: Point): number {
  const halfLat = Math.sin(toRadians(to.lat - from.lat) / 2);
  const halfLon = Math.sin(toRadians(to.lon - from.lon) / 2);
  const part = halfLat ** 2 + Math.cos(toRadians(from.lat)) * Math.cos(toRadians(to.lat)) * halfLon ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(part)));
}

/** The box around a circle; at a pole it goes round the earth. */
export function toBox({ lat, lon }: Point, radiusKm: number): Box {
  const high = radiusKm / KM_PER_DEGREE_LAT;
  const wide = Math.min(180, high / Math.max(0.01, Math.cos(toRadians(lat))));
  return {
    south: Math.max(-90, lat - high),
    west: Math.max(-180, lon - wide),
    north: Math.min(90, lat + high),
    east: Math.min(180, lon + wide),
  };
}

export const toCircle = (centre: Point, radiusKm: number): SearchZone => ({
  centre,
  box: toBox(centre, radiusKm),
  radiusKm,
});

export const toBoxZone = (box: Box): SearchZone => ({
  centre: { lat: (box.south + box.north) / 2, lon: (box.west + box.east) / 2 },
  box,
  radiusKm: null,
});

const isInBox = ({ lat, lon }: Point, { south, west, north, east }: Box): boolean =>
  lat >= south && lat <= north && lon >= west && lon <= east;

/** @returns the distance of a point from the centre of the zone; null outside the zone */
export function findDistanceKm({ centre, box, radiusKm }: SearchZone, point: Point): number | null {
  // Most points of a tile are outside the box, and a comparison costs little.
  if (!isInBox(point, box)) return null;
  const distance = computeDistanceKm(centre, point);
  return radiusKm === null || distance <= radiusKm ? distance : null;
}

/** Whether the release claims to know the companies there. */
export const isCovered = (coverage: readonly Box[], { centre }: SearchZone): boolean =>
  coverage.some((box) => isInBox(centre, box));

const isTouching = (one: Box, other: Box): boolean =>
  one.south <= other.north && one.north >= other.south && one.west <= other.east && one.east >= other.west;

/** The least distance of any point of a box, or a little less: the nearest one is not quite the clamped one. */
function computeLeastDistanceKm({ lat, lon }: Point, { south, west, north, east }: Box): number {
  const clamped = { lat: Math.min(Math.max(lat, south), north), lon: Math.min(Math.max(lon, west), east) };
  return Math.max(0, computeDistanceKm({ lat, lon }, clamped) - CLAMP_ERROR_KM);
}

/** A tile that has a file if it has companies, or a part of one, which always has. */
export interface ZoneTile {
  id: string;
  isPart: boolean;
  /** No company of it is nearer to the centre. */
  distanceKm: number;
}

/** The tiles that a zone touches, of those that are split the parts, nearest first. */
export function listZoneTiles(
  { centre, box, radiusKm }: SearchZone,
  splitTiles: ReleaseManifest["split_tiles"],
): ZoneTile[] {
  return listTileIds(box)
    .flatMap((tile) => {
      const parts = splitTiles[tile]?.map((ground, part) => ({ id: toPartId(tile, part), ground, isPart: true }));
      return parts ?? [{ id: tile, ground: toTileBox(tile), isPart: false }];
    })
    .filter(({ ground }) => isTouching(ground, box))
    .map(({ id, ground, isPart }) => ({ id, isPart, distanceKm: computeLeastDistanceKm(centre, ground) }))
    .filter(({ distanceKm }) => radiusKm === null || distanceKm <= radiusKm)
    .sort((a, b) => a.distanceKm - b.distanceKm);
}
