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
  "test/contacts",
  "test",
];

interface Outcome {
  passed: number;
  failed: number;
  /** What failed, a line each: told again at the very end, where a record that is cut short still has it. */
  failures?: string[];
}

type Print = (text: string) => void;
const now: Print = (text) => void process.stdout.write(text);

/** Runs a tool of the project. @param print is given what it writes @returns its exit code */
function tool(print: Print, name: string, ...args: string[]): Promise<number> {
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

const oneOf = (codes: number[]): Outcome =>
  codes.every((code) => code === 0) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

const check =
  (name: string, ...args: string[]) =>
  async (print: Print) =>
    oneOf([await tool(print, name, ...args)]);

async function types(print: Print): Promise<Outcome> {
  const codes: number[] = [];
  for (const project of typeProjects) codes.push(await tool(print, "tsc", "-p", project));
  return oneOf(codes);
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
function failuresOf({ testResults }: z.infer<typeof Report>): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [`${file}: ${firstLine(message)}`] : [];
    return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages?.[0])}`);
  });
}

/** A project of vitest.config.ts. A file that does not load, or an error outside a test, counts as one failure. */
const tests =
  (project: string) =>
  async (print: Print): Promise<Outcome> => {
    const path = join(reports, `${project}.json`);
    rmSync(path, { force: true });
    const code = await tool(
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
    const failures = failuresOf(report);
    if (code !== 0 && failures.length === 0) failures.push(`${project}: an error outside a test, told above`);
    return {
      passed: report.numPassedTests,
      failed: code === 0 ? report.numFailedTests : Math.max(1, report.numFailedTests),
      failures,
    };
  };

type Step = (print: Print) => Promise<Outcome>;
const steps: Record<string, Step> = {
  types,
  format: check("oxfmt", "--check"),
  lint: check("oxlint", "--type-aware"),
  rules: check("node", "test/checks/import-rules.ts"),
  dead: check("knip", "--no-progress"),
  // What ships is under licences that were agreed to, and they are printed.
  licences: check("node", "test/checks/licences.ts", "--check"),
  // The generated catalogue is what its tables say.
  catalogue: check("node", "worker/search/categories/build.ts", "--check"),
  // So are the fonts what they are made from.
  fonts: check("node", "web/build-fonts.ts", "--check"),
  // What `wrangler deploy` would upload, web app included.
  build: check("wrangler", "deploy", "--dry-run", "--outdir", "dist/worker"),
  production: check("node", "test/checks/production-build.ts"),
  worker: tests("worker"),
  checks: tests("checks"),
  web: tests("web"),
  e2e: tests("e2e"),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0)
  throw new Error(`no such check: ${unknown.join(", ")}; there are ${Object.keys(steps).join(", ")}`);

/** Waits more than it works: it runs beside what comes after it, up to the browser tests, and what it wrote is told at its end. */
const BESIDE = "worker";

mkdirSync(reports, { recursive: true });
const total: Outcome = { passed: 0, failed: 0 };
const lines: string[] = [];
const failures: string[] = [];

async function run(name: string, step: Step, print: Print): Promise<void> {
  print(`\n=== ${name}\n`);
  const start = performance.now();
  const outcome = await step(print).catch((error: unknown): Outcome => {
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

async function runBeside(name: string, step: Step): Promise<void> {
  const written: string[] = [];
  await run(name, step, (text) => void written.push(text));
  now(written.join(""));
}

let beside = Promise.resolve();
for (const [name, step] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  if (name === "e2e") await beside;
  if (name === BESIDE) beside = runBeside(name, step);
  else await run(name, step, now);
}
await beside;
console.log(`\n${lines.join("\n")}\n`);
for (const failure of failures) console.log(`FAIL  ${failure}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
