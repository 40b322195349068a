import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../harness/free-port.ts";
import { createSandboxConfig } from "../../harness/sandbox-config.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js");
const QUIET_ENV = { WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", CI: "1", NO_COLOR: "1" };

export interface Server {
  /** Origin, without a slash at the end. */
  url: string;
  /** The server's output so far. */
  log: () => string;
  /** Kills the process, as a crash would, and starts it again on the same storage and port. */
  crash: () => Promise<void>;
  /** Ends the process and deletes its storage. */
  stop: () => Promise<void>;
}

async function waitUntilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  for (const start = Date.now(); Date.now() - start < 60_000; await sleep(100)) {
    if (child.exitCode !== null) break;
    // A worker that does not build never answers.
    const status = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.status,
      () => 0,
    );
    if (status > 0 && status < 500) return;
  }
  throw new Error(`the server did not come up:\n${log()}`);
}

/** Kills wrangler with its child processes. */
function killProcessGroup(child: ChildProcess): Promise<void> {
  const exited = new Promise<void>((resolve) =>
    child.exitCode !== null || child.signalCode !== null ? resolve() : child.once("exit", () => resolve()),
  );
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  return exited;
}

/**
 * Starts the built product under `wrangler dev`, on a free port and new storage. The sandbox stands for other services.
 * The developer's .dev.vars is not read. Needs `npm run build` first, unless `outside` is given.
 * @param outside configuration of a Worker in the place of the sandbox; the product then serves only its API
 * @param options.sql statements for the database before the server starts
 * @param options.directory whether a directory of the sandbox's companies is published, as in `npm run dev`
 * @param options.assets a folder in the place of the built web app
 * @throws with the server's log when it does not come up
 */
export async function startWranglerServer(
  outside?: string,
  options: { sql?: string[]; assets?: string; directory?: boolean } = {},
): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "candidature-e2e-"));
  const config = join(folder, "wrangler.toml");
  const state = join(folder, "state");
  const toml = createSandboxConfig({ detached: true });
  const withAssets =
    options.assets === undefined
      ? toml
      : toml.replace(/^directory = .*$/mu, `directory = ${JSON.stringify(options.assets)}`);
  writeFileSync(config, outside === undefined ? withAssets : toml.replace(/^\[assets\]\n(.+\n)*/mu, ""));
  const env = { ...process.env, ...QUIET_ENV, WRANGLER_LOG_PATH: join(folder, "logs") };
  const sqlPath = join(folder, "seed.json");
  if (options.sql !== undefined) writeFileSync(sqlPath, JSON.stringify(options.sql));
  const prepare = [
    join(root, "test/harness/prepare-storage.ts"),
    "--persist-to",
    state,
    ...(options.sql === undefined ? [] : ["--sql", sqlPath]),
    ...(options.directory === true ? ["--directory"] : []),
  ];
  execFileSync(process.execPath, prepare, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });

  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  let printed = "";
  let child: ChildProcess;
  const launch = async () => {
    const args = [
      "dev",
      "-c",
      config,
      "-c",
      outside ?? join(root, "test/sandbox/wrangler.toml"),
      "--port",
      String(port),
      "--persist-to",
      state,
    ];
    child = spawn(process.execPath, [wrangler, ...args, "--inspector-port", String(await findFreePort())], {
      cwd: folder,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
    await waitUntilReady(url, child, () => printed);
  };
  const stop = async () => {
    await killProcessGroup(child);
    rmSync(folder, { recursive: true, force: true });
  };
  // An interrupted test run must not leave a server running.
  process.once("SIGTERM", () => process.exit());
  process.once("exit", () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  await launch().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    url,
    log: () => printed,
    crash: async () => {
      await killProcessGroup(child);
      await launch();
    },
    stop,
  };
}
