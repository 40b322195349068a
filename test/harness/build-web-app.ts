import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { sandboxMap } from "../sandbox/config-overrides.ts";
import { projectRoot } from "./bundle-worker.ts";

/** Builds the web app for production into dist/client, with the sandbox's map. */
export function buildWebApp(): void {
  const vite = join(projectRoot, "node_modules/vite/bin/vite.js");
  execFileSync(process.execPath, [vite, "build", "--config", "web/vite.config.ts", "--logLevel", "error"], {
    cwd: projectRoot,
    env: { ...sandboxMap, ...process.env },
    stdio: ["ignore", "ignore", "inherit"],
  });
}
