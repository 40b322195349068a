import type { Outcome } from "../../contract/companies";
import { LIMITS } from "../../contract/limits.ts";
import learned from "./data/weights.gen.json" with { type: "json" };
import { type AnswerFeatures, type AnswerMail, readFeatures } from "./read-features.ts";

/**
 * What a mail is, by what it says to the applicant, whoever wrote it: a refusal that a program sends is `refused`.
 * `interview` is any wish to meet, talk or see work, with or without a date; `offer` needs no contract yet.
 * `answered` is what a person writes without deciding: questions, papers asked for, passed on, another address.
 * `automatic` is what no person wrote for this applicant and what decides nothing: receipts, absences, surveys,
 * dead mailboxes.
 */
export const ANSWER_KINDS = ["refused", "interview", "offer", "answered", "automatic", "bounce"] as const;
type AnswerKind = (typeof ANSWER_KINDS)[number];

const PROGRAM_KINDS = ["automatic", "bounce"] as const;

/** Below this chance it cannot be told. */
const MIN_CHANCE = 0.3;
/** A reply of a program told as an answer is the worst mistake: this chance of one is enough for a doubt. */
const MAX_PROGRAM_CHANCE = 0.02;
/** What is in doubt is proposed as unsure. */
const MOST_CERTAIN_DOUBT = LIMITS.sureConfidence - 0.1;

export interface Classification {
  outcome: Outcome | null;
  /** A reply that nobody wrote: it is no outcome. */
  isAutomatic: boolean;
  /** From 0 to 1; at least LIMITS.sureConfidence where it is told without a doubt. */
  confidence: number;
}

/** What each sort of feature counts. */
const SORTS = { words: 5, acts: 4, concepts: 3, pairs: 2, surroundings: 2, signs: 1.2 } as const satisfies Record<
  keyof AnswerFeatures,
  number
>;
/** A mail with fewer features of a sort counts as one with so many: few words tell less. */
const MIN_FEATURES = 12;

/** The features of a mail with what each counts; a sort counts alike however long the mail is, but for signs. */
export function weighFeatures(features: AnswerFeatures): { name: string; value: number }[] {
  return (Object.keys(SORTS) as (keyof AnswerFeatures)[]).flatMap((sort) => {
    const value = SORTS[sort] / (sort === "signs" ? 1 : Math.sqrt(Math.max(MIN_FEATURES, features[sort].size)));
    return [...features[sort]].map((feature) => ({ name: `${sort} ${feature}`, value }));
  });
}

/** By feature. Those of the last kind are left out of the file, as the weights of a feature sum to 0. */
const weights = new Map<string, readonly number[]>(
  Object.entries(learned.weights).flatMap(([sort, features]) =>
    Object.entries<number[]>(features).map(([feature, values]): [string, number[]] => [
      `${sort} ${feature}`,
      [...values, -values.reduce((sum, value) => sum + value, 0)],
    ]),
  ),
);

/** How likely a mail is of each kind; together 1. */
function findChances(features: AnswerFeatures): Record<AnswerKind, number> {
  const sums = [...learned.bias];
  for (const { name, value } of weighFeatures(features))
    for (const [at, weight] of (weights.get(name) ?? []).entries()) sums[at] = (sums[at] ?? 0) + weight * value;
  const powers = sums.map((sum) => Math.exp((sum - Math.max(...sums)) / learned.unit));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return Object.fromEntries(ANSWER_KINDS.map((kind, at) => [kind, (powers[at] ?? 0) / total])) as Record<
    AnswerKind,
    number
  >;
}

export function classifyAnswer(mail: AnswerMail): Classification {
  const features = readFeatures(mail);
  const chances = findChances(features);
  if (features.words.size === 0) return { outcome: null, isAutomatic: false, confidence: 0 };
  const program = chances.automatic + chances.bounce;
  const isReply = features.signs.has("replied by itself");
  const kinds = isReply ? PROGRAM_KINDS : ANSWER_KINDS;
  const kind = kinds.reduce<AnswerKind>((best, each) => (chances[each] > chances[best] ? each : best), kinds[0]);
  const confidence = isReply ? chances[kind] / program : chances[kind];
  if (kind === "automatic") return { outcome: null, isAutomatic: true, confidence };
  if (confidence < MIN_CHANCE) return { outcome: null, isAutomatic: false, confidence };
  if (kind === "bounce") return { outcome: "bounced", isAutomatic: false, confidence };
  const certainty = program > MAX_PROGRAM_CHANCE ? Math.min(confidence, MOST_CERTAIN_DOUBT) : confidence;
  return { outcome: kind, isAutomatic: false, confidence: certainty };
}
