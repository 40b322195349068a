import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorages } from "../../tools/open-platform.ts";
import { projectRoot } from "./bundle-worker.ts";
import { findFreePort } from "./free-port.ts";
import { createTables } from "./migrations.ts";
import { createSandboxConfig } from "./sandbox-config.ts";
import { type Server, startServerProcess } from "./server-process.ts";

async function createDatabases(persistTo: string): Promise<void> {
  const { storages, close } = await openStorages(["DB", "SHARED_DB"], { remote: false, persistTo });
  try {
    for (const database of [storages.DB, storages.SHARED_DB]) await createTables(database);
  } finally {
    await close();
  }
}

/**
 * Starts the API of the product under `wrangler dev`, on new storage. The developer's .dev.vars is not read.
 * @param outside configuration of a Worker for other services; the sandbox by default
 */
export async function startWranglerServer(outside = join(projectRoot, "test/sandbox/wrangler.toml")): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "candidature-wrangler-"));
  const config = join(folder, "wrangler.toml");
  const state = join(folder, "state");
  writeFileSync(config, createSandboxConfig({ detached: true }).replace(/^\[assets\]\n(.+\n)*/mu, ""));
  await createDatabases(state);
  const wrangler = join(projectRoot, "node_modules/wrangler/bin/wrangler.js");
  return startServerProcess({
    args: async (port) => [
      wrangler,
      "dev",
      "-c",
      config,
      "-c",
      outside,
      "--persist-to",
      state,
      "--port",
      String(port),
      "--inspector-port",
      String(await findFreePort()),
    ],
    folder,
    env: { WRANGLER_LOG_PATH: join(folder, "logs") },
  });
}
