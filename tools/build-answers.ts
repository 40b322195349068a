/**
 * `npm run answers:build`: learns from labelled answers what words and signs weigh, by logistic regression, and writes
 * worker/applications/answers/data/weights.gen.json. The same examples give the same weights.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ANSWER_KINDS, weighFeatures } from "../worker/applications/answers/classify-answer.ts";
import { readFeatures } from "../worker/applications/answers/read-features.ts";

const root = join(import.meta.dirname, "..");
const EXAMPLES = ["test/data/answers/examples.ndjson", "test/data/answers/tuned.ndjson"];
const OUTPUT = "worker/applications/answers/data/weights.gen.json";
const STEPS = 1_000;
const STEP_SIZE = 0.08;
const MOMENTUM = 0.9;
/** Against learning the examples by heart. */
const SHRINKAGE = 0.00015;
const GAIN = 6;
/** Rarer features say nothing of other mails. */
const MIN_EXAMPLES = 3;
/** A feature this rare, as the logarithm of its rarity, is learned as fast as it stands. */
const RARITY = 4;
/** A mail without its headers and subject, as it is pasted. */
const PASTED_SHARE = 0.5;
/** Weights are whole numbers of this part; smaller ones are left out. */
const UNIT = 30;
const MIN_WEIGHT = 2;

const Example = z.object({
  label: z.enum(ANSWER_KINDS),
  from: z.string(),
  subject: z.string(),
  headers: z.record(z.string(), z.string()),
  text: z.string(),
});

interface Sample {
  kind: number;
  share: number;
  features: { name: string; value: number }[];
}

function readSamples(): Sample[] {
  return EXAMPLES.flatMap((path) => readFileSync(join(root, path), "utf8").split("\n"))
    .filter((line) => line !== "")
    .flatMap((line) => {
      const { label, from, subject, headers, text } = Example.parse(JSON.parse(line));
      const kind = ANSWER_KINDS.indexOf(label);
      const names = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      const toSample = (share: number, mail: Parameters<typeof readFeatures>[0]): Sample => ({
        kind,
        share,
        features: weighFeatures(readFeatures(mail)),
      });
      const pasted = toSample(from === "" ? 1 : PASTED_SHARE, { from: "", subject: "", headers: new Map(), text });
      return from === "" ? [pasted] : [toSample(1, { from, subject, headers: names, text }), pasted];
    });
}

function learn(samples: readonly Sample[]): { bias: number[]; weights: Map<string, number[]> } {
  const counts = new Map<string, number>();
  for (const { features } of samples) for (const { name } of features) counts.set(name, (counts.get(name) ?? 0) + 1);
  const places = new Map([...counts].filter(([, count]) => count >= MIN_EXAMPLES).map(([name], at) => [name, at + 1]));
  // Features of many mails tell less, and are learned more slowly.
  const rarity = new Map(
    [...places.keys()].map((name) => [name, Math.log(samples.length / (counts.get(name) ?? 1)) / RARITY]),
  );
  const kinds = ANSWER_KINDS.length;
  // Flat: the features of a sample are those from its start to the start of the next; the first is its bias.
  const starts = [0];
  const knownOffsets: number[] = [];
  const knownValues: number[] = [];
  for (const { features } of samples) {
    knownOffsets.push(0);
    knownValues.push(1);
    for (const { name, value } of features) {
      const place = places.get(name);
      if (place === undefined) continue;
      knownOffsets.push(place * kinds);
      knownValues.push(value * (rarity.get(name) ?? 0));
    }
    starts.push(knownOffsets.length);
  }
  const offsets = Int32Array.from(knownOffsets);
  const values = Float64Array.from(knownValues);
  const weights = new Float64Array((places.size + 1) * kinds);
  const speed = new Float64Array(weights.length);
  const slope = new Float64Array(weights.length);
  const sums = new Float64Array(kinds);
  for (let step = 0; step < STEPS; step += 1) {
    slope.fill(0);
    for (const [row, { kind, share }] of samples.entries()) {
      const start = starts[row] ?? 0;
      const end = starts[row + 1] ?? 0;
      sums.fill(0);
      for (let at = start; at < end; at += 1) {
        const offset = offsets[at] ?? 0;
        const value = values[at] ?? 0;
        for (let each = 0; each < kinds; each += 1)
          sums[each] = (sums[each] ?? 0) + (weights[offset + each] ?? 0) * value;
      }
      const most = Math.max(...sums);
      const powers = sums.map((sum) => Math.exp(sum - most));
      const total = powers.reduce((sum, power) => sum + power, 0);
      const errors = powers.map(
        (power, at) => (share * (power / total - (at === kind ? 1 : 0)) * GAIN) / samples.length,
      );
      for (let at = start; at < end; at += 1) {
        const offset = offsets[at] ?? 0;
        const value = values[at] ?? 0;
        for (let each = 0; each < kinds; each += 1)
          slope[offset + each] = (slope[offset + each] ?? 0) + (errors[each] ?? 0) * value;
      }
    }
    for (let at = 0; at < weights.length; at += 1) {
      speed[at] = MOMENTUM * (speed[at] ?? 0) - STEP_SIZE * ((slope[at] ?? 0) + SHRINKAGE * (weights[at] ?? 0));
      weights[at] = (weights[at] ?? 0) + (speed[at] ?? 0);
    }
  }
  const read = (place: number, scale: number) =>
    Array.from({ length: kinds }, (_, at) => Math.round((weights[place * kinds + at] ?? 0) * scale * UNIT));
  const learned = [...places].map(([name, place]): [string, number[]] => [name, read(place, rarity.get(name) ?? 0)]);
  return {
    bias: read(0, 1),
    weights: new Map(learned.filter(([, values]) => values.some((value) => Math.abs(value) >= MIN_WEIGHT))),
  };
}

const samples = readSamples();
const { bias, weights } = learn(samples);
const bySort = Map.groupBy(
  [...weights].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ([name]) => name.slice(0, name.indexOf(" ")),
);
const sorts = [...bySort].map(([sort, features]) => {
  // Without the weights of the last kind: those of a feature sum to 0.
  const lines = features.map(
    ([name, values]) => `${JSON.stringify(name.slice(sort.length + 1))}:[${values.slice(0, -1).join(",")}]`,
  );
  return `"${sort}":{\n${lines.join(",\n")}\n}`;
});
writeFileSync(join(root, OUTPUT), `{"unit":${UNIT},"bias":[${bias.join(",")}],"weights":{\n${sorts.join(",\n")}\n}}\n`);
process.stdout.write(`${samples.length} examples, ${weights.size} weights\n`);
