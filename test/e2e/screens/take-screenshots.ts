import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startBuiltServer } from "../../harness/built-server.ts";
import { launchBrowser } from "../support/browser.ts";
import { README_SCREENSHOTS, SCENES } from "./all-scenes.ts";
import { listLooks, openScreenshotPage, type ScreenshotPage } from "./screenshot-page.ts";
import { prepareUsers } from "./screenshot-users.ts";

/*
 * `npm run pictures`: every screen in every look, into test/.out/pictures, and those of the README. Needs a build.
 *
 *     npm run pictures -- fr-dark-390      only files whose name contains the text
 *     npm run pictures -- readme           only those of the README
 */

const fileFilter = process.argv[2] ?? "";
const out = fileURLToPath(new URL("../../.out/pictures", import.meta.url));
const readmeFolder = fileURLToPath(new URL("../pictures", import.meta.url));
const [server, browser] = await Promise.all([startBuiltServer({ directory: "all" }), launchBrowser()]);

try {
  const users = await prepareUsers(browser, server.url);
  if (fileFilter === "") rmSync(out, { recursive: true, force: true });
  for (const folder of [out, readmeFolder]) mkdirSync(folder, { recursive: true });
  for (const look of listLooks()) {
    for (const scene of SCENES) {
      const file = `${scene.name}-${look.language}-${look.theme}-${look.width}.png`;
      if (!file.includes(fileFilter)) continue;
      await takeScreenshot(openScreenshotPage(users[scene.who], server.url, look), scene.play, async (stage) =>
        stage.takeScreenshot(join(out, file), "whole"),
      );
    }
  }
  if (fileFilter === "" || fileFilter === "readme") {
    for (const { file, scene: name, look } of README_SCREENSHOTS) {
      const scene = SCENES.find((each) => each.name === name);
      if (!scene) throw new Error(`no scene ${name}`);
      await takeScreenshot(openScreenshotPage(users[scene.who], server.url, look), scene.play, async (stage) =>
        stage.takeScreenshot(join(readmeFolder, `${file}.png`), "window"),
      );
    }
  }
} finally {
  await browser.close();
  await server.stop();
}

async function takeScreenshot(
  opening: Promise<ScreenshotPage>,
  play: (stage: ScreenshotPage) => Promise<void>,
  shoot: (stage: ScreenshotPage) => Promise<void>,
): Promise<void> {
  const stage = await opening;
  await play(stage);
  await shoot(stage);
  await stage.close();
}
