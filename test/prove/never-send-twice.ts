import { parseArgs } from "node:util";
import { seededRandom } from "./random.ts";
import { startMiniflareServer } from "./sending/miniflare-server.ts";
import { type RoundsOutcome, pressRounds, pressAfterRestore, pressInTwoTabs } from "./sending/send-rounds.ts";

/*
 * `npm run prove:send`: nothing is sent twice. Four tabs press send on the same 20 companies while three in ten of the POSTs to Gmail
 * fail, three in ten of those after Gmail has taken the mail; the same while the server is killed; two tabs that send the same batch at the same
 * instant; a database that is set back to before anything was sent. What counts is what the sandbox's Gmail took. The seed decides what the tabs press and when the server dies; the sandbox throws its own dice.
 *
 *     npm run prove:send -- --short --seed 7      few rounds and no kill, and a Gmail that hangs for two seconds only
 *     npm run prove:send -- --rounds 20 --kills 10 --tabs 0 --restores 0
 */

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    seed: { type: "string" },
    rounds: { type: "string" },
    kills: { type: "string" },
    tabs: { type: "string" },
    restores: { type: "string" },
  },
});
const parseWholeNumber = (name: "seed" | "rounds" | "kills" | "tabs" | "restores", usual: number): number => {
  const number = values[name] === undefined ? usual : Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} is a whole number`);
  return number;
};
const seed = parseWholeNumber("seed", Date.now() % 1_000_000);
const rounds = parseWholeNumber("rounds", values.short ? 3 : 200);
const kills = parseWholeNumber("kills", values.short ? 0 : 100);
const tabs = parseWholeNumber("tabs", values.short ? 2 : 100);
const restores = parseWholeNumber("restores", values.short ? 2 : 20);
const hangMs = values.short ? 2_000 : undefined;

const printLine = (line: string) => console.log(line);
function printOutcome(title: string, outcome: RoundsOutcome): void {
  const {
    rounds: held,
    companies,
    accepted,
    twice,
    rows,
    presses,
    kills: killed,
    cutOff,
    faults,
    seconds,
    failures,
  } = outcome;
  const log = Object.entries(rows)
    .map(([status, count]) => `${count} ${status}`)
    .join(", ");
  printLine(
    `${title}: ${held} rounds, ${companies} companies, ${presses} presses, ${accepted} mails accepted, ${twice} companies with two; log: ${log}` +
      `${killed > 0 ? `; ${killed} kills, ${cutOff} mails cut off by them` : ""}; ${faults} faults logged; ${seconds.toFixed(0)} s; ${failures.length} failures`,
  );
  for (const failure of failures.slice(0, 20)) printLine(`  FAILED ${failure}`);
}

printLine(`seed ${seed}`);
const random = seededRandom(seed);
const server = await startMiniflareServer();
let failures = 0;
try {
  const parts: [string, () => Promise<RoundsOutcome>][] = [];
  if (rounds > 0)
    parts.push([
      "four tabs, faults",
      () => pressRounds(server, "calm", { rounds, kills: 0, hang: hangMs, random, say: printLine }),
    ]);
  if (kills > 0)
    parts.push([
      "four tabs, faults and kills",
      () => pressRounds(server, "killed", { rounds, kills, hang: hangMs, random, say: printLine }),
    ]);
  if (tabs > 0) parts.push(["two tabs, same instant", () => pressInTwoTabs(server, "twins", tabs)]);
  if (restores > 0) parts.push(["a database set back", () => pressAfterRestore(server, "restored", restores, hangMs)]);
  for (const [title, part] of parts) {
    const outcome = await part();
    printOutcome(title, outcome);
    failures += outcome.failures.length;
  }
  for (const fault of new Set(
    server.loggedErrors.map((line) => /"event":"[^"]+"/u.exec(line)?.[0] ?? line.slice(0, 200)),
  ))
    printLine(`logged: ${fault}`);
} finally {
  await server.stop();
}
printLine(failures === 0 ? "proved" : `${failures} failures`);
process.exitCode = failures > 0 ? 1 : 0;
