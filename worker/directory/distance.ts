interface Point {
  lat: number;
  lon: number;
}

const EARTH_RADIUS_KM = 6_371;
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance (haversine), to a tenth of a kilometre. */
export function computeDistanceKm(from: Point, to: Point): number {
  const [lat, lon] = [toRadians(to.lat - from.lat), toRadians(to.lon - from.lon)];
  const half =
    Math.sin(lat / 2) ** 2 + Math.cos(toRadians(from.lat)) * Math.cos(toRadians(to.lat)) * Math.sin(lon / 2) ** 2;
  return Math.round(20 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(half))) / 10;
}
