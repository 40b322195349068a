/**
 * `npm run doubt:build`: learns from labelled sentences what signs tell that no source says them, by logistic
 * regression, and writes worker/letter-check/data/doubt.gen.json. The same sentences give the same weights, but for the
 * quotes it changes: those of what the check holds supported now. After a change run it until it prints the same.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { judgeLetter } from "../../worker/letter-check/check-letter.ts";
import type { Signs } from "../../worker/letter-check/doubt-signs.ts";
import { isCertain, type Limits, pickLimit, weigh } from "../../worker/letter-check/doubt.ts";
import type { CheckInput } from "../../worker/letter-check/input.ts";
import { createRandomChoices } from "../harness/random.ts";
import { listClaimedLetters } from "./claimed-letters.ts";
import { FOLLOW_UPS, toFollowUp, writeFollowUp } from "./follow-ups.ts";
import { listWholeLetters } from "./letter-cases.ts";
import { listLettersWithLies } from "./letter-lies.ts";
import { MUTATIONS } from "./letter-mutations.ts";
import { listLetterPairs } from "./letter-pairs.ts";
import { listSentenceCases } from "./letter-sentences.ts";
import { listLetterVariants } from "./letter-variants.ts";

const OUTPUT = join(import.meta.dirname, "../..", "worker/letter-check/data/doubt.gen.json");

/**
 * Of honest letters, how many may have a sentence marked, with a CV in the letter's language and in another one: those
 * without claims, those with claims for their quotes alone, and in all.
 */
const TARGETS = {
  plain: { same: 0.25, across: 0.35 },
  quotes: { same: 0.055, across: 0.1 },
  quoted: { same: 0.075, across: 0.18 },
};
/** Above the limit that letters without claims give: a mark too many on an honest letter keeps it out of a batch. */
const MARGIN = 0.3;
/** Rarer signs say nothing of other letters. */
const MIN_EXAMPLES = 8;
/** Smaller weights change no verdict. */
const MIN_WEIGHT = 0.1;
/** Lies are few; what surely is honest in its place counts for more than the rest of a letter. */
const SHARES = { lie: 4, twin: 2, variant: 2, followUp: 24, mutated: 4, rest: 1 };
/** What a sentence with quotes counts for where it is weighed without them, too. */
const QUOTED = 0.5;
/** Against learning the examples by heart: weights are drawn to 0 (ridge), which told more lies than fewer weights. */
const RIDGE = 3.3;
const ROUNDS = 40;
/** For the limits each author's sentences are weighed by what was learned from others. */
const FOLDS = 5;

interface Sample {
  signs: Signs;
  isLie: boolean;
  share: number;
  author: string;
  /** A letter whose sentences are all honest, and of which set; none for a sentence by itself. */
  letter?: { id: string; set: string };
}

type Kind = "plain" | "quoted";

const toAuthor = (id: string) => id.replace(/\d.*$/u, "");

/** @param sentence the one looked at; all when there is none */
function readSamples(
  input: CheckInput,
  kind: Kind,
  given: { id: string; isLie: boolean; share: number; sentence?: string; set?: string },
): Sample[] {
  const { id, isLie, share, sentence, set } = given;
  // What stands around a sentence is no sign of it.
  const text = sentence ?? input.text;
  const judged = judgeLetter({ ...input, text, ...(kind === "plain" && { claims: [] }) });
  const isOfKind = (signs: Signs) => kind === "plain" || [...signs.keys()].some((name) => name.startsWith("quotes "));
  return judged.flatMap(({ signs }) =>
    signs && isOfKind(signs)
      ? { signs, isLie, share, author: toAuthor(id), ...(set !== undefined && { letter: { id, set } }) }
      : [],
  );
}

