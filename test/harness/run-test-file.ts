import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const Report = z.object({
  testResults: z.array(
    z.object({
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
          meta: z.object({ figures: z.record(z.string(), z.number()).optional() }),
        }),
      ),
    }),
  ),
});

/**
 * Runs one test file as a proof, or all of a folder.
 * @param file its folder below `test` is that of its project
 * @param settings for the test, as variables of the process
 * @returns whether all of it passed, the figures its tests left in their `meta`, and what failed
 * @throws when nothing could be run
 */
export function runTestFile(
  file: string,
  settings: Record<string, string>,
): { passed: boolean; figures: Record<string, number>; failures: string[] } {
  const folder = mkdtempSync(join(tmpdir(), "candidature-proof-"));
  const report = join(folder, "report.json");
  try {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        "node_modules/vitest/vitest.mjs",
        "run",
        "--project",
        file.split("/")[1] ?? "",
        file,
        "--reporter=json",
        `--outputFile.json=${report}`,
      ],
      {
        encoding: "utf8",
        maxBuffer: Number.POSITIVE_INFINITY,
        env: {
          ...process.env,
          ...settings,
          WRANGLER_SEND_METRICS: "false",
          CLOUDFLARE_CF_FETCH_ENABLED: "false",
          CI: "1",
        },
      },
    );
    const files = existsSync(report) ? Report.parse(JSON.parse(readFileSync(report, "utf8"))).testResults : [];
    const tests = files.flatMap(({ assertionResults }) => assertionResults);
    // A bundle that does not build leaves a report without a word.
    if (tests.length === 0)
      throw new Error(
        `nothing could be run\n${files.map(({ message }) => message ?? "").join("\n")}\n${stdout}\n${stderr}`,
      );
    return {
      passed: status === 0 && tests.every((test) => test.status === "passed"),
      figures: Object.assign({}, ...tests.map(({ meta }) => meta.figures ?? {})) as Record<string, number>,
      failures: [
        ...files.flatMap(({ message }) => message || []),
        ...tests.flatMap(({ failureMessages }) => failureMessages ?? []),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same, its figures printed. @returns the failures of a proof */
export function proveByTestFile(
  file: string,
  settings: Record<string, string>,
  print: (line: string) => void,
): { failures: string[]; figures: Record<string, number> } {
  const { passed, figures, failures } = runTestFile(file, settings);
  for (const [name, value] of Object.entries(figures)) print(`  ${name.padEnd(44)}${String(value).padStart(8)}`);
  return { failures: passed || failures.length > 0 ? failures : [`${file} failed`], figures };
}
