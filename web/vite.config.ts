import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { HURRIED_OUTBOX, sandboxMap, sandboxOverrides } from "../test/sandbox/config-overrides.ts";
import { prerenderPages } from "./prerender/prerender-plugin.ts";
import { mapPolicy } from "./vite-map-policy.ts";

const project = fileURLToPath(new URL("..", import.meta.url));

// A module is sorted into a file by which of these use it.
const LANDING = "prerender/hydrate-landing.tsx";
const APP = "prerender/mount-app.tsx";
const DASHBOARD = "pages/dashboard-page.tsx";

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Whether a file imports a module, directly or through others. */
function isUsedBy(file: string, id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (id.endsWith(file)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => isUsedBy(file, importer, graph, seen)) ?? false;
}

/**
 * Brings the local databases up to date and fills an empty directory, before workerd opens them: SQLite lets one
 * process write, and on a busy machine the other one gave up.
 */
function localStorage(): Plugin {
  let done: Promise<unknown> | undefined;
  return {
    name: "candidature:local-storage",
    apply: "serve",
    configResolved() {
      const options = { cwd: project, env: { ...process.env, CI: "1" } };
      const run = promisify(execFile);
      const prepare = async () => {
        await run(process.execPath, ["tools/shards.ts", "migrate"], options);
        await run(process.execPath, ["test/harness/seed-local-bucket.ts"], options);
      };
      done = prepare();
      // Thrown where it is awaited; until then an unhandled rejection would end the process.
      done.catch(() => undefined);
    },
    configureServer: {
      order: "pre",
      handler: async (server) => {
        await done;
        server.config.logger.info("local databases and directory are up to date");
      },
    },
  };
}

export default defineConfig(({ command, isPreview }) => {
  // Read when the plugin starts workerd: no request for metadata, no telemetry, so that it starts offline too.
  process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";
  process.env.WRANGLER_SEND_METRICS ??= "false";
  const withSandbox = command === "serve" && isPreview !== true;
  if (withSandbox) for (const [name, value] of Object.entries(sandboxMap)) process.env[name] ??= value;
  return {
    root: fileURLToPath(new URL(".", import.meta.url)),
    // The build of Leaflet for bundlers, which its package does not name.
    resolve: { alias: [{ find: /^leaflet$/u, replacement: "leaflet/dist/leaflet-src.esm.js" }] },
    build: {
      outDir: "../dist",
      emptyOutDir: true,
      // The prerendered pages link their scripts themselves.
      modulePreload: false,
      // One file of 15 kB, which the browser has cached after the first page; a few screens load styles of their own.
      cssCodeSplit: false,
      rolldownOptions: {
        output: {
          codeSplitting: {
            // Six files in place of two dozen small ones, whose loading delayed the dashboard's first rows by a fifth
            // (`npm run bench web -- table`).
            groups: [
              // What runs before anything else has arrived.
              { name: "start", test: /web\/main\.ts$/u, priority: 7 },
              // React changes less often than the app, and stays cached when the app is deployed.
              { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//u, priority: 6 },
              // All that the landing page needs, so that it loads nothing of the groups below: what it shares with the
              // dashboard, what it shares with the dialogs of letters, and what is its own.
              {
                debugName: "base",
                name: (id, graph) =>
                  isUsedBy(LANDING, id, graph) && (isUsedBy(APP, id, graph) || isUsedBy(DASHBOARD, id, graph))
                    ? "base"
                    : null,
                // The index of React i18next makes what only one page uses look shared.
                minShareCount: 2,
                priority: 5,
              },
              {
                debugName: "letter",
                name: (id, graph) =>
                  isUsedBy(LANDING, id, graph) && isUsedBy("components/message-dialog.tsx", id, graph)
                    ? "letter"
                    : null,
                minShareCount: 2,
                priority: 4,
              },
              { name: "landing", test: (id) => id.endsWith(LANDING), priority: 3 },
              // All that every other page needs before its screen.
              { name: "app", test: (id) => id.endsWith(APP), priority: 2 },
              // Of the dialogs of letters: the index of React Query makes it look as if the dashboard used it.
              { name: "queries", test: /\/(useQueries|queriesObserver)\.js$/u, priority: 1 },
              { name: "workspace", minShareCount: 8, priority: 1 },
              // What the dashboard shares with fewer.
              {
                debugName: "list",
                name: (id, graph) => (isUsedBy(DASHBOARD, id, graph) ? "list" : null),
                minShareCount: 2,
              },
            ],
          },
        },
      },
    },
    server: { port: 5173, strictPort: true },
    plugins: [
      react(),
      cloudflare({
        configPath: "../wrangler.toml",
        persistState: { path: "../.wrangler/state" },
        inspectorPort: false,
        ...(withSandbox && {
          config: (config) => {
            // In development the web app's modules are paths with a dot that only Vite can answer.
            // No page is built, so every path is answered with index.html.
            if (config.assets) config.assets.not_found_handling = "single-page-application";
            const rules = config.assets?.run_worker_first;
            if (config.assets && Array.isArray(rules))
              config.assets.run_worker_first = rules.filter((rule) => !/^!|\.\*$/u.test(rule));
            return { ...sandboxOverrides, vars: { ...sandboxOverrides.vars, ...HURRIED_OUTBOX } };
          },
          auxiliaryWorkers: [{ configPath: "../test/sandbox/wrangler.toml", devOnly: true }],
        }),
      }),
      localStorage(),
      prerenderPages(),
      mapPolicy(),
    ],
  };
});
