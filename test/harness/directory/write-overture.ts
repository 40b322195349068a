import { DuckDBInstance } from "@duckdb/node-api";
import type { Box } from "../../../worker/directory/release/release-format.ts";

const COUNTRY: Box = { south: 43, west: -1, north: 50, east: 7 };

/**
 * Writes places in the form of Overture's GeoParquet, spread over a country or a box. One in ten shares its site with
 * another, one in fifty has a category that nobody knows.
 * @param isMixed some are closed, unsure or without contact, as in Overture's files, and one in a thousand is broken;
 *   else every one can be kept
 */
export async function writeOverture(path: string, count: number, isMixed: boolean, box = COUNTRY): Promise<void> {
  const toPosition = (seed: string, from: number, to: number) =>
    `(${from} + (hash(${seed}) % 800000) / 800000.0 * ${to - from})::DOUBLE`;
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const kinds = ["bakery", "italian_restaurant", "lawyer", "hotel", "dentist", "car_dealer", "software_development"];
  const choose = (values: string[], by: string) =>
    `[${values.map((value) => `'${value}'`).join(", ")}][1 + (${by} % ${values.length})::INT]`;
  try {
    await connection.run(`COPY (
      SELECT
        CASE WHEN NOT ${isMixed} OR n % 1000 <> 999 THEN '08f' || lpad(n::VARCHAR, 29, '0') END AS id,
        {'primary': 'Maison ' || (n % ${Math.ceil(count * 0.9)}), 'common': MAP {'fr': 'Maison'}} AS names,
        {
          'primary': CASE WHEN ${isMixed} AND n % 50 = 49 THEN 'unheard_of' ELSE ${choose(kinds, "n")} END,
          'alternate': CASE WHEN n % 3 = 0 THEN ['cafe'] END
        } AS categories,
        CASE WHEN ${isMixed} AND n % 5 = 4 THEN 0.4 ELSE 0.7 + (n % 30) / 100 END AS confidence,
        CASE WHEN ${isMixed} AND n % 40 = 39 THEN 'permanently_closed' ELSE 'open' END AS operating_status,
        CASE WHEN NOT ${isMixed} OR n % 4 <> 3
          THEN ['https://www.maison-' || (n % ${Math.ceil(count * 0.9)}) || '.fr/'] END AS websites,
        NULL::VARCHAR[] AS socials,
        CASE WHEN n % 3 = 0 THEN ['contact@maison-' || n || '.fr'] END AS emails,
        CASE WHEN n % 2 = 0 THEN ['+33 1 ' || lpad(n::VARCHAR, 8, '0')] END AS phones,
        [{
          'freeform': n || ' rue de la Paix', 'locality': 'Ville ' || (n % 2000),
          'postcode': lpad((n % 9000)::VARCHAR, 5, '7'), 'region': 'FR-IDF', 'country': 'FR'
        }] AS addresses,
        [{
          'property': '', 'dataset': ${choose(["meta", "Microsoft", "Foursquare"], "n")},
          'update_time': '2026-10-0' || (1 + n % 9) || 'T00:00:00Z'
        }] AS sources,
        {'xmin': lon, 'xmax': lon, 'ymin': lat, 'ymax': lat} AS bbox
      FROM (
        SELECT range AS n, ${toPosition("range", box.west, box.east)} AS lon,
          ${toPosition("range + 1000000007", box.south, box.north)} AS lat
        FROM range(${count})
      )
    ) TO '${path.replaceAll("'", "''")}' (FORMAT parquet)`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
