import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { type CloseEvent, concurrently } from "concurrently";
import { z } from "zod";
import { sandboxMap } from "./sandbox/config-overrides.ts";

/*
 * `npm test`: every check, all of them even after a failure. What failed is named at the very end, and the last line is
 * "N passed, N failed".
 *
 *     node test/run.ts lint worker      only the checks named
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const reportFolder = "test/.out";

const reportPath = (project: string) => `${reportFolder}/${project}.json`;
const REPORTERS = "--reporter=default --reporter=./test/harness/bounded-json-reporter.ts";
const vitest = (project: string) =>
  `vitest run --project ${project} ${REPORTERS} --outputFile.json=${reportPath(project)}`;

/** `production`, `web` and `e2e` read what it writes. It is what `wrangler deploy` would upload, web app included. */
const BUILD: Record<string, string> = { build: "wrangler deploy --dry-run --outdir dist/worker" };

/** In the order in which they start, the longest first. Threads of one check only repeat each other's work. */
const CHECKS: Record<string, string> = {
  e2e: vitest("e2e"),
  worker: vitest("worker"),
  unit: vitest("unit"),
  types: "tsc -b --singleThreaded",
  lint: "oxlint --type-aware --threads=1",
  system: vitest("system"),
  checks: vitest("checks"),
  web: vitest("web"),
  rules: "node test/architecture/check-rules.ts",
  dead: "knip --no-progress",
  format: "oxfmt --check",
  // All that ships has a licence that was agreed to, and the list of licences is complete.
  licences: "node tools/licences.ts --check",
  // Generated files are what their sources give.
  catalogue: "node tools/build-catalogue.ts --check",
  fonts: "node tools/build-fonts.ts --check",
  production: "node test/architecture/production-build.ts",
};

/** Of checks written in Go, whose usual settings double the work: much collecting of garbage, on every core. */
const GO_SETTINGS = { GOGC: "off", GOMEMLIMIT: "2GiB", GOMAXPROCS: "1" };

/** Longer turns of each process: with so many of them side by side it saves a twentieth of the processor's time. */
const IN_LONG_TURNS = "chrt --batch 0";
const hasLongTurns = spawnSync(`${IN_LONG_TURNS} true`, { shell: true }).status === 0;
const addTurns = (command: string): string => (hasLongTurns ? `${IN_LONG_TURNS} ${command}` : command);

/** The browser tests, two processes, and the worker's, four, keep two cores busy: more only get in the way. */
const MAX_PROCESSES = 2;

/** Linux keeps its files in memory. */
const MEMORY_FOLDER = "/dev/shm";
/** Four times what the tests were seen to need, the unpacked browser included. */
const MIN_FREE_BYTES = 2 * 1024 ** 3;

/**
 * Where the storage of servers is made and deleted some thousand times, and browsers share memory: in memory, or on the
 * disk.
 */
function chooseStorageFolder(): Record<string, string> {
  if (!existsSync(MEMORY_FOLDER)) return {};
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize < MIN_FREE_BYTES ? {} : { TMPDIR: MEMORY_FOLDER };
}

const storageFolder = chooseStorageFolder();
const chooseSettings = (name: string): Record<string, string> =>
  name === "types" || name === "lint" ? GO_SETTINGS : storageFolder;

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

interface CheckOutcome {
  name: string;
  passed: number;
  failed: number;
  seconds: number;
  /** One line for each failure. */
  failures: string[];
}

/** The lines before the stack: an unexpected log line stands in the second. */
const shorten = (message: string | undefined) =>
  stripVTControlCharacters(message ?? "")
    .split(/\n\s+at /u, 1)
    .join("")
    .replaceAll(/\s+/gu, " ")
    .slice(0, 400);

/** @returns a line for each test that failed, and for each file that did not load */
function listFailures({ testResults }: z.infer<typeof Report>): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [`${file}: ${shorten(message)}`] : [];
    return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${shorten(failureMessages?.[0])}`);
  });
}

/** A file that does not load, or an error outside a test, counts as one failure. */
function toOutcome({ command, exitCode, timings }: CloseEvent): CheckOutcome {
  const { name } = command;
  const succeeded = exitCode === 0;
  const counted = { name, seconds: timings.durationSeconds };
  if (!command.command.includes("vitest run "))
    return { ...counted, passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, failures: [] };
  const path = join(root, reportPath(name));
  if (!existsSync(path)) return { ...counted, passed: 0, failed: 1, failures: [`${name}: no report`] };
  const report = Report.parse(JSON.parse(readFileSync(path, "utf8")));
  const failures = listFailures(report);
  if (!succeeded && failures.length === 0) failures.push(`${name}: an error outside a test, see its output above`);
  return {
    ...counted,
    passed: report.numPassedTests,
    failed: succeeded ? report.numFailedTests : Math.max(1, report.numFailedTests),
    failures,
  };
}

const wantedChecks = process.argv.slice(2);
const unknownChecks = wantedChecks.filter((name) => !(name in BUILD || name in CHECKS));
if (unknownChecks.length > 0) {
  const names = Object.keys({ ...BUILD, ...CHECKS }).join(", ");
  throw new Error(`no such check: ${unknownChecks.join(", ")}; there are ${names}`);
}

/** Runs commands side by side and prefixes their output with the name of the check. */
async function runChecks(commands: Record<string, string>): Promise<CheckOutcome[]> {
  const wanted = Object.entries(commands)
    .filter(([name]) => wantedChecks.length === 0 || wantedChecks.includes(name))
    .map(([name, command]) => ({ name, command: addTurns(command), env: chooseSettings(name) }));
  if (wanted.length === 0) return [];
  for (const { name } of wanted) rmSync(join(root, reportPath(name)), { force: true });
  const { result } = concurrently(wanted, {
    cwd: root,
    maxProcesses: MAX_PROCESSES,
    prefix: "name",
    padPrefix: true,
    prefixColors: false,
  });
  // Rejected with the same list when one of them failed.
  const events = await result.catch((error: unknown) => {
    if (Array.isArray(error)) return error as CloseEvent[];
    throw error;
  });
  return events.map(toOutcome);
}

process.env.PATH = `${join(root, "node_modules/.bin")}:${process.env.PATH ?? ""}`;
Object.assign(process.env, { CI: "1", WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" });
// The build that the browser tests run: the web app's with the sandbox's map, the worker's of the check above.
if (wantedChecks.length === 0 || wantedChecks.includes("build"))
  process.env.BUILT_WORKER = join(root, "dist/worker/index.js");
for (const [name, value] of Object.entries(sandboxMap)) process.env[name] ??= value;
mkdirSync(join(root, reportFolder), { recursive: true });

const outcomes = [...(await runChecks(BUILD)), ...(await runChecks(CHECKS))];
console.log("");
for (const { name, passed, failed, seconds } of outcomes) {
  const counts = `${String(passed).padStart(5)} passed${String(failed).padStart(5)} failed`;
  console.log(`${failed === 0 ? "ok  " : "FAIL"}  ${name.padEnd(12)}${counts}${seconds.toFixed(1).padStart(8)} s`);
}
console.log("");
for (const failure of outcomes.flatMap(({ failures }) => failures)) console.log(`FAIL  ${failure}\n`);
const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
const failed = sum(outcomes.map((outcome) => outcome.failed));
console.log(`${sum(outcomes.map((outcome) => outcome.passed))} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
