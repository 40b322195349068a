import { measureSimilarity } from "../../../worker/letter-check/similarity.ts";
import { type Figure, type Measured, computeMedian, computePercentile } from "../../harness/report.ts";
import { CHARACTERS_PER_TOKEN } from "../../sandbox/openai/prompt-cache.ts";
import { Applicant } from "./applicant.ts";
import type { GenerateSetup } from "./generate-setup.ts";
import type { Usage } from "./start-llm-server.ts";

/**
 * Dollars a million tokens, in and out: what providers ask for a model of the class, as listed on 2026-11-23 and
 * rounded.
 */
const PRICE_CLASSES = {
  small: { input: 0.25, output: 2 },
  middle: { input: 1.25, output: 10 },
  large: { input: 5, output: 25 },
};
/** Tokens of the cache, by the price of others; developers.openai.com/api/docs/guides/prompt-caching, 2026-11-28. */
const CACHE_READ_PRICE = 0.1;
const CACHE_WRITE_PRICE = 1.25;
/** What a prompt of a batch costs, by the price of others; developers.openai.com/api/docs/guides/batch, 2026-11-28. */
const BATCH_PRICE = 0.5;
const TOKENS_PER_MILLION = 1_000_000;
const CENTS_PER_DOLLAR = 100;

/** What twenty letters of one batch cost, and how much they are alike. The writer is the sandbox's honest one. */
export async function measureLetters({ llm, product }: GenerateSetup, short: boolean): Promise<Measured> {
  const count = short ? 5 : 20;
  const user = await Applicant.register(product);
  await llm.set({ latencyMs: 0 });
  for (const id of await user.addCompanies(1)) await user.write(id);
  // The facts of the CV are known: what follows is the cost of letters alone.
  await llm.set({ latencyMs: 0 });
  await user.writeBulk(await user.addCompanies(count));
  const { letters, letterUsage, texts } = await llm.served();
  const questions = Object.values(letters).reduce((sum, each) => sum + each, 0);
  const sum = (name: keyof Usage) => letterUsage.reduce((total, usage) => total + usage[name], 0) / count;
  const [input, output] = [sum("input") / CHARACTERS_PER_TOKEN, sum("output") / CHARACTERS_PER_TOKEN];
  const [cached, cacheWritten] = [sum("cached"), sum("written")];
  const paidInput = input - cached * (1 - CACHE_READ_PRICE) + cacheWritten * (CACHE_WRITE_PRICE - 1);
  // Of each letter the first question is in the batch; nothing of it comes from the cache.
  const batchPart = count / questions;
  const batchFactor = batchPart * BATCH_PRICE + (1 - batchPart);
  const toCents = (price: { input: number; output: number }, tokensIn: number) =>
    (CENTS_PER_DOLLAR * (tokensIn * price.input + output * price.output)) / TOKENS_PER_MILLION;
  const written = Object.entries(texts).map(([company, text]) => ({ company, text }));
  const similarities = written.flatMap((first, at) =>
    written.slice(at + 1).map((second) => measureSimilarity(first, second)),
  );
  return {
    title: `${count} letters of one batch, to companies of one trade`,
    how: [
      "Written by the sandbox's honest writer, from one CV and template; a letter's second question is counted in.",
      `Tokens at ${CHARACTERS_PER_TOKEN} characters each; the cache keeps what OpenAI's documentation says.`,
      "Alike: shared runs of four words, 0 to 1, each pair.",
    ].join(" "),
    judgedWhenShort: true,
    figures: [
      { name: "questions to the model a letter", value: questions / count, unit: "", target: { atMost: 1.15 } },
      { name: "tokens in, a letter, about", value: Math.round(input), unit: "" },
      { name: "of these read from the cache", value: Math.round(cached), unit: "", target: { atLeast: 1_024 } },
      { name: "of these written to it", value: Math.round(cacheWritten), unit: "" },
      { name: "tokens out, a letter, about", value: Math.round(output), unit: "" },
      ...Object.entries(PRICE_CLASSES).flatMap(([name, price]): Figure[] => [
        {
          name: `a letter, model of the ${name} class (${price.input} and ${price.output} dollars a million)`,
          value: toCents(price, paidInput),
          unit: "cents",
        },
        { name: `the same without a cache`, value: toCents(price, input), unit: "cents" },
        { name: `the same in a batch`, value: toCents(price, input) * batchFactor, unit: "cents" },
      ]),
      { name: "alike, median pair", value: computeMedian(similarities), unit: "", target: { atMost: 0.35 } },
      { name: "alike, 95th percentile", value: computePercentile(similarities, 0.95), unit: "" },
      { name: "alike, most", value: Math.max(...similarities), unit: "", target: { atMost: 0.9 } },
    ],
  };
}
