import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const projectRoot = join(import.meta.dirname, "../..");
/** Where built things go. */
export const benchFolder = join(projectRoot, "test/.out/bench");

const QUIET_ENV = {
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  CI: "1",
  WRANGLER_LOG: "error",
};

/**
 * wrangler.toml for another entry file, with absolute paths; nothing is built.
 * @param assets folder of the web app; without it only the API is served
 */
export function createWorkerConfig(entry: string, assets?: string): string {
  const toml = readFileSync(join(projectRoot, "wrangler.toml"), "utf8").replace(/^\[build\]\n(.+\n)*/mu, "");
  const served =
    assets === undefined
      ? toml.replace(/^\[assets\]\n(.+\n)*/mu, "")
      : toml.replace(/^directory = .*$/mu, `directory = ${JSON.stringify(assets)}`);
  return served
    .replace(/^main = .*$/mu, `main = ${JSON.stringify(join(projectRoot, entry))}`)
    .replace(/^migrations_dir = .*$/mu, `migrations_dir = ${JSON.stringify(join(projectRoot, "migrations"))}`);
}

interface Bundle {
  /** Path of the wrangler.toml it was built by. */
  config: string;
  /** Path of the script. */
  script: string;
}

const bundles = new Map<string, Bundle>();

/** Deletes what killed processes have left: a process that is killed deletes nothing. */
function deleteLeftBundles(): void {
  if (!existsSync(benchFolder)) return;
  for (const name of readdirSync(benchFolder)) {
    const pid = /-(\d+)$/u.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(benchFolder, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs as another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Bundles a worker as `wrangler deploy` does, once a process. @param entry path in the project */
export function bundleWorker(entry: string): Bundle {
  const known = bundles.get(entry);
  if (known) return known;
  // A folder for each process: two proofs that run at once would overwrite each other's bundle.
  deleteLeftBundles();
  const folder = join(benchFolder, `${entry.replaceAll(/\W+/gu, "-")}-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const config = join(folder, "wrangler.toml");
  writeFileSync(config, createWorkerConfig(entry));
  const wrangler = join(projectRoot, "node_modules/wrangler/bin/wrangler.js");
  execFileSync(process.execPath, [wrangler, "deploy", "--dry-run", "-c", config, "--outdir", folder], {
    cwd: projectRoot,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...QUIET_ENV },
  });
  const bundle = { config, script: join(folder, entry.replace(/^.*\//u, "").replace(/\.ts$/u, ".js")) };
  bundles.set(entry, bundle);
  return bundle;
}
