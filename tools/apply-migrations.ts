import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandError } from "./command-error.ts";
import type { D1Name } from "./database-name.ts";
import type { StoragePlace } from "./open-platform.ts";

const projectRoot = fileURLToPath(new URL("..", import.meta.url));
const WRANGLER_PATH = "node_modules/wrangler/bin/wrangler.js";

/** Brings the tables of a database up to date by wrangler, which says what it does. @throws CommandError */
export function applyMigrations(name: D1Name, { remote, persistTo, environment }: StoragePlace): void {
  const place = remote ? ["--remote"] : ["--local", "--persist-to", resolve(persistTo)];
  const args = ["d1", "migrations", "apply", name, ...place, `--env=${environment ?? ""}`];
  const { status } = spawnSync(process.execPath, [WRANGLER_PATH, ...args], { cwd: projectRoot, stdio: "inherit" });
  if (status !== 0) throw new CommandError(`the tables of ${name} are not up to date: nothing after it was touched`);
}
