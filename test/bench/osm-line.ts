import { parseArgs } from "node:util";
import { measureCovered, measureNewcomer, measureTen } from "./line/measure-line.ts";
import { startOsm } from "./line/osm-server.ts";
import { bundleWorker } from "./product/bundle.ts";
import { type Instance, startInstance } from "./product/instance.ts";
import { isMet, type Measured, tableOf } from "./report.ts";
import { WELL_MANNERED } from "./stage.ts";

/*
 * `npm run bench:osm`: how many searches share the one line to OpenStreetMap's servers, with pauses as in production.
 *
 *     npm run bench:osm -- --short               two searches in place of ten
 *     npm run --silent bench:osm -- --json       figures as JSON
 */

const { values } = parseArgs({
  options: { short: { type: "boolean", default: false }, json: { type: "boolean", default: false } },
});
const say = (line: string) => (values.json ? console.error(line) : console.log(line));
const bundle = bundleWorker("worker/index.ts");
const osm = await startOsm();
const all: Measured[] = [];

/** Each measurement begins with nothing kept. */
async function measure(work: (instance: Instance) => Promise<Measured[]>): Promise<void> {
  const instance = await startInstance(bundle, osm.address, WELL_MANNERED);
  try {
    const measured = await work(instance);
    all.push(...measured);
    for (const each of measured) say(tableOf(each));
  } finally {
    await instance.stop();
  }
}

try {
  await measure((instance) => measureTen(instance, osm, values.short ? 2 : 10));
  await measure(async (instance) => [await measureNewcomer(instance)]);
  await measure(async (instance) => [await measureCovered(instance, osm)]);
} finally {
  osm.stop();
}
const missed = all.flatMap(({ figures }) => figures).filter((figure) => isMet(figure) === false);
if (values.json) console.log(JSON.stringify({ measured: all, missed: missed.map(({ name }) => name) }, null, 2));
else
  console.log(`\n${missed.length === 0 ? "all targets met" : `missed: ${missed.map(({ name }) => name).join(", ")}`}`);
process.exitCode = missed.length > 0 ? 1 : 0;
