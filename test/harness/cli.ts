import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { describeMachine, formatMeasured, listMissed, type Measured } from "./report.ts";

/*
 * `npm run bench <name>` and `npm run prove <name>`. Each name leads to a file that exports `command`, made by
 * `defineBench` or `defineProof`. Options come after npm's own `--`: `npm run bench api -- --short`.
 */

interface Option<Value> {
  about: string;
  usual: Value;
  /** With --short. */
  short?: Value;
}
type Options = Record<string, Option<number> | Option<string>>;
type OptionValues<Given extends Options> = {
  [Name in keyof Given]: Given[Name] extends Option<number> ? number : string;
};

/** How to run a bench or a proof. */
export interface Run<Values = unknown> {
  /** Few rounds: enough to see that it works. */
  short: boolean;
  seed: number;
  options: Values;
  /** Prints a line; to stderr where stdout is for JSON. */
  print: (line: string) => void;
}

interface ProofResult {
  failures: string[];
  /** For --json. */
  figures?: Record<string, number>;
}

interface ParsedRun extends Run<Record<string, number | string>> {
  json: boolean;
  parts: string[];
}

export interface Command {
  options: Options;
  parts: string[];
  /** @returns whether all targets are met, or the proof holds */
  execute(name: string, run: ParsedRun): Promise<boolean>;
}

const MAX_FAILURES_SHOWN = 40;

/** A bench of several parts; those named on the command line, or all. */
export function defineBench<Setup, const Given extends Options = Options>(bench: {
  options?: Given;
  /** Packages whose versions the figures depend on. */
  packages?: string[];
  /** Starts what all parts need. */
  open: (run: Run<OptionValues<Given>>) => Promise<Setup>;
  close: (setup: Setup) => unknown;
  parts: Record<string, (setup: Setup, run: Run<OptionValues<Given>>) => Promise<Measured | Measured[]>>;
}): Command {
  return {
    options: bench.options ?? {},
    parts: Object.keys(bench.parts),
    async execute(name, parsed) {
      const run = { ...parsed, options: parsed.options as OptionValues<Given> };
      const machine = { ...describeMachine(bench.packages ?? []), seed: run.seed, short: String(run.short) };
      const facts = Object.entries(machine).map((fact) => fact.join(" "));
      run.print(facts.join(" · "));
      const all: (Measured & { part: string })[] = [];
      const setup = await bench.open(run);
      try {
        for (const [part, measure] of Object.entries(bench.parts)) {
          if (run.parts.length > 0 && !run.parts.includes(part)) continue;
          for (const measured of [await measure(setup, run)].flat()) {
            all.push({ part, ...measured });
            run.print(formatMeasured(measured));
          }
        }
      } finally {
        await bench.close(setup);
      }
      const missed = all.flatMap(listMissed);
      if (run.json) console.log(JSON.stringify({ bench: name, machine, measured: all, missed }, null, 2));
      run.print(`\n${missed.length === 0 ? "all targets met" : `missed: ${missed.join(", ")}`}`);
      return all.every(
        (measured) => (run.short && measured.judgedWhenShort !== true) || listMissed(measured).length === 0,
      );
    },
  };
}

/** A proof: it holds when nothing failed. */
export function defineProof<const Given extends Options = Options>(proof: {
  options?: Given;
  prove: (run: Run<OptionValues<Given>>) => Promise<ProofResult>;
}): Command {
  return {
    options: proof.options ?? {},
    parts: [],
    async execute(name, parsed) {
      const run = { ...parsed, options: parsed.options as OptionValues<Given> };
      const chosen = Object.entries(parsed.options).map(([option, value]) => ` --${option} ${value}`);
      run.print(`${name} --seed ${run.seed}${run.short ? " --short" : ""}${chosen.join("")}`);
      const start = performance.now();
      const { failures, figures } = await proof.prove(run);
      const seconds = Math.round((performance.now() - start) / 1000);
      for (const failure of failures.slice(0, MAX_FAILURES_SHOWN)) console.error(`FAILED ${failure}`);
      const { seed, short, options } = parsed;
      if (run.json)
        console.log(JSON.stringify({ proof: name, seed, short, options, seconds, figures, failures }, null, 2));
      run.print(`${failures.length === 0 ? "proved" : `${failures.length} failures`}; ${seconds} s`);
      return failures.length === 0;
    },
  };
}

