import { parseArgs } from "node:util";
import { SCENES } from "../e2e/screens/all-scenes.ts";
import { type ScreenFindings, inspectScreen } from "../e2e/screens/inspect-screen.ts";
import type { Scene } from "../e2e/screens/scene.ts";
import { listLooks, type Look, openScreenshotPage } from "../e2e/screens/screenshot-page.ts";
import { prepareUsers } from "../e2e/screens/screenshot-users.ts";
import { launchBrowser } from "../e2e/support/browser.ts";
import { startWranglerServer } from "../e2e/support/wrangler-server.ts";

/*
 * `npm run prove:axe`: every screen, state and dialog in both languages, both themes and at 1280 and 390 px, the narrow ones at 320 px too:
 * axe from wcag2a to wcag22aa and its best practices, sideways scroll, keys and words of the other language, and whatever the browser complains of.
 * Needs a build. A line a look; ends with 1 when anything was found.
 *
 *     npm run prove:axe -- --look fr-dark-390 --scene search
 */

/** Scenes at a time: most of their time they wait. */
const CONCURRENT_SCENES = 3;
const FINDING_KINDS = ["axe", "sideways", "words", "browser", "unreached"] as const;
type FindingCounts = Record<(typeof FINDING_KINDS)[number] | "scenes", number>;

const { values } = parseArgs({
  options: { look: { type: "string", default: "" }, scene: { type: "string", default: "" } },
});
const [server, browser] = await Promise.all([startWranglerServer(), launchBrowser()]);
const createCounts = (): FindingCounts => ({ scenes: 0, axe: 0, sideways: 0, words: 0, browser: 0, unreached: 0 });
const describeCounts = ({ axe, sideways, words, browser: complaints, unreached }: FindingCounts): string =>
  `${axe} violations of axe, ${sideways} too wide, ${words} wrong texts, ${complaints} complaints of the browser, ${unreached} not reached`;
const total = createCounts();

try {
  const cast = await prepareUsers(browser, server.url);
  const lookAt = async (scene: Scene, look: Look): Promise<ScreenFindings & { unreached: string[] }> => {
    const stage = await openScreenshotPage(cast[scene.who], server.url, look);
    try {
      return { ...(await inspectScreen(stage, scene, look, false)), unreached: [] };
    } catch (error) {
      return {
        axe: [],
        sideways: [],
        words: [],
        browser: stage.watched.take(),
        unreached: [error instanceof Error ? error.message.split("\n").slice(0, 4).join(" ") : String(error)],
      };
    } finally {
      await stage.close();
    }
  };
  for (const look of listLooks()) {
    const name = `${look.language}-${look.theme}-${look.width}`;
    if (!name.includes(values.look)) continue;
    const start = Date.now();
    const counts = createCounts();
    const left = SCENES.filter((scene) => scene.name.includes(values.scene));
    const work = async (): Promise<void> => {
      for (let scene = left.shift(); scene !== undefined; scene = left.shift()) {
        const found = await lookAt(scene, look);
        counts.scenes += 1;
        for (const kind of FINDING_KINDS) {
          counts[kind] += found[kind].length;
          for (const line of found[kind]) console.log(`${scene.name} ${name}: ${kind}: ${line}`);
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_SCENES }, work));
    for (const kind of [...FINDING_KINDS, "scenes"] as const) total[kind] += counts[kind];
    console.log(
      `${name}: ${counts.scenes} scenes: ${describeCounts(counts)}; ${((Date.now() - start) / 1000).toFixed(0)} s`,
    );
  }
} finally {
  await browser.close();
  await server.stop();
}
console.log(`${total.scenes} looks: ${describeCounts(total)}`);
process.exitCode = FINDING_KINDS.some((kind) => total[kind] > 0) ? 1 : 0;