function listSamples(kind: Kind): Sample[] {
  const { pairs, letters } = listLetterPairs("tuned");
  const withLies = listLettersWithLies("learned");
  const sets = {
    labelled: listClaimedLetters(),
    pairs: letters.map(({ input, claims }, at) => ({ ...input, claims, id: `base${at}` })),
    whole: listWholeLetters().filter(({ claims }) => kind === "plain" || claims),
    lies: withLies.map(({ id, honest }) => ({ ...honest, id })),
  };
  const lies = withLies.flatMap(({ id, lies: list }) => list.map((lie) => ({ id, ...lie })));
  return [
    ...Object.entries(sets).flatMap(([set, list]) =>
      list.flatMap((letter) => readSamples(letter, kind, { id: letter.id, isLie: false, share: SHARES.rest, set })),
    ),
    ...pairs.flatMap(({ id, hard, lie, honest }) =>
      [lie, honest].flatMap(({ input, claims, sentence }) => {
        const isLie = sentence === lie.sentence;
        return hard && isLie
          ? []
          : readSamples({ ...input, claims }, kind, { id, isLie, share: isLie ? SHARES.lie : SHARES.twin, sentence });
      }),
    ),
    ...lies
      .filter((lie) => lie.kind === "soft")
      .flatMap(({ id, input, sentence }) => readSamples(input, kind, { id, isLie: true, share: SHARES.lie, sentence })),
    ...listLetterVariants()
      .filter((each) => each.kind === "soft" || (each.kind === "honest" && kind === "plain"))
      .flatMap(({ id, kind: label, sentence, input }) =>
        readSamples(input, kind, { id, isLie: label === "soft", share: SHARES.variant, sentence }),
      ),
    ...(kind === "quoted" ? [] : FOLLOW_UPS).flatMap(({ language, honest, dishonest }) =>
      [...honest, ...dishonest].flatMap((sentence) => {
        const isLie = dishonest.includes(sentence);
        const input = toFollowUp(writeFollowUp(sentence, language), language);
        return readSamples(input, kind, { id: `follow-ups-${language}`, isLie, share: SHARES.followUp, sentence });
      }),
    ),
    // They quote nothing.
    ...(kind === "quoted" ? [] : listSentenceCases("learned"))
      .filter((each) => each.kind !== "hard")
      .flatMap(({ id, kind: label, sentence, input }) => {
        const isLie = label === "soft";
        return readSamples(input, kind, { id, isLie, share: isLie ? SHARES.lie : SHARES.twin, sentence });
      }),
  ];
}

/** Not those of the proof. */
const MUTATION_SEED = 20_261_201;
const MUTATED = 1_200;

/** Honest letters of which one quote, employer, figure or verb was changed; without claims the verbs only. */
function listMutated(kind: Kind): Sample[] {
  const choices = createRandomChoices(MUTATION_SEED);
  const letters = listClaimedLetters();
  const samples: Sample[] = [];
  const mutations = Object.entries(MUTATIONS).filter(([name]) => kind === "quoted" || name === "verb");
  for (let made = 0, tries = 0; made < MUTATED && tries < MUTATED * 50; tries += 1) {
    const [, mutate] = mutations[made % mutations.length] ?? [];
    const letter = choices.pick(letters);
    const changed = letter && mutate?.(letter, choices);
    if (!changed) continue;
    made += 1;
    const { sentence } = changed;
    const given = { id: letter.id, share: SHARES.mutated };
    samples.push(...readSamples(changed.letter, kind, { ...given, isLie: true, sentence }));
    // Only what was changed makes the lie.
    samples.push(...readSamples(letter, kind, { ...given, isLie: false, sentence: changed.was }));
  }
  return samples;
}

