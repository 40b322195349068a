import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { type Cast, castOf } from "./picture-cast.ts";
import { SCENES } from "./picture-scenes.ts";
import { allLooks, openStage } from "./picture-stage.ts";
import { startServer, type Server } from "./server.ts";

// The short form of `npm run prove:axe`: every fourth scene, in one of the eight looks.

let server: Server;
let browser: Browser;
let cast: Cast;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  cast = await castOf(browser, server.url);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const looks = allLooks();
const cases = SCENES.filter((_, index) => index % 4 === 0).flatMap((scene, index) => {
  // Three is no divisor of eight: neighbours differ in all they can.
  const look = looks[(index * 3) % looks.length];
  return look ? [{ scene, look, name: scene.name, ...look }] : [];
});

it.concurrent.for(cases)("keeps $name clean for axe, the window, both languages and the browser ($language, $theme, $width px)", async ({ scene, look }) => {
  const stage = await openStage(cast[scene.who], server.url, look);
  try {
    expect(await inspect(stage, scene, look, true)).toEqual({ axe: [], sideways: [], words: [], browser: [] });
  } finally {
    await stage.close();
  }
});
