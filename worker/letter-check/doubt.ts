import learned from "./data/doubt.gen.json" with { type: "json" };
import type { Signs } from "./doubt-signs.ts";

/*
 * How much a sentence looks like those that no source says: logistic regression over labelled sentences, learned by
 * `npm run doubt:build` from its signs.
 */

interface Model {
  /** The doubt from which a sentence is marked, with a CV in the letter's language or in another one. */
  limits: { same: number; across: number };
  weights: Map<string, number>;
}

const toModel = ({ limits, weights }: { limits: Model["limits"]; weights: Record<string, number> }): Model => ({
  limits,
  weights: new Map(Object.entries(weights)),
});
/** Of sentences without quotes, and with them. */
const models = { plain: toModel(learned.plain), quoted: toModel(learned.quoted) };

/** Signs of which one is enough: hardly an honest sentence has them. */
const CERTAIN = ["praised twice", "unknown trade", "others quoted", "places joined", "level raised", "borrowed"];
export const isCertain = (signs: Signs): boolean => CERTAIN.some((sign) => signs.has(sign));

/** Whether a sentence with such signs is marked. */
export function isDoubtful(signs: Signs, kind: keyof typeof models): boolean {
  const { limits, weights } = models[kind];
  return isCertain(signs) || weigh(signs, weights) >= (signs.has("across") ? limits.across : limits.same);
}

/** In logits, but for a constant. */
export const weigh = (signs: Signs, weights: ReadonlyMap<string, number>): number =>
  [...signs].reduce((sum, [name, value]) => sum + value * (weights.get(name) ?? 0), 0);