/** Learns weights by coordinate descent: for each sign in turn the best step. */
function learn(samples: readonly Sample[]): Map<string, number> {
  const columns = new Map<string, { rows: number[]; values: number[] }>();
  for (const [row, { signs }] of samples.entries())
    for (const [name, value] of signs) {
      const column = columns.get(name) ?? { rows: [], values: [] };
      column.rows.push(row);
      column.values.push(value);
      columns.set(name, column);
    }
  const known = [...columns]
    .filter(([, { rows }]) => rows.length >= MIN_EXAMPLES)
    .map(([name, { rows, values }]) => {
      const most = Math.max(...values);
      return { name, most, rows, values: values.map((value) => value / most), weight: 0 };
    });
  const doubt = new Float64Array(samples.length);
  let start = 0;
  const step = (rows: readonly number[], values: readonly number[] | null) => {
    let [slope, bend] = [0, 1e-6];
    for (const [at, row] of rows.entries()) {
      const { isLie, share } = samples[row] ?? { isLie: false, share: 0 };
      const value = values?.[at] ?? 1;
      const chance = 1 / (1 + Math.exp(-(doubt[row] ?? 0)));
      slope += share * value * (chance - (isLie ? 1 : 0));
      bend += share * value * value * Math.max(chance * (1 - chance), 0.01);
    }
    return { slope, bend };
  };
  const all = samples.map((_, row) => row);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { slope, bend } = step(all, null);
    const move = -slope / bend;
    start += move;
    for (const row of all) doubt[row] = (doubt[row] ?? 0) + move;
    for (const column of known) {
      const { rows, values, weight } = column;
      const { slope: drop, bend: curve } = step(rows, values);
      const change = Math.max(-1, Math.min(1, -(drop + RIDGE * weight) / (curve + RIDGE)));
      column.weight += change;
      for (const [at, row] of rows.entries()) doubt[row] = (doubt[row] ?? 0) + change * (values[at] ?? 0);
    }
  }
  return new Map(
    known
      .filter(({ weight }) => Math.abs(weight) >= MIN_WEIGHT)
      .map(({ name, weight, most }) => [name, Number((weight / most).toFixed(2))] as const)
      .filter(([, weight]) => weight !== 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** How a sentence is put together tells whether its quotes fit, not its words. */
const withoutWords = (sample: Sample): Sample => ({
  ...sample,
  signs: new Map([...sample.signs].filter(([name]) => !name.startsWith("“"))),
});

type Weighed = Sample & { doubt: number };

const listAuthors = (samples: readonly Sample[]) => [...new Set(samples.map(({ author }) => author))].toSorted();

/** Learns for each author what others teach, and weighs samples by it. */
function learnFromOthers(lessons: readonly Sample[]): (samples: readonly Sample[]) => Weighed[] {
  const foldOf = new Map(listAuthors(lessons).map((author, at) => [author, at % FOLDS]));
  const folds = Array.from({ length: FOLDS }, (_, fold) =>
    learn(lessons.filter(({ author }) => foldOf.get(author) !== fold)),
  );
  return (samples) =>
    samples.map((sample) => {
      const weights = folds[foldOf.get(sample.author) ?? 0] ?? new Map<string, number>();
      return { ...sample, doubt: isCertain(sample.signs) ? Infinity : weigh(sample.signs, weights) };
    });
}

/** Sets of few letters are not held to the target. */
const MIN_LETTERS = 30;

/** The doubt from which so many honest letters of a set have a sentence marked. */
function findLimits(weighed: readonly Weighed[], targets: Limits, margin = 0): Limits {
  const find = (isAcross: boolean, target: number) => {
    const most = new Map<string, Map<string, number>>();
    for (const { letter, signs, doubt } of weighed) {
      if (!letter || signs.has("across") !== isAcross) continue;
      const doubts = most.get(letter.set) ?? new Map<string, number>();
      most.set(letter.set, doubts.set(letter.id, Math.max(doubts.get(letter.id) ?? -Infinity, doubt)));
    }
    const sets = [...most.values()].filter(({ size }) => size >= MIN_LETTERS).map((doubts) => [...doubts.values()]);
    const measure = (limit: number) =>
      sets.reduce((sum, doubts) => sum + doubts.filter((doubt) => doubt >= limit).length / doubts.length, 0) /
      sets.length;
    const limits = Array.from({ length: 1_200 }, (_, at) => (at - 200) / 100);
    return Number(((limits.find((limit) => measure(limit) <= target) ?? Infinity) + margin).toFixed(2));
  };
  return { same: find(false, targets.same), across: find(true, targets.across) };
}

function report(name: string, weights: Map<string, number>, lies: readonly Weighed[], limits: Limits): void {
  const caught = lies.filter(({ doubt, signs }) => doubt >= pickLimit(limits, signs)).length / lies.length;
  process.stdout.write(`${name}: ${weights.size} weights, ${caught.toFixed(3)} of other authors' lies marked\n`);
}

const isLie = (sample: Sample) => sample.isLie;

const plain = [...listSamples("plain"), ...listMutated("plain")];
const quoted = listSamples("quoted");
const mutated = listMutated("quoted");

const halved = [...quoted, ...mutated].map((sample) => ({ ...sample, share: sample.share * QUOTED }));
const weighPlain = learnFromOthers([...plain, ...halved]);
const weighedPlain = weighPlain(plain);
const limits = findLimits(weighedPlain, TARGETS.plain, MARGIN);
const weights = learn([...plain, ...halved]);
report("plain", weights, weighedPlain.filter(isLie), limits);

const lessons = [...quoted.filter((sample) => !sample.isLie), ...mutated].map(withoutWords);
const weighedQuotes = learnFromOthers(lessons)([...quoted, ...mutated]);
const quoteLimits = findLimits(weighedQuotes, TARGETS.quotes);
const quoteWeights = learn(lessons);
const changed = new Set(mutated.filter(isLie).map(({ signs }) => signs));
report(
  "quotes",
  quoteWeights,
  weighedQuotes.filter(({ signs }) => changed.has(signs)),
  quoteLimits,
);

const isMisquoting = new Set(
  weighedQuotes.flatMap(({ doubt, signs }) => (doubt >= pickLimit(quoteLimits, signs) ? [signs] : [])),
);
const weighedQuoted = weighPlain([...quoted, ...mutated]).map((sample) =>
  isMisquoting.has(sample.signs) ? { ...sample, doubt: Infinity } : sample,
);
const quotedLimits = findLimits(weighedQuoted, TARGETS.quoted);
report("quoted", weights, weighedQuoted.filter(isLie), quotedLimits);

const toLines = (entries: Map<string, number>) =>
  [...entries].map(([name, weight]) => `${JSON.stringify(name)}:${weight}`).join(",\n");
writeFileSync(
  OUTPUT,
  `{"plain":{"limits":${JSON.stringify(limits)},"quotedLimits":${JSON.stringify(quotedLimits)},"weights":{\n` +
    `${toLines(weights)}\n}},\n"quotes":{"limits":${JSON.stringify(quoteLimits)},"weights":{\n` +
    `${toLines(quoteWeights)}\n}}}\n`,
);
