import { parseArgs } from "node:util";
import { killGenerations } from "./generation/kill-generations.ts";

/*
 * `npm run prove:generation`: messages written in bulk while the server is killed in mid-job. Every row is final within three minutes
 * of the last kill, and none is written twice.
 *
 *     npm run prove:generation -- --kills 30 --seed 7
 */

const { values } = parseArgs({
  options: { kills: { type: "string", default: "30" }, seed: { type: "string", default: "1" } },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];
if (!Number.isSafeInteger(kills) || kills < 1 || !Number.isSafeInteger(seed) || seed < 0)
  throw new Error("--kills and --seed are whole numbers");

console.log(`seed ${seed}`);
const figures = await killGenerations({ kills, seed, say: (line) => console.log(line) });
console.table(figures);
const violationCount = figures.twice + figures.wrong + figures.open + figures.claimed;
console.log(violationCount === 0 ? "proved" : "DISPROVED");
process.exitCode = violationCount === 0 ? 0 : 1;
