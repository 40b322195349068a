import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { sandboxOverrides } from "../test/sandbox/overrides.ts";
import { printedPages } from "./printed-pages.ts";

const project = fileURLToPath(new URL("..", import.meta.url));

/** Brings the local database up to date before the first request, with no question asked, while everything else starts. */
function localMigrations(): Plugin {
  let done: Promise<unknown> | undefined;
  return {
    name: "candidature:local-migrations",
    apply: "serve",
    configResolved() {
      done = promisify(execFile)("wrangler", ["d1", "migrations", "apply", "DB", "--local"], {
        cwd: project,
        env: { ...process.env, CI: "1" },
      });
      // A failure is told where it is waited for; until then it must not end the process.
      done.catch(() => undefined);
    },
    configureServer: async (server) => {
      await done;
      server.config.logger.info("local database is up to date");
    },
  };
}

const ROOMS = /web\/(ui|app\/pages|features\/(companies|mail|messages|search))/u;
const DASHBOARD = "/app/pages/dashboard-page.tsx";
/** Whether the dashboard imports a module, or what it imports does. */
const ofDashboard = (id: string, modules: Rolldown.ChunkingContext): boolean =>
  id.endsWith(DASHBOARD) ||
  (modules.getModuleInfo(id)?.importers.some((importer) => ofDashboard(importer, modules)) ?? false);
/** What no room shows before something is pressed. */
const DIALOGS =
  /web\/(ui\/(contacts-dialog|unsaved-guard)|features\/(messages\/(message-(dialog|editor|view)|failure-dialog|addressing|use-draft|versions)|mail\/(letter|preview-(dialog|state)|send-one-dialog|send-questions)))\.tsx?$/u;

/**
 * A few chunks by hand, the rest as it falls: what runs first is small and knows nothing of React; what the landing page shares with the app is one
 * file, with React; what the app and the login page start with is one, schemas included, what the dashboard shows is another, what is left of the rooms and shared a third.
 */
const PARTS = [
  {
    name: "first",
    test: /web\/(main\.ts|lib\/(storage|early|painted|known-here)\.ts|features\/companies\/listing\.ts)$|contract\/(limits|dashboard-preload|endpoint)\.ts$/u,
    priority: 6,
  },
  {
    name: "page",
    test: /node_modules\/(react|react-dom|scheduler|i18next|use-sync-external-store)\/|react-i18next\/dist\/es\/(?!\w*Trans[A-Z.])|web\/(i18n\/[\w-]+\.tsx?|ui\/(brand|button|drawing|icon|mail-mark|page|postmark|preferences|skip-link|spinner|toast|toast-layer)\.tsx?|lib\/(in-browser|theme)\.ts|app\/frame\.tsx)$/u,
    priority: 5,
  },
  {
    name: "landing",
    test: /web\/(app\/(start-)?landing|features\/landing\/(landing-page|sample-\w+))\.tsx$/u,
    priority: 3,
  },
  {
    name: "app",
    test: /node_modules\/(zod|@tanstack\/(query-core|react-query))\/|worker\/contract\/[\w-]+\.ts$|web\/(app\/start\.tsx|lib|ui\/(banner|empty|field|password-field|use-first-wrong)\.tsx?|features\/(account\/[\w-]+|\w+\/(api|session|tracking))\.ts$)/u,
    priority: 2,
  },
  {
    name: (id: string, modules: Rolldown.ChunkingContext) => (ofDashboard(id, modules) ? "rooms" : null),
    test: (id: string) => ROOMS.test(id) && !DIALOGS.test(id),
    priority: 1,
  },
  { name: "dialogs", test: ROOMS, minShareCount: 2, priority: 0 },
];

export default defineConfig(({ command, isPreview }) => {
  // Set before the plugin starts workerd: no request for metadata, no telemetry, quick offline.
  process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";
  process.env.WRANGLER_SEND_METRICS ??= "false";
  const withSandbox = command === "serve" && isPreview !== true;
  return {
    root: fileURLToPath(new URL(".", import.meta.url)),
    build: {
      outDir: "../dist",
      emptyOutDir: true,
      // Each page names what it needs; what is fetched when it is needed needs one file more than the page has, or two.
      modulePreload: false,
      // Twelve kB in one file, which every page after the first has already.
      cssCodeSplit: false,
      rolldownOptions: { output: { codeSplitting: { groups: PARTS } } },
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
            // In development the modules of the web app are files that only Vite has.
            const rules = config.assets?.run_worker_first;
            if (config.assets && Array.isArray(rules))
              config.assets.run_worker_first = rules.filter((rule) => !/^!|\.\*$/u.test(rule));
            return sandboxOverrides;
          },
          auxiliaryWorkers: [{ configPath: "../test/sandbox/wrangler.toml", devOnly: true }],
        }),
      }),
      localMigrations(),
      printedPages(),
    ],
  };
});
