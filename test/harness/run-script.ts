import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CommandOutput, runCommand } from "../../tools/run-command.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface FinishedRun {
  /** Null when it was killed. */
  code: number | null;
  out: string;
  err: string;
}

/** Runs a script of the project in Node. @param killAfterMs it is killed then, should it still run */
export function runScript(script: string, args: string[], killAfterMs?: number): Promise<FinishedRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      env: { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
    });
    const finished: FinishedRun = { code: null, out: "", err: "" };
    child.stdout.on("data", (data: Buffer) => (finished.out += data.toString()));
    child.stderr.on("data", (data: Buffer) => (finished.err += data.toString()));
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ ...finished, code });
    });
  });
}

/** Runs a command in this process, with storage that is open already. */
export async function runHere(
  work: (args: string[], output: CommandOutput) => Promise<number>,
  args: string[],
): Promise<FinishedRun> {
  const finished: FinishedRun = { code: null, out: "", err: "" };
  const output: CommandOutput = {
    print: (line) => void (finished.out += `${line}\n`),
    warn: (line) => void (finished.err += `${line}\n`),
  };
  finished.code = await runCommand(work, { args, output });
  return finished;
}
