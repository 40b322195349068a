import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { measureIdle } from "./api/measure-idle.ts";
import { measureMemory } from "./api/measure-memory.ts";
import { measureSpeed } from "./api/measure-speed.ts";
import { tellTrips } from "./api/tell-trips.ts";
import { isMet, tableOf } from "./report.ts";

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
const wanted = (name: string) => positionals.length === 0 || positionals.includes(name);

console.log(
  `${cpus()[0]?.model ?? "unknown"} · cores ${cpus().length} · load ${loadavg()[0]?.toFixed(1)} · node ${process.version}`,
);
let good = true;
if (wanted("trips")) good = tellTrips();
if (wanted("speed")) {
  const measured = await measureSpeed(values.short);
  console.log(tableOf(measured));
  // A short run says nothing about speed.
  good &&= values.short || measured.figures.every((figure) => isMet(figure) !== false);
}
if (wanted("memory")) {
  const measured = await measureMemory(values.short);
  console.log(tableOf(measured));
  good = good && measured.figures.every((figure) => isMet(figure) !== false);
}
if (wanted("idle")) {
  const measured = await measureIdle();
  console.log(tableOf(measured));
  good = good && measured.figures.every((figure) => isMet(figure) !== false);
}
console.log(`\n${good ? "all targets met" : "missed"}`);
process.exitCode = good ? 0 : 1;
