import { parseArgs } from "node:util";
import { launchBrowser, watch, type Watch } from "../e2e/browser.ts";
import { inspect } from "../e2e/inspect.ts";
import { type Cast, castOf } from "../e2e/picture-cast.ts";
import { SCENES } from "../e2e/picture-scenes.ts";
import { allLooks, openStage } from "../e2e/picture-stage.ts";
import { startServer } from "../e2e/server.ts";

/*
 * `npm run prove:axe`: every screen, state and dialog in both languages, both themes and at 1280 and 390 px, and each of the narrow ones at 320 px too:
 * axe from wcag2a to wcag22aa, sideways scroll, keys and words of the other language, and whatever the browser complains of. Needs a build.
 *
 *     npm run prove:axe -- --look fr-dark-390 --scene search
 */

const { values } = parseArgs({ options: { look: { type: "string", default: "" }, scene: { type: "string", default: "" } } });
const [server, browser] = await Promise.all([startServer(), launchBrowser()]);
const total = { looks: 0, axe: 0, sideways: 0, words: 0, browser: 0, broken: 0 };
try {
  const cast = await castOf(browser, server.url);
  const watches = new Map<keyof Cast, Watch>();
  for (const who of ["visitor", "beginner", "writer", "fresh", "regular"] as const) watches.set(who, await watch(cast[who]));
  for (const look of allLooks()) {
    const name = `${look.language}-${look.theme}-${look.width}`;
    if (!name.includes(values.look)) continue;
    const start = Date.now();
    const seen = { scenes: 0, axe: 0, sideways: 0, words: 0, browser: 0, broken: 0 };
    for (const scene of SCENES.filter((each) => each.name.includes(values.scene))) {
      const watched = watches.get(scene.who);
      if (!watched) throw new Error(`nobody watches ${scene.who}`);
      const stage = await openStage(cast[scene.who], server.url, look);
      seen.scenes += 1;
      total.looks += 1;
      try {
        const findings = await inspect(stage, scene, look, watched, false);
        for (const kind of ["axe", "sideways", "words", "browser"] as const) {
          seen[kind] += findings[kind].length;
          for (const line of findings[kind]) console.log(`${scene.name} ${name}: ${kind}: ${line}`);
        }
      } catch (error) {
        seen.broken += 1;
        watched.take();
        await stage.page.close();
        console.log(`${scene.name} ${name}: was not reached: ${error instanceof Error ? error.message.split("\n").slice(0, 6).join(" | ") : String(error)}`);
      }
    }
    for (const kind of ["axe", "sideways", "words", "browser", "broken"] as const) total[kind] += seen[kind];
    const { scenes, axe, sideways, words, browser: complaints, broken } = seen;
    console.log(`${name}: ${scenes} scenes, ${axe} violations, ${sideways} too wide, ${words} wrong words, ${complaints} complaints of the browser, ${broken} not reached; ${((Date.now() - start) / 1000).toFixed(0)} s`);
  }
} finally {
  await browser.close();
  await server.stop();
}
const { looks, axe, sideways, words, browser: complaints, broken } = total;
console.log(`${looks} looks: ${axe} violations of axe, ${sideways} too wide, ${words} wrong words, ${complaints} complaints of the browser, ${broken} not reached`);
process.exitCode = axe + sideways + words + complaints + broken > 0 ? 1 : 0;
