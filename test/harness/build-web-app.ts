import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "./bundle-worker.ts";

/** Builds the web app for production into dist/client. */
export function buildWebApp(): void {
  const vite = join(projectRoot, "node_modules/vite/bin/vite.js");
  execFileSync(process.execPath, [vite, "build", "--config", "web/vite.config.ts", "--logLevel", "error"], {
    cwd: projectRoot,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
