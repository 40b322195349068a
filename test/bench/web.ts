import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { launchBrowser } from "../e2e/support/browser.ts";
import { isMet, type Measured, formatTable } from "./report.ts";
import { measureLighthouse } from "./web/measure-lighthouse.ts";
import { measurePrerender } from "./web/measure-prerender.ts";
import { measureTable } from "./web/measure-table.ts";
import { startWebSetup } from "./web/web-setup.ts";

/*
 * `npm run bench:web`: how quick the web app is, built for production, in Chromium, on workerd and a database with ten thousand companies.
 *
 *     npm run bench:web -- table             one of them: table, prerender, lighthouse
 *     npm run bench:web -- --rounds 3        7 by default, 5 of prerender, 3 of Lighthouse
 */

const { values, positionals } = parseArgs({ options: { rounds: { type: "string" } }, allowPositionals: true });
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name);
const parseRounds = (usual: number): number => {
  const rounds = values.rounds === undefined ? usual : Number(values.rounds);
  if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error("--rounds is a whole number");
  return rounds;
};

console.log(
  `${cpus()[0]?.model ?? "unknown"} · cores ${cpus().length} · load ${loadavg()[0]?.toFixed(1)} · node ${process.version}`,
);
const webSetup = await startWebSetup();
// Lighthouse drives the browser by its debugger.
const port = 9_300 + Math.floor(Math.random() * 600);
const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
const all: Measured[] = [];
const report = (measured: Measured) => {
  all.push(measured);
  console.log(formatTable(measured));
};
try {
  if (isWanted("table")) report(await measureTable(browser, webSetup, parseRounds(7)));
  if (isWanted("prerender")) report(await measurePrerender(browser, webSetup, parseRounds(5)));
  if (isWanted("lighthouse"))
    report(await measureLighthouse(port, webSetup, parseRounds(3), (line) => console.log(`  ${line}`)));
} finally {
  await browser.close();
  await webSetup.stop();
}
const missed = all.flatMap(({ figures }) => figures).filter((figure) => isMet(figure) === false);
console.log(`\n${missed.length === 0 ? "all targets met" : `missed: ${missed.map(({ name }) => name).join(", ")}`}`);
process.exitCode = missed.length > 0 ? 1 : 0;
