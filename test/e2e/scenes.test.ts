import { beforeAll, expect, it } from "vitest";
import { inspect } from "./inspect.ts";
import { type Cast, castOf } from "./picture-cast.ts";
import { SCENES } from "./picture-scenes.ts";
import { allLooks, openStage } from "./picture-stage.ts";
import { despiteWrangler, runForTests } from "./running.ts";

// The short form of `npm run prove:axe`: every seventh scene, in one of the eight looks.

const running = runForTests();
let cast: Cast;

beforeAll(async () => {
  cast = await castOf(running.browser, running.server.url);
}, 300_000);

const looks = allLooks();
const cases = SCENES.filter((_, index) => index % 7 === 0).flatMap((scene, index) => {
  // Three is no divisor of eight: neighbours differ in all they can.
  const look = looks[(index * 3) % looks.length];
  return look ? [{ scene, look, name: scene.name, ...look }] : [];
});

it.concurrent.for(cases)(
  "keeps $name clean for axe, the window, both languages and the browser ($language, $theme, $width px)",
  despiteWrangler(running, async ({ scene, look }) => {
    const stage = await openStage(cast[scene.who], running.server.url, look);
    try {
      expect(await inspect(stage, scene, look, true)).toEqual({ axe: [], sideways: [], words: [], browser: [] });
    } finally {
      await stage.close();
    }
  }),
);
