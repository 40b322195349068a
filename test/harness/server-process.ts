import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "./free-port.ts";

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

/** Printed by a server whose storage is prepared. */
export const READY_LINE = "the product is ready";

const START_TIMEOUT_MS = 180_000;
const QUIET_ENV = { WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", CI: "1", NO_COLOR: "1" };

/** Kills a process with its child processes. */
function killProcessGroup(child: ChildProcess): Promise<void> {
  const exited = new Promise<void>((resolve) =>
    child.exitCode !== null || child.signalCode !== null ? resolve() : child.once("exit", () => resolve()),
  );
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  return exited;
}

interface ServerCommand {
  /** Of Node, for this port. */
  args: (port: number) => Promise<string[]> | string[];
  /** Deleted at the end. */
  folder: string;
  env?: Record<string, string>;
  /** What the server has printed once it answers; without it, an answer that is no 5xx will do. */
  readyLine?: string;
}

/**
 * Starts a server in a process of its own, on a free port.
 * @throws with its log when it does not come up
 */
export async function startServerProcess({ args, folder, env, readyLine }: ServerCommand): Promise<Server> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  let printed = "";
  let child: ChildProcess;

  const isUp = async (from: number): Promise<boolean> => {
    if (readyLine !== undefined && !printed.slice(from).includes(readyLine)) return false;
    // A worker that does not build never answers.
    const status = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.status,
      () => 0,
    );
    return status > 0 && status < 500;
  };
  const launch = async () => {
    const from = printed.length;
    child = spawn(process.execPath, await args(port), {
      cwd: folder,
      env: { ...process.env, ...QUIET_ENV, ...env },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
    for (const start = Date.now(); Date.now() - start < START_TIMEOUT_MS; await sleep(100)) {
      if (child.exitCode !== null) break;
      if (await isUp(from)) return;
    }
    throw new Error(`the server did not come up:\n${printed}`);
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
