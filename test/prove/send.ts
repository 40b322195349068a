import { parseArgs } from "node:util";
import { randomOf } from "./random.ts";
import { type Outcome, pressRounds, restoredDatabase, twoTabs } from "./sending/rounds.ts";
import { startServer } from "./sending/server.ts";

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
const whole = (name: "seed" | "rounds" | "kills" | "tabs" | "restores", usual: number): number => {
  const number = values[name] === undefined ? usual : Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} is a whole number`);
  return number;
};
const seed = whole("seed", Date.now() % 1_000_000);
const rounds = whole("rounds", values.short ? 3 : 200);
const kills = whole("kills", values.short ? 0 : 100);
const tabs = whole("tabs", values.short ? 2 : 100);
const restores = whole("restores", values.short ? 2 : 20);
const hang = values.short ? 2_000 : undefined;

const say = (line: string) => console.log(line);
function tell(title: string, outcome: Outcome): void {
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
  say(
    `${title}: ${held} rounds, ${companies} companies, ${presses} presses, ${accepted} mails accepted, ${twice} companies with two; log: ${log}` +
      `${killed > 0 ? `; ${killed} kills, ${cutOff} mails cut off by them` : ""}; ${faults} faults logged; ${seconds.toFixed(0)} s; ${failures.length} failures`,
  );
  for (const failure of failures.slice(0, 20)) say(`  FAILED ${failure}`);
}

say(`seed ${seed}`);
const random = randomOf(seed);
const server = await startServer();
let failures = 0;
try {
  const parts: [string, () => Promise<Outcome>][] = [];
  if (rounds > 0)
    parts.push(["four tabs, faults", () => pressRounds(server, "calm", { rounds, kills: 0, hang, random, say })]);
  if (kills > 0)
    parts.push([
      "four tabs, faults and kills",
      () => pressRounds(server, "killed", { rounds, kills, hang, random, say }),
    ]);
  if (tabs > 0) parts.push(["two tabs, same instant", () => twoTabs(server, "twins", tabs)]);
  if (restores > 0) parts.push(["a database set back", () => restoredDatabase(server, "restored", restores, hang)]);
  for (const [title, part] of parts) {
    const outcome = await part();
    tell(title, outcome);
    failures += outcome.failures.length;
  }
  for (const fault of new Set(server.faults.map((line) => /"event":"[^"]+"/u.exec(line)?.[0] ?? line.slice(0, 200))))
    say(`logged: ${fault}`);
} finally {
  await server.stop();
}
say(failures === 0 ? "proved" : `${failures} failures`);
process.exitCode = failures > 0 ? 1 : 0;
