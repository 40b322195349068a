import { parseArgs } from "node:util";
import { measureCoveredCountry, measureLateSearch, measureTenSearches } from "./osm-queue/measure-osm-queue.ts";
import { startOsmServer } from "./osm-queue/osm-server.ts";
import { bundleWorker } from "./product/bundle.ts";
import { type ProductInstance, startInstance } from "./product/instance.ts";
import { isMet, type Measured, formatTable } from "./report.ts";
import { REAL_PAUSES } from "./search/bench-setup.ts";

/*
 * `npm run bench:osm`: how many searches share the one line to OpenStreetMap's servers, with pauses as in production.
 *
 *     npm run bench:osm -- --short               two searches in place of ten
 *     npm run --silent bench:osm -- --json       figures as JSON
 */

const { values } = parseArgs({
  options: { short: { type: "boolean", default: false }, json: { type: "boolean", default: false } },
});
const printLine = (line: string) => (values.json ? console.error(line) : console.log(line));
const bundle = bundleWorker("worker/index.ts");
const osm = await startOsmServer();
const all: Measured[] = [];

/** Each measurement begins with nothing kept. */
async function runMeasurement(work: (instance: ProductInstance) => Promise<Measured[]>): Promise<void> {
  const instance = await startInstance(bundle, osm.address, REAL_PAUSES);
  try {
    const measured = await work(instance);
    all.push(...measured);
    for (const each of measured) printLine(formatTable(each));
  } finally {
    await instance.stop();
  }
}

try {
  await runMeasurement((instance) => measureTenSearches(instance, osm, values.short ? 2 : 10));
  await runMeasurement(async (instance) => [await measureLateSearch(instance)]);
  await runMeasurement(async (instance) => [await measureCoveredCountry(instance, osm)]);
} finally {
  osm.stop();
}
const missed = all.flatMap(({ figures }) => figures).filter((figure) => isMet(figure) === false);
if (values.json) console.log(JSON.stringify({ measured: all, missed: missed.map(({ name }) => name) }, null, 2));
else
  console.log(`\n${missed.length === 0 ? "all targets met" : `missed: ${missed.map(({ name }) => name).join(", ")}`}`);
process.exitCode = missed.length > 0 ? 1 : 0;
