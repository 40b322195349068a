import { parseArgs } from "node:util";
import { CommandError, describeError } from "../command-error.ts";
import type { CommandOutput } from "../run-command.ts";
import type { BuildOptions, SourceKind } from "./run-build.ts";

const USAGE = [
  "npm run directory:build -- --out <folder>",
  "  --osm a.osm.pbf[,…]        extracts of OpenStreetMap, files or http(s) addresses",
  "  --overture b.parquet[,…]   Overture's places (GeoParquet)",
  '  --ndjson c.ndjson[,…] [--source "Name (licence)"]   one company a line, docs/directories.md',
  "  --date YYYY-MM-DD          of sources that name no date",
  "  --country FR               of entries whose country nothing else tells",
  "  --covers south,west,north,east[;…]   where every company is known; else the boxes of the extracts",
].join("\n");

function splitList(values: string[] | undefined): string[] {
  return (values ?? [])
    .flatMap((value) => value.split(","))
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

function parseBoxes(text: string): BuildOptions["covers"] {
  return text
    .split(";")
    .filter((box) => box.trim() !== "")
    .map((box) => {
      const [south, west, north, east, ...more] = box.split(",").map(Number);
      if (south === undefined || west === undefined || north === undefined || east === undefined || more.length > 0)
        throw new CommandError(`--covers: ${box} is not south,west,north,east`);
      const isValid = south >= -90 && south < north && north <= 90 && west >= -180 && west < east && east <= 180;
      if (!isValid) throw new CommandError(`--covers: ${box} is no box in degrees`);
      return { south, west, north, east };
    });
}

async function parseOptions(args: string[]): Promise<BuildOptions> {
  const { isCountryCode } = await import("./source-entry.ts");
  try {
    const { values } = parseArgs({
      args,
      options: {
        osm: { type: "string", multiple: true },
        overture: { type: "string", multiple: true },
        ndjson: { type: "string", multiple: true },
        out: { type: "string" },
        source: { type: "string" },
        date: { type: "string" },
        country: { type: "string" },
        covers: { type: "string" },
      },
    });
    const inputs = (["osm", "overture", "ndjson"] as const).flatMap((kind: SourceKind) =>
      splitList(values[kind]).map((location) => ({ kind, location })),
    );
    if (inputs.length === 0) throw new CommandError("no source is given");
    if (values.out === undefined || values.out === "") throw new CommandError("--out is missing");
    if (values.source?.trim() === "") throw new CommandError("--source is empty");
    const country = values.country?.trim().toUpperCase();
    if (country !== undefined && !isCountryCode(country))
      throw new CommandError(`--country: no country has the code ${country} (ISO 3166-1)`);
    const isDate = values.date === undefined || new Date(values.date).toJSON()?.slice(0, 10) === values.date;
    if (!isDate) throw new CommandError("--date is not YYYY-MM-DD");
    return {
      inputs,
      out: values.out,
      source: values.source?.trim(),
      date: values.date,
      country,
      covers: values.covers === undefined ? undefined : parseBoxes(values.covers),
    };
  } catch (error) {
    throw new CommandError(`${describeError(error)}\n${USAGE}`);
  }
}

/**
 * Builds a release as the arguments say, and reports on its sources.
 * @returns 1 when rows were bad
 * @throws CommandError
 */
export async function buildDirectory(args: string[], { print, warn }: CommandOutput): Promise<number> {
  const options = await parseOptions(args);
  const { runBuild } = await import("./run-build.ts");
  const { manifest, report } = await runBuild(options, warn);
  for (const { id, read, kept, merged, refused } of manifest.sources) {
    const reasons = Object.entries(refused).map(([reason, count]) => `${count} ${reason}`);
    warn(`${id}: ${read} read, ${kept} kept, ${merged} merged${reasons.length > 0 ? `, ${reasons.join(", ")}` : ""}`);
  }
  const unmapped = Object.entries(report.unmapped);
  if (unmapped.length > 0) {
    const named = unmapped.slice(0, 10).map(([name, count]) => `${name} (${count})`);
    warn(`${unmapped.length} categories of a source are not in the catalogue: ${named.join(", ")}…`);
  }
  for (const row of report.bad_rows) warn(`bad row: ${row}`);
  print(`${manifest.release}: ${manifest.companies} companies in ${manifest.tiles} tiles, ${manifest.places} places`);
  return manifest.sources.some(({ refused }) => (refused.bad_row ?? 0) > 0) ? 1 : 0;
}
