import { beforeAll, expect, it } from "vitest";
import { SCENES } from "../screens/all-scenes.ts";
import { inspectScreen } from "../screens/inspect-screen.ts";
import { listLooks, openScreenshotPage } from "../screens/screenshot-page.ts";
import { type ScreenshotUsers, prepareUsers } from "../screens/screenshot-users.ts";
import { useServer } from "../support/use-server.ts";

// The short form of `npm run prove axe`: every 98th scene, in one of the twelve looks.

const sharedServer = useServer();
let screenshotUsers: ScreenshotUsers;

beforeAll(async () => {
  screenshotUsers = await prepareUsers(sharedServer.browser, sharedServer.server.url);
}, 300_000);

const looks = listLooks();
const cases = SCENES.filter((_, index) => index % 98 === 0).flatMap((scene, index) => {
  // Steps of five through the twelve looks: neighbouring scenes differ in language and width.
  const look = looks[(index * 5) % looks.length];
  return look ? [{ scene, look, name: scene.name, ...look }] : [];
});

it.concurrent.for(cases)(
  "keeps $name clean for axe, the window, its languages and the browser ($language, $theme, $width px)",
  async ({ scene, look }) => {
    const stage = await openScreenshotPage(screenshotUsers[scene.who], sharedServer.server.url, look);
    try {
      expect(await inspectScreen(stage, scene, look, "other language")).toEqual({
        axe: [],
        layout: [],
        words: [],
        browser: [],
      });
    } finally {
      await stage.close();
    }
  },
);
