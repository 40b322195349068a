import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, it } from "vitest";
import { liveHeaps } from "../bench/live-heap.ts";
import { freePort } from "../free-port.ts";
import { slopeOf } from "../prove/chaos/memory.ts";

// What the long proofs call flat memory has to be able to grow.
const WORKER = `const kept = [];
export default {
  fetch(request) {
    const text = crypto.randomUUID().repeat(2_000).split("").join("-");
    if (request.url.endsWith("/keeps")) kept.push(text);
    return new Response(String(text.length));
  },
};`;

const NAME = "core:user:keeper";

let inspector: string;
let miniflare: Miniflare;
beforeAll(async () => {
  const inspectorPort = await freePort();
  inspector = `http://127.0.0.1:${inspectorPort}`;
  miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      port: 0,
      workers: [
        {
          name: "keeper",
          compatibilityDate: "2026-10-01",
          modules: [{ type: "ESModule", path: "index.js", contents: WORKER }],
        },
      ],
    }),
    inspectorPort,
  });
});
afterAll(() => miniflare.dispose());

const ask = async (path: string) => void (await (await fetch(new URL(path, await miniflare.ready))).text());

/** An isolate collects only while it is asked. */
async function live(): Promise<number> {
  let collected = false;
  const goesOn = () => !collected;
  const [heaps] = await Promise.all([
    liveHeaps(inspector, NAME).finally(() => (collected = true)),
    (async () => {
      while (goesOn()) await ask("/drops");
    })(),
  ]);
  return heaps.get(NAME) ?? Number.NaN;
}

it("what a worker forgets is not counted as held, what it keeps is", async () => {
  await ask("/drops");
  const atFirst = await live();
  for (let n = 0; n < 40; n += 1) await ask("/drops");
  expect((await live()) - atFirst).toBeLessThan(1);
  for (let n = 0; n < 40; n += 1) await ask("/keeps");
  // 40 texts of 144,000 signs, one byte each.
  expect((await live()) - atFirst).toBeGreaterThan(5);
}, 30_000);

it("a slope is that of the trend, whatever a few samples that stand out say", () => {
  const points = Array.from({ length: 21 }, (_, minute) => [minute, 100 + 0.5 * minute] as const);
  expect(slopeOf(points)).toBeCloseTo(0.5);
  expect(slopeOf(points.map(([minute, mib]) => [minute, minute === 20 ? 900 : mib]))).toBeCloseTo(0.5);
  expect(slopeOf([])).toBe(0);
});
