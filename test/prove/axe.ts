import { parseArgs } from "node:util";
import { launchBrowser } from "../e2e/browser.ts";
import { type Findings, inspect } from "../e2e/inspect.ts";
import { castOf } from "../e2e/picture-cast.ts";
import { SCENES } from "../e2e/picture-scenes.ts";
import { allLooks, type Look, openStage } from "../e2e/picture-stage.ts";
import type { Scene } from "../e2e/scene.ts";
import { startServer } from "../e2e/server.ts";

/*
 * `npm run prove:axe`: every screen, state and dialog in both languages, both themes and at 1280 and 390 px, the narrow ones at 320 px too:
 * axe from wcag2a to wcag22aa and its best practices, sideways scroll, keys and words of the other language, and whatever the browser complains of.
 * Needs a build. A line a look; ends with 1 when anything was found.
 *
 *     npm run prove:axe -- --look fr-dark-390 --scene search
 */

/** Scenes at a time: most of their time they wait. */
const AT_ONCE = 3;
const KINDS = ["axe", "sideways", "words", "browser", "unreached"] as const;
type Counts = Record<(typeof KINDS)[number] | "scenes", number>;

const { values } = parseArgs({
  options: { look: { type: "string", default: "" }, scene: { type: "string", default: "" } },
});
const [server, browser] = await Promise.all([startServer(), launchBrowser()]);
const none = (): Counts => ({ scenes: 0, axe: 0, sideways: 0, words: 0, browser: 0, unreached: 0 });
const told = ({ axe, sideways, words, browser: complaints, unreached }: Counts): string =>
  `${axe} violations of axe, ${sideways} too wide, ${words} wrong texts, ${complaints} complaints of the browser, ${unreached} not reached`;
const total = none();

try {
  const cast = await castOf(browser, server.url);
  const lookAt = async (scene: Scene, look: Look): Promise<Findings & { unreached: string[] }> => {
    const stage = await openStage(cast[scene.who], server.url, look);
    try {
      return { ...(await inspect(stage, scene, look, false)), unreached: [] };
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
  for (const look of allLooks()) {
    const name = `${look.language}-${look.theme}-${look.width}`;
    if (!name.includes(values.look)) continue;
    const start = Date.now();
    const counts = none();
    const left = SCENES.filter((scene) => scene.name.includes(values.scene));
    const work = async (): Promise<void> => {
      for (let scene = left.shift(); scene !== undefined; scene = left.shift()) {
        const found = await lookAt(scene, look);
        counts.scenes += 1;
        for (const kind of KINDS) {
          counts[kind] += found[kind].length;
          for (const line of found[kind]) console.log(`${scene.name} ${name}: ${kind}: ${line}`);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    for (const kind of [...KINDS, "scenes"] as const) total[kind] += counts[kind];
    console.log(`${name}: ${counts.scenes} scenes: ${told(counts)}; ${((Date.now() - start) / 1000).toFixed(0)} s`);
  }
} finally {
  await browser.close();
  await server.stop();
}
console.log(`${total.scenes} looks: ${told(total)}`);
process.exitCode = KINDS.some((kind) => total[kind] > 0) ? 1 : 0;
