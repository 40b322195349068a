import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { sandboxOverrides } from "../test/sandbox/config-overrides.ts";
import { prerenderPages } from "./prerender/prerender-plugin.ts";

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

const ROOMS =
  /web\/(ui|pages\/(archive|dashboard|search|settings|use-sender)|features\/(companies|mail|messages|search))/u;
const DASHBOARD = "/pages/dashboard-page.tsx";
/** Whether the dashboard imports a module, or what it imports does. */
const ofDashboard = (id: string, modules: Rolldown.ChunkingContext): boolean =>
  id.endsWith(DASHBOARD) ||
  (modules.getModuleInfo(id)?.importers.some((importer) => ofDashboard(importer, modules)) ?? false);
/** What no room shows before something is pressed. */
const DIALOGS =
  /web\/(ui\/\w+\/(contact-sources-dialog|unsaved-changes-guard)|features\/(messages\/\w+\/(message-(dialog|editor|view)|generation-failure-dialog|recipient-and-language|use-message-draft|edit-history)|mail\/\w+\/(email-preview(-dialog|-loader)?|send-one-dialog|send-confirmations)))\.tsx?$/u;

/**
 * A few chunks by hand, the rest as it falls: what runs first is small and knows nothing of React; what the landing page shares with the app is one
 * file, with React; what the app and the login page start with is one, schemas included, what the dashboard shows is another, what is left of the rooms and shared a third.
 */
const PARTS = [
  {
    name: "first",
    test: /web\/(main\.ts|lib\/(stored-value|prefetch|wait-for-first-paint|signed-in-hint)\.ts|features\/companies\/model\/stored-sort\.ts)$|contract\/(limits|dashboard-preload|endpoint)\.ts$/u,
    priority: 6,
  },
  {
    name: "page",
    test: /node_modules\/(react|react-dom|scheduler|i18next|use-sync-external-store)\/|react-i18next\/dist\/es\/(?!\w*Trans[A-Z.])|web\/(i18n\/[\w-]+\.tsx?|ui\/\w+\/(brand|button|illustration|icon|mail-status-icon|page|sent-stamp|language-theme-switch|skip-link|spinner|toast|toast-layer)\.tsx?|lib\/(use-hydrated|use-theme)\.ts|layouts\/public-layout\.tsx)$/u,
    priority: 5,
  },
  {
    name: "landing",
    test: /web\/(prerender\/(hydrate-landing|landing-app)|pages\/landing-page|features\/landing\/sample-\w+)\.tsx$/u,
    priority: 3,
  },
  {
    name: "app",
    test: /node_modules\/(zod|@tanstack\/(query-core|react-query))\/|worker\/contract\/[\w-]+\.ts$|web\/(prerender\/mount-app\.tsx|lib|ui\/\w+\/(banner|empty-state|field|password-field|use-focus-first-error)\.tsx?|features\/(account\/\w+\/[\w-]+|\w+\/api\/[\w-]+|landing\/objection-requests|companies\/model\/stored-selection|messages\/model\/stored-generations)\.ts$)/u,
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
      prerenderPages(),
    ],
  };
});
