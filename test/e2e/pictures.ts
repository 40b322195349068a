import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "./browser.ts";
import { castOf } from "./picture-cast.ts";
import { README_PICTURES, SCENES } from "./picture-scenes.ts";
import { allLooks, openStage, type Stage } from "./picture-stage.ts";
import { startServer } from "./server.ts";

// `npm run pictures`: every screen in every look, into test/.out/pictures, and those of the README. Needs a build.
// `npm run pictures -- fr-dark-390` or `-- settings` takes only the files whose name holds the text, `-- readme` only the latter.

const wanted = process.argv[2] ?? "";
const out = fileURLToPath(new URL("../.out/pictures", import.meta.url));
const forReadme = fileURLToPath(new URL("pictures", import.meta.url));
const [server, browser] = await Promise.all([startServer(), launchBrowser()]);

try {
  const cast = await castOf(browser, server.url);
  if (wanted === "") rmSync(out, { recursive: true, force: true });
  for (const folder of [out, forReadme]) mkdirSync(folder, { recursive: true });
  for (const look of allLooks()) {
    for (const scene of SCENES) {
      const file = `${scene.name}-${look.language}-${look.theme}-${look.width}.png`;
      if (!file.includes(wanted)) continue;
      await take(openStage(cast[scene.who], server.url, look), scene.play, async (stage) =>
        stage.shoot(join(out, file), "whole"),
      );
    }
  }
  if (wanted === "" || wanted === "readme") {
    for (const { file, scene: name, look } of README_PICTURES) {
      const scene = SCENES.find((each) => each.name === name);
      if (!scene) throw new Error(`no scene ${name}`);
      await take(openStage(cast[scene.who], server.url, look), scene.play, async (stage) =>
        stage.shoot(join(forReadme, `${file}.png`), "window"),
      );
    }
  }
} finally {
  await browser.close();
  await server.stop();
}

async function take(
  opening: Promise<Stage>,
  play: (stage: Stage) => Promise<void>,
  shoot: (stage: Stage) => Promise<void>,
): Promise<void> {
  const stage = await opening;
  await play(stage);
  await shoot(stage);
  await stage.close();
}
