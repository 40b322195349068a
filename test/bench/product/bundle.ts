import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));
/** Where built things go. */
export const benchFolder = join(projectRoot, "test/.out/bench");

/** wrangler.toml without the web app, for another entry file; paths become absolute. */
function createConfig(entry: string): string {
  const toml = readFileSync(join(projectRoot, "wrangler.toml"), "utf8")
    .replace(/^\[build\]\n(.+\n)*/mu, "")
    .replace(/^\[assets\]\n(.+\n)*/mu, "");
  return toml
    .replace(/^main = .*$/mu, `main = ${JSON.stringify(join(projectRoot, entry))}`)
    .replace(/^migrations_dir = .*$/mu, `migrations_dir = ${JSON.stringify(join(projectRoot, "migrations"))}`);
}

export interface Bundle {
  /** wrangler.toml it was built by. */
  config: string;
  /** The script. */
  script: string;
}

/** Bundles a worker as `wrangler deploy` does. @param entry path in the project; `worker/index.ts` is the product itself */
export function bundleWorker(entry: string): Bundle {
  // A folder for each process: two proofs that run at once would overwrite each other's bundle.
  const folder = join(benchFolder, `${entry.replaceAll(/\W+/gu, "-")}-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const config = join(folder, "wrangler.toml");
  writeFileSync(config, createConfig(entry));
  execFileSync(
    process.execPath,
    [
      join(projectRoot, "node_modules/wrangler/bin/wrangler.js"),
      "deploy",
      "--dry-run",
      "-c",
      config,
      "--outdir",
      folder,
    ],
    {
      cwd: projectRoot,
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        WRANGLER_SEND_METRICS: "false",
        CLOUDFLARE_CF_FETCH_ENABLED: "false",
        CI: "1",
        WRANGLER_LOG: "error",
      },
    },
  );
  return { config, script: join(folder, entry.replace(/^.*\//u, "").replace(/\.ts$/u, ".js")) };
}
