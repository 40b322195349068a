const METRES_PER_DEGREE = 111_195;
const RADIANS_PER_DEGREE = Math.PI / 180;

/** Metres between two points; exact enough below 100 km. Degrees. */
export function measureDistance(lat: number, lon: number, otherLat: number, otherLon: number): number {
  const y = (otherLat - lat) * METRES_PER_DEGREE;
  const x = (otherLon - lon) * METRES_PER_DEGREE * Math.cos(((lat + otherLat) / 2) * RADIANS_PER_DEGREE);
  return Math.hypot(x, y);
}
