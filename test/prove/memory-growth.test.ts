import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findFreePort } from "../harness/free-port.ts";
import { measureLiveHeaps, measureWhileBusy } from "../harness/live-heap.ts";
import { medianSlope } from "./chaos/memory-growth.ts";

// The measure of the long proofs must be able to see memory grow.
const GROWING_WORKER = `const texts = [];
export default {
  fetch(request) {
    if (request.url.endsWith("/nothing")) return new Response("");
    const text = crypto.randomUUID().repeat(2_000).split("").join("-");
    if (request.url.endsWith("/keeps")) texts.push(text);
    return new Response(String(text.length));
  },
};`;

const WORKER_ISOLATE = "core:user:keeper";

let inspector: string;
let miniflare: Miniflare;
beforeAll(async () => {
  const inspectorPort = await findFreePort();
  inspector = `http://127.0.0.1:${inspectorPort}`;
  miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      port: 0,
      workers: [
        {
          name: "keeper",
          compatibilityDate: "2026-10-01",
          modules: [{ type: "ESModule", path: "index.js", contents: GROWING_WORKER }],
        },
      ],
    }),
    inspectorPort,
  });
});
afterAll(() => miniflare.dispose());

const callWorker = async (path: string) => void (await (await fetch(new URL(path, await miniflare.ready))).text());

const readLiveMib = () =>
  measureWhileBusy(
    async () => (await measureLiveHeaps(inspector, WORKER_ISOLATE)).get(WORKER_ISOLATE),
    () => callWorker("/nothing"),
  );

it("dropped values are not counted as live, stored ones are", async () => {
  await callWorker("/drops");
  const atFirst = await readLiveMib();
  for (let n = 0; n < 40; n += 1) await callWorker("/drops");
  expect((await readLiveMib()) - atFirst).toBeLessThan(1);
  for (let n = 0; n < 40; n += 1) await callWorker("/keeps");
  // 40 texts of 144,000 characters, one byte each.
  expect((await readLiveMib()) - atFirst).toBeGreaterThan(5);
}, 30_000);

it("outliers do not move a slope", () => {
  const points = Array.from({ length: 21 }, (_, minute) => [minute, 100 + 0.5 * minute] as const);
  expect(medianSlope(points)).toBeCloseTo(0.5);
  expect(medianSlope(points.map(([minute, mib]) => [minute, minute === 20 ? 900 : mib]))).toBeCloseTo(0.5);
  expect(medianSlope([])).toBe(0);
});
