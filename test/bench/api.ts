import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { measureIdle } from "./api/measure-idle.ts";
import { measureMemory } from "./api/measure-memory.ts";
import { measureSpeed } from "./api/measure-speed.ts";
import { printRoundTrips } from "./api/print-round-trips.ts";
import { isMet, formatTable } from "./report.ts";

/*
 * `npm run bench:api`: what the calls of the API cost. How often each of them asks D1, and what that reads and writes, counted by a database that
 * is wrapped and told nothing of it; how many a second there are beside a bare Hono route with the same statements in the same workerd; and what they
 * leave in memory; and what a tab asks for that is left alone for an hour.
 *
 *     npm run bench:api -- trips        one of the four: trips, speed, memory, idle
 *     npm run bench:api -- --short      few requests, to see that it runs
 */

const { values, positionals } = parseArgs({
  options: { short: { type: "boolean", default: false } },
  allowPositionals: true,
});
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name);

console.log(
  `${cpus()[0]?.model ?? "unknown"} · cores ${cpus().length} · load ${loadavg()[0]?.toFixed(1)} · node ${process.version}`,
);
let allMet = true;
if (isWanted("trips")) allMet = printRoundTrips();
if (isWanted("speed")) {
  const measured = await measureSpeed(values.short);
  console.log(formatTable(measured));
  // A short run says nothing about speed.
  allMet &&= values.short || measured.figures.every((figure) => isMet(figure) !== false);
}
if (isWanted("memory")) {
  const measured = await measureMemory(values.short);
  console.log(formatTable(measured));
  allMet = allMet && measured.figures.every((figure) => isMet(figure) !== false);
}
if (isWanted("idle")) {
  const measured = await measureIdle();
  console.log(formatTable(measured));
  allMet = allMet && measured.figures.every((figure) => isMet(figure) !== false);
}
console.log(`\n${allMet ? "all targets met" : "missed"}`);
process.exitCode = allMet ? 0 : 1;
