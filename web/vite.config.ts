import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { sandboxOverrides } from "../test/sandbox/overrides.ts";

const project = fileURLToPath(new URL("..", import.meta.url));

/** Brings the local database up to date before the first request, with no question asked. */
function localMigrations(): Plugin {
  return {
    name: "candidature:local-migrations",
    apply: "serve",
    configureServer: {
      order: "pre",
      handler() {
        execFileSync("wrangler", ["d1", "migrations", "apply", "DB", "--local"], {
          cwd: project,
          env: { ...process.env, CI: "1" },
          stdio: ["ignore", "pipe", "inherit"],
        });
      },
    },
  };
}

export default defineConfig(({ command, isPreview }) => {
  // Set before the plugin starts workerd: no request for metadata, no telemetry, quick offline.
  process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";
  process.env.WRANGLER_SEND_METRICS ??= "false";
  const withSandbox = command === "serve" && isPreview !== true;
  return {
    root: fileURLToPath(new URL(".", import.meta.url)),
    build: { outDir: "../dist", emptyOutDir: true },
    server: { port: 5173, strictPort: true },
    plugins: [
      localMigrations(),
      react(),
      cloudflare({
        configPath: "../wrangler.toml",
        persistState: { path: "../.wrangler/state" },
        inspectorPort: false,
        ...(withSandbox && {
          config: sandboxOverrides,
          auxiliaryWorkers: [{ configPath: "../test/sandbox/wrangler.toml", devOnly: true }],
        }),
      }),
    ],
  };
});
