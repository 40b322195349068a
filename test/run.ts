import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

// `npm test`: every check, all of them even after a failure. `node test/run.ts lint worker` runs those named.

const root = fileURLToPath(new URL("..", import.meta.url));
const reports = join(root, "test/.out");
const typeProjects = [
  "worker/contract",
  "worker",
  "web",
  "test/sandbox",
  "test/worker",
  "test/web",
  "test/bench/worker",
  "test/bench/contacts",
  "test/unit",
  "tools",
  "test",
];

interface CheckOutcome {
  passed: number;
  failed: number;
  /** What failed, a line each: told again at the very end, where a record that is cut short still has it. */
  failures?: string[];
}

type Print = (text: string) => void;
const printNow: Print = (text) => void process.stdout.write(text);

/** Runs a tool of the project. @param print is given what it writes @returns its exit code */
function runTool(print: Print, name: string, ...args: string[]): Promise<number> {
  const env = {
    ...process.env,
    PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH ?? ""}`,
    WRANGLER_SEND_METRICS: "false",
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    CI: "1",
  };
  return new Promise((resolve) => {
    const child = spawn(name, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", print);
    child.once("error", (error) => {
      print(`${name}: ${error.message}\n`);
      resolve(1);
    });
    child.once("close", (code) => resolve(code ?? 1));
  });
}

const toOutcome = (codes: number[]): CheckOutcome =>
  codes.every((code) => code === 0) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

const toolStep =
  (name: string, ...args: string[]) =>
  async (print: Print) =>
    toOutcome([await runTool(print, name, ...args)]);

async function checkTypes(print: Print): Promise<CheckOutcome> {
  const codes: number[] = [];
  for (const project of typeProjects) codes.push(await runTool(print, "tsc", "-p", project));
  return toOutcome(codes);
}

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

const firstLine = (message: string | undefined) =>
  stripVTControlCharacters(message ?? "")
    .split("\n", 1)
    .join("")
    .slice(0, 200);

/** @returns a line for each test that failed, and for each file that did not load */
function listFailures({ testResults }: z.infer<typeof Report>): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [`${file}: ${firstLine(message)}`] : [];
    return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages?.[0])}`);
  });
}

/** A project of vitest.config.ts. A file that does not load, or an error outside a test, counts as one failure. */
const testStep =
  (project: string) =>
  async (print: Print): Promise<CheckOutcome> => {
    const path = join(reports, `${project}.json`);
    rmSync(path, { force: true });
    const code = await runTool(
      print,
      "vitest",
      "run",
      "--project",
      project,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${path}`,
    );
    if (!existsSync(path)) return { passed: 0, failed: 1, failures: [`${project}: no report`] };
    const report = Report.parse(JSON.parse(readFileSync(path, "utf8")));
    const failures = listFailures(report);
    if (code !== 0 && failures.length === 0) failures.push(`${project}: an error outside a test, told above`);
    return {
      passed: report.numPassedTests,
      failed: code === 0 ? report.numFailedTests : Math.max(1, report.numFailedTests),
      failures,
    };
  };

type Step = (print: Print) => Promise<CheckOutcome>;
const steps: Record<string, Step> = {
  types: checkTypes,
  format: toolStep("oxfmt", "--check"),
  lint: toolStep("oxlint", "--type-aware"),
  rules: toolStep("node", "test/architecture/check-rules.ts"),
  dead: toolStep("knip", "--no-progress"),
  // What ships is under licences that were agreed to, and they are printed.
  licences: toolStep("node", "tools/licences.ts", "--check"),
  // The generated catalogue is what its tables say.
  catalogue: toolStep("node", "tools/build-catalogue.ts", "--check"),
  // So are the fonts what they are made from.
  fonts: toolStep("node", "tools/build-fonts.ts", "--check"),
  // What `wrangler deploy` would upload, web app included.
  build: toolStep("wrangler", "deploy", "--dry-run", "--outdir", "dist/worker"),
  production: toolStep("node", "test/architecture/production-build.ts"),
  worker: testStep("worker"),
  unit: testStep("unit"),
  checks: testStep("checks"),
  web: testStep("web"),
  e2e: testStep("e2e"),
};

const wantedSteps = process.argv.slice(2);
const unknownSteps = wantedSteps.filter((name) => !(name in steps));
if (unknownSteps.length > 0)
  throw new Error(`no such check: ${unknownSteps.join(", ")}; there are ${Object.keys(steps).join(", ")}`);

/** Waits more than it works: it runs beside what comes after it, up to the browser tests, and what it wrote is told at its end. */
const BACKGROUND_STEP = "worker";

mkdirSync(reports, { recursive: true });
const total: CheckOutcome = { passed: 0, failed: 0 };
const lines: string[] = [];
const failures: string[] = [];

async function runStep(name: string, step: Step, print: Print): Promise<void> {
  print(`\n=== ${name}\n`);
  const start = performance.now();
  const outcome = await step(print).catch((error: unknown): CheckOutcome => {
    print(`${String(error)}\n`);
    return { passed: 0, failed: 1 };
  });
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  failures.push(...(outcome.failures ?? []));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  lines.push(
    `${outcome.failed === 0 ? "ok  " : "FAIL"}  ${name.padEnd(12)}${String(outcome.passed).padStart(5)} passed${String(outcome.failed).padStart(5)} failed${seconds.padStart(8)} s`,
  );
}

async function runInBackground(name: string, step: Step): Promise<void> {
  const written: string[] = [];
  await runStep(name, step, (text) => void written.push(text));
  printNow(written.join(""));
}

let backgroundRun = Promise.resolve();
for (const [name, step] of Object.entries(steps)) {
  if (wantedSteps.length > 0 && !wantedSteps.includes(name)) continue;
  if (name === "e2e") await backgroundRun;
  if (name === BACKGROUND_STEP) backgroundRun = runInBackground(name, step);
  else await runStep(name, step, printNow);
}
await backgroundRun;
console.log(`\n${lines.join("\n")}\n`);
for (const failure of failures) console.log(`FAIL  ${failure}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
