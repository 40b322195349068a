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
const SHRINKAGE = 0.0002;
const GAIN = 6;
/** Rarer features say nothing of other mails. */
const MIN_EXAMPLES = 3;
/** A mail without its headers and subject, as it is pasted. */
const PASTED_SHARE = 0.5;
/** Weights are whole numbers of this part; smaller ones are left out. */
const UNIT = 100;
const MIN_WEIGHT = 5;

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
  const kinds = ANSWER_KINDS.length;
  const rows = samples.map(({ kind, share, features }) => {
    const known = features.flatMap(({ name, value }) => {
      const place = places.get(name);
      return place === undefined ? [] : [{ place, value }];
    });
    return { kind, share, known: [{ place: 0, value: 1 }, ...known] };
  });
  const weights = new Float64Array((places.size + 1) * kinds);
  const speed = new Float64Array(weights.length);
  for (let step = 0; step < STEPS; step += 1) {
    const slope = new Float64Array(weights.length);
    for (const { kind, share, known } of rows) {
      const sums = Array.from({ length: kinds }, () => 0);
      for (const { place, value } of known)
        for (let at = 0; at < kinds; at += 1) sums[at] = (sums[at] ?? 0) + (weights[place * kinds + at] ?? 0) * value;
      const most = Math.max(...sums);
      const powers = sums.map((sum) => Math.exp(sum - most));
      const total = powers.reduce((sum, power) => sum + power, 0);
      for (let at = 0; at < kinds; at += 1) {
        const error = (share * ((powers[at] ?? 0) / total - (at === kind ? 1 : 0)) * GAIN) / rows.length;
        for (const { place, value } of known)
          slope[place * kinds + at] = (slope[place * kinds + at] ?? 0) + error * value;
      }
    }
    for (let at = 0; at < weights.length; at += 1) {
      speed[at] = MOMENTUM * (speed[at] ?? 0) - STEP_SIZE * ((slope[at] ?? 0) + SHRINKAGE * (weights[at] ?? 0));
      weights[at] = (weights[at] ?? 0) + (speed[at] ?? 0);
    }
  }
  const read = (place: number) =>
    Array.from({ length: kinds }, (_, at) => Math.round((weights[place * kinds + at] ?? 0) * UNIT));
  const learned = [...places].map(([name, place]): [string, number[]] => [name, read(place)]);
  return {
    bias: read(0),
    weights: new Map(learned.filter(([, values]) => values.some((value) => Math.abs(value) >= MIN_WEIGHT))),
  };
}

const samples = readSamples();
const { bias, weights } = learn(samples);
const sorted = [...weights].toSorted(([a], [b]) => (a < b ? -1 : 1));
const lines = sorted.map(([name, values]) => `${JSON.stringify(name)}:[${values.join(",")}]`);
writeFileSync(join(root, OUTPUT), `{"unit":${UNIT},"bias":[${bias.join(",")}],"weights":{\n${lines.join(",\n")}\n}}\n`);
process.stdout.write(`${samples.length} examples, ${weights.size} weights\n`);
