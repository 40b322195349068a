import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineBench } from "../harness/cli.ts";
import { measureDense, measureExtract, measurePlaces } from "./directory/measure-build.ts";

/** What building the directory takes, beside merely reading the same file. */
export const command = defineBench({
  packages: ["@duckdb/node-api", "osm-pbf-parser-node"],
  options: {
    places: { about: "places of the GeoParquet file", usual: 1_000_000, short: 20_000 },
    dense: { about: "places of the GeoParquet file that all lie in one tile", usual: 400_000, short: 30_000 },
    elements: { about: "elements of the extract that may be companies", usual: 60_000, short: 2_000 },
  },
  open: async () => mkdtempSync(join(tmpdir(), "bench-directory-")),
  close: (folder) => rmSync(folder, { recursive: true }),
  parts: {
    places: (folder, { options }) => measurePlaces(folder, options.places),
    dense: (folder, { options }) => measureDense(folder, options.dense),
    extract: (folder, { options, seed }) => measureExtract(folder, options.elements, seed),
  },
});