interface Entry {
  /** Beside the table. */
  file: string;
  about: string;
}

const COMMON_HELP = [
  "  --short            few rounds, to see that it works",
  "  --json             the result as JSON; all other lines go to stderr",
  "  --seed <number>    what is left to chance follows from it",
];

function listNames(kind: Kind, entries: Record<string, Entry>): string {
  const width = Math.max(...Object.keys(entries).map((name) => name.length)) + 2;
  const lines = Object.entries(entries).map(([name, { about }]) => `  ${name.padEnd(width)}${about}`);
  return [`npm run ${kind} <name> [-- options], or <name> -- --help:`, ...lines].join("\n");
}

function describeCommand(kind: Kind, name: string, { about }: Entry, { parts, options }: Command): string {
  const own = Object.entries(options).map(([option, { about: what, usual, short }]) => {
    const values = [...(usual === "" ? [] : [usual]), ...(short === undefined ? [] : [`short: ${short}`])].join("; ");
    return `  ${`--${option}`.padEnd(19)}${what}${values === "" ? "" : ` (${values})`}`;
  });
  return [
    `npm run ${kind} ${name}${parts.length > 1 ? " [parts]" : ""} [-- options]`,
    about,
    ...(parts.length > 1 ? [`  parts              ${parts.join(", ")}; all unless named`] : []),
    ...own,
    ...COMMON_HELP,
  ].join("\n");
}

/** Arguments that make no sense. */
class UsageError extends Error {}

function toWholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new UsageError(`--${option} is a whole number`);
  return number;
}

function parseOption(name: string, { usual, short }: Options[string], text: string | undefined, isShort: boolean) {
  if (text === undefined) return isShort && short !== undefined ? short : usual;
  if (typeof usual === "string") return text;
  const number = Number(text);
  if (text.trim() === "" || !(number >= 0 && Number.isFinite(number))) throw new UsageError(`--${name} is a number`);
  return number;
}

/** `npm run bench api --short` gives the option to npm, which drops it. */
function rejectLostOptions(names: string[]): void {
  const lost = names.find((name) => process.env[`npm_config_${name}`] !== undefined);
  if (lost !== undefined) throw new UsageError(`npm took --${lost}: options come after " -- "`);
}

type Kind = "bench" | "prove";

/** Runs the command that the arguments name, and sets the exit code. @param folder `import.meta.url` of the table */
export async function runCli(kind: Kind, folder: string, entries: Record<string, Entry>): Promise<void> {
  try {
    await runNamed(kind, folder, entries);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

async function runNamed(kind: Kind, folder: string, entries: Record<string, Entry>): Promise<void> {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined || name.startsWith("-")) return console.log(listNames(kind, entries));
  const entry = entries[name];
  if (!entry) throw new UsageError(`no such name: ${name}\n${listNames(kind, entries)}`);
  const { command } = (await import(new URL(entry.file, folder).href)) as { command: Command };
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...Object.fromEntries(["short", "json", "help"].map((option) => [option, { type: "boolean" as const }])),
      ...Object.fromEntries(
        ["seed", ...Object.keys(command.options)].map((each) => [each, { type: "string" as const }]),
      ),
    },
  });
  if (values.help === true) return console.log(describeCommand(kind, name, entry, command));
  rejectLostOptions(["short", "seed", "help", ...Object.keys(command.options)]);
  const unknown = positionals.filter((part) => !command.parts.includes(part));
  if (unknown.length > 0)
    throw new UsageError(`${name} has no part ${unknown.join(", ")}: ${command.parts.join(", ")}`);
  const [short, json] = [values.short === true, values.json === true];
  const readText = (option: string) => (typeof values[option] === "string" ? values[option] : undefined);
  const defaultSeed = kind === "bench" ? 1 : Date.now() % 1_000_000;
  const holds = await command.execute(name, {
    short,
    json,
    parts: positionals,
    seed: toWholeNumber("seed", readText("seed") ?? String(defaultSeed)),
    options: Object.fromEntries(
      Object.entries(command.options).map(([option, kindOfOption]) => [
        option,
        parseOption(option, kindOfOption, readText(option), short),
      ]),
    ),
    print: (line) => (json ? console.error(line) : console.log(line)),
  });
  process.exitCode = holds ? 0 : 1;
}
