import learned from "./data/doubt.gen.json" with { type: "json" };
import type { Signs } from "./doubt-signs.ts";

/*
 * How much a sentence looks like those that no source says, and how little its quotes fit it: two logistic regressions
 * over labelled sentences, learned by `npm run doubt:build` from their signs.
 */

/** The doubt from which a sentence is marked, with a CV in the letter's language or in another one. */
export interface Limits {
  same: number;
  across: number;
}

const { limits, quotedLimits } = learned.plain;
const toWeights = (weights: Record<string, number>): ReadonlyMap<string, number> => new Map(Object.entries(weights));
const plainWeights = toWeights(learned.plain.weights);
const quoteWeights = toWeights(learned.quotes.weights);

/** Signs of which one is enough: hardly an honest sentence has them. */
const CERTAIN = ["praised twice", "unknown trade", "others quoted", "places joined", "level raised", "borrowed"];
export const isCertain = (signs: Signs): boolean => CERTAIN.some((sign) => signs.has(sign));

export const pickLimit = ({ same, across }: Limits, signs: Signs): number => (signs.has("across") ? across : same);

/** Whether a sentence with such signs is marked. */
export function isDoubtful(signs: Signs, isQuoting: boolean): boolean {
  const isBeyond = (weights: ReadonlyMap<string, number>, each: Limits) =>
    weigh(signs, weights) >= pickLimit(each, signs);
  return (
    isCertain(signs) ||
    isBeyond(plainWeights, isQuoting ? quotedLimits : limits) ||
    (isQuoting && isBeyond(quoteWeights, learned.quotes.limits))
  );
}

/** In logits, but for a constant. */
export const weigh = (signs: Signs, weights: ReadonlyMap<string, number>): number =>
  [...signs].reduce((sum, [name, value]) => sum + value * (weights.get(name) ?? 0), 0);
