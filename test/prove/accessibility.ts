import { SCENES } from "../e2e/screens/all-scenes.ts";
import { inspectScreen, type ScreenFindings } from "../e2e/screens/inspect-screen.ts";
import type { Scene } from "../e2e/screens/scene.ts";
import { listLooks, type Look, openScreenshotPage } from "../e2e/screens/screenshot-page.ts";
import { prepareUsers } from "../e2e/screens/screenshot-users.ts";
import { launchBrowser } from "../e2e/support/browser.ts";
import { buildWebApp } from "../harness/build-web-app.ts";
import { startBuiltServer } from "../harness/built-server.ts";
import { defineProof } from "../harness/cli.ts";

/** Scenes mostly wait. */
const CONCURRENT_SCENES = 3;
const FINDING_KINDS = ["axe", "layout", "words", "browser", "unreached"] as const;
const KIND_TITLES = {
  axe: "violations of axe",
  layout: "too wide or too late",
  words: "wrong texts",
  browser: "complaints of the browser",
  unreached: "not reached",
};
type Findings = ScreenFindings & { unreached: string[] };

const countFindings = (all: Findings[]) =>
  Object.fromEntries(FINDING_KINDS.map((kind) => [kind, all.reduce((sum, found) => sum + found[kind].length, 0)]));
const describeFindings = (all: Findings[]): string => {
  const counts = countFindings(all);
  return FINDING_KINDS.map((kind) => `${counts[kind]} ${KIND_TITLES[kind]}`).join(", ");
};

/**
 * Every screen, state and dialog in each language, both themes, at 1280 and 390 px, narrow ones at 320 px too: axe
 * from wcag2a to wcag22aa and its best practices, sideways scroll, where the list begins, keys and words of another
 * language, browser errors.
 */
export const command = defineProof({
  options: {
    look: { about: "only looks with this in their name, such as fr-390", usual: "", short: "fr-390" },
    scene: { about: "only scenes with one of these in their names, separated by commas", usual: "", short: "search" },
  },
  prove: async ({ options, print }) => {
    buildWebApp();
    const [server, browser] = await Promise.all([startBuiltServer({ directory: "all" }), launchBrowser()]);
    const failures: string[] = [];
    const all: Findings[] = [];
    try {
      const users = await prepareUsers(browser, server.url);
      const inspect = async (scene: Scene, look: Look): Promise<Findings> => {
        const page = await openScreenshotPage(users[scene.who], server.url, look);
        try {
          return { ...(await inspectScreen(page, scene, look, "other theme")), unreached: [] };
        } catch (error) {
          const reason = error instanceof Error ? error.message.split("\n").slice(0, 4).join(" ") : String(error);
          return { axe: [], layout: [], words: [], browser: page.watched.take(), unreached: [reason] };
        } finally {
          await page.close();
        }
      };
      const wanted = options.scene.split(",");
      // The dark theme is looked at beside the light one: only colours differ.
      for (const look of listLooks().filter(({ theme }) => theme === "light")) {
        const name = `${look.language}-${look.width}`;
        if (!name.includes(options.look)) continue;
        const start = Date.now();
        const left = SCENES.filter((scene) => wanted.some((part) => scene.name.includes(part)));
        const inspected: Findings[] = [];
        const inspectNext = async (): Promise<void> => {
          for (let scene = left.shift(); scene !== undefined; scene = left.shift()) {
            const found = await inspect(scene, look);
            inspected.push(found);
            for (const kind of FINDING_KINDS) {
              for (const line of found[kind]) {
                failures.push(`${scene.name} ${name}: ${kind}: ${line}`);
                // At once: a run of all looks takes half an hour.
                print(`  ${scene.name}: ${kind}: ${line}`);
              }
            }
          }
        };
        await Promise.all(Array.from({ length: CONCURRENT_SCENES }, inspectNext));
        all.push(...inspected);
        const seconds = ((Date.now() - start) / 1000).toFixed(0);
        print(`${name}: ${inspected.length} scenes: ${describeFindings(inspected)}; ${seconds} s`);
      }
    } finally {
      await browser.close();
      await server.stop();
    }
    print(`${all.length} looks, each in both themes: ${describeFindings(all)}`);
    if (all.length === 0) failures.push("no screen was looked at");
    return { failures, figures: { looks: all.length, ...countFindings(all) } };
  },
});
