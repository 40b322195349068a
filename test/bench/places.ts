import "../../tools/node-loader.ts";
import { performance } from "node:perf_hooks";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Language } from "../../worker/contract/field-schemas.ts";
import { generatePlaces, listSpellings, listTestPlaces } from "../data/places.ts";
import { defineBench } from "../harness/cli.ts";
import { computeMedian, computePercentile } from "../harness/report.ts";

const { buildPlaceShards } = await import("../../tools/directory-build/build-places");
const { rankPlaces } = await import("../../worker/directory/places/rank-places");
const { PlaceShard } = await import("../../worker/directory/release/release-format");

const MIN_RIGHT = 0.97;
const MAX_QUERY_MS = 20;
const INVENTED_PLACES = 150_000;
const INVENTED_PLACES_SHORT = 20_000;
const MAX_MISSES_SHOWN = 20;

interface TypedText {
  typed: string;
  language: Language;
}

/** The shards as they lie in R2, the first reading of each text, and one with the shards in memory. */
function openTables(places: ReturnType<typeof listTestPlaces>) {
  const shards = buildPlaceShards(places.map((place) => ({ place, otherNames: [] })));
  const files = new Map(shards.map((shard) => [shard.shard, gzipSync(JSON.stringify(shard))]));
  const inMemory = new Map(shards.map((shard) => [shard.shard, shard]));
  const names = [...files.keys()];
  return {
    files,
    cold: {
      shards: names,
      readShard: async (name: string) => {
        const file = files.get(name);
        return file ? PlaceShard.parse(JSON.parse(gunzipSync(file).toString("utf8"))) : null;
      },
    },
    warm: { shards: names, readShard: async (name: string) => inMemory.get(name) ?? null },
  };
}
type Table = ReturnType<typeof openTables>["cold"];

async function timeEach(table: Table, texts: readonly TypedText[]): Promise<number[]> {
  const times: number[] = [];
  for (const { typed, language } of texts) {
    const start = performance.now();
    await rankPlaces(table, typed, { language, isWhole: false });
    times.push(performance.now() - start);
  }
  return times;
}

/** Every beginning of a text, as each letter typed asks anew. */
const listBeginnings = ({ typed, language }: TypedText): TypedText[] =>
  Array.from({ length: typed.length }, (_, at) => ({ typed: typed.slice(0, at + 1).trim(), language }));

export const command = defineBench({
  packages: ["zod"],
  open: async ({ short, seed }) =>
    openTables([...listTestPlaces(), ...generatePlaces(short ? INVENTED_PLACES_SHORT : INVENTED_PLACES, seed)]),
  close: () => undefined,
  parts: {
    right: async ({ warm }, { print }) => {
      const spellings = listSpellings();
      const misses: string[] = [];
      for (const { typed, language, expected } of spellings) {
        const [first] = await rankPlaces(warm, typed, { language, isWhole: false });
        if (first?.place.id !== expected) misses.push(`${typed} (${language}): ${first?.place.id}, not ${expected}`);
      }
      for (const miss of misses.slice(0, MAX_MISSES_SHOWN)) print(`miss: ${miss}`);
      return {
        title: "Labelled spellings",
        how: "Each ranked once among all places, as a whole text in the field of the wizard.",
        judgedWhenShort: true,
        figures: [
          { name: "spellings", value: spellings.length, unit: "" },
          {
            name: "right place first, share",
            value: Number((1 - misses.length / spellings.length).toFixed(4)),
            unit: "",
            target: { atLeast: MIN_RIGHT },
          },
        ],
      };
    },
    time: async ({ files, cold, warm }) => {
      const spellings = listSpellings();
      const beginnings = spellings.flatMap(listBeginnings).filter(({ typed }) => typed !== "");
      await timeEach(cold, spellings.slice(0, 50));
      const [first, again, letters] = [
        await timeEach(cold, spellings),
        await timeEach(warm, spellings),
        await timeEach(cold, beginnings),
      ];
      const toFigures = (name: string, times: number[]) => [
        { name: `${name}, median`, value: computeMedian(times), unit: "ms" },
        {
          name: `${name}, 95th percentile`,
          value: computePercentile(times, 0.95),
          unit: "ms",
          target: { atMost: MAX_QUERY_MS },
        },
        { name: `${name}, slowest`, value: Math.max(...times), unit: "ms" },
      ];
      return {
        title: "Time of one text",
        how: "In Node. First reading: its shards unpacked, parsed and checked; again: its shards in memory.",
        figures: [
          { name: "shards", value: files.size, unit: "" },
          { name: "largest shard", value: Math.max(...[...files.values()].map(({ length }) => length)), unit: "bytes" },
          ...toFigures("first reading", first),
          ...toFigures("again", again),
          ...toFigures(`each of ${letters.length} beginnings, first reading`, letters),
        ],
      };
    },
  },
});
