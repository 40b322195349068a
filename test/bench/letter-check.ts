import { performance } from "node:perf_hooks";
import { checkLetter } from "../../worker/letter-check/check-letter.ts";
import { detectLanguage } from "../../worker/letter-check/detect-language.ts";
import type { CheckResult } from "../../worker/letter-check/findings.ts";
import type { CheckInput } from "../../worker/letter-check/input.ts";
import { tokenize } from "../../worker/letter-check/tokenize.ts";
import { type ClaimedLetter, listClaimedLetters } from "../data/claimed-letters.ts";
import { LETTER_SETS, type LetterCase, listLetterCases, listWholeLetters } from "../data/letter-cases.ts";
import { type LIE_SETS, listLettersWithLies } from "../data/letter-lies.ts";
import { listLetterPairs, type PairedLetter, type PairSet } from "../data/letter-pairs.ts";
import { listSentenceCases, type SENTENCE_SETS } from "../data/letter-sentences.ts";
import { defineBench, type Run } from "../harness/cli.ts";
import { computeMedian, computePercentile, type Measured } from "../harness/report.ts";

const VERDICTS = { pass: "honest letters that pass", stop: "dishonest letters that are stopped" } as const;

interface CheckedCase extends LetterCase {
  right: boolean;
  ms: number;
  reasons: string;
}

const describeReasons = (reasons: CheckResult["reasons"]): string =>
  reasons.map(({ code, detail }) => `${code} “${detail}”`).join("; ");

function checkCase(letterCase: LetterCase): CheckedCase {
  const start = performance.now();
  const { ok, reasons } = checkLetter(letterCase);
  return {
    ...letterCase,
    ms: performance.now() - start,
    right: ok === (letterCase.expect === "pass"),
    reasons: describeReasons(reasons) || "nothing found",
  };
}

const countRight = (cases: CheckedCase[]) => cases.filter(({ right }) => right).length;

/** How many honest letters of a set pass and dishonest ones are stopped, by kind; of every third with --short. */
function measureSet(name: (typeof LETTER_SETS)[number], { short, print }: Pick<Run, "short" | "print">): Measured {
  const cases = listLetterCases(name)
    .filter((_, at) => !short || at % 3 === 0)
    .map(checkCase);
  const kinds = Map.groupBy(cases, ({ expect, kind }) => `${expect}  ${kind}`);
  for (const { id, expect, reasons } of cases.filter(({ right }) => !right))
    print(`miss: ${id} (${expect}): ${reasons}`);
  const times = cases.map(({ ms }) => ms);
  const verdicts = (["pass", "stop"] as const).map((expect) => cases.filter((each) => each.expect === expect));
  return {
    title: `The letters of the set ${name}`,
    how: "Each checked once, in Node.",
    table: {
      columns: ["right", "cases"],
      rows: Object.fromEntries(
        [...kinds]
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([kind, list]) => [kind, [countRight(list), list.length]]),
      ),
    },
    figures: [
      ...verdicts.flatMap((list) => {
        const title = VERDICTS[list[0]?.expect ?? "pass"];
        return [
          { name: title, value: countRight(list), unit: `of ${list.length}` },
          { name: `${title}, share`, value: Number((countRight(list) / list.length).toFixed(4)), unit: "" },
        ];
      }),
      { name: "a letter, median", value: computeMedian(times), unit: "ms" },
      { name: "a letter, 95th percentile", value: computePercentile(times, 0.95), unit: "ms" },
    ],
  };
}

const isDoubted = ({ status }: CheckResult["sentences"][number]) =>
  status === "unsupported" || status === "contradicted";

/** Whether the letter is refused, and whether the looked-at sentence is marked: any, when none is named. */
function judge({ input, claims, sentence }: PairedLetter, withClaims: boolean) {
  const { ok, sentences } = checkLetter(withClaims ? { ...input, claims } : input);
  const looked =
    sentence === "" ? sentences : sentences.filter(({ text }) => sentence.includes(text) || text.includes(sentence));
  return { refused: !ok, marked: looked.some(isDoubted) };
}

const share = (count: number, all: number) => Number((count / Math.max(1, all)).toFixed(3));

/** The pairs of a lie and its honest twin, without claims and with those each writer would give. */
function measurePairs(set: PairSet, folder: string, withClaims: boolean): Measured {
  const { pairs, letters } = listLetterPairs(set, folder === "" ? undefined : folder);
  const judged = pairs.map((pair) => ({
    ...pair,
    lie: judge(pair.lie, withClaims),
    honest: judge(pair.honest, withClaims),
  }));
  const start = performance.now();
  const honest = letters.map((letter) => ({ crossed: letter.crossed, ...judge(letter, withClaims) }));
  const ms = (performance.now() - start) / Math.max(1, letters.length);
  const caught = ({ refused, marked }: { refused: boolean; marked: boolean }) => refused || marked;
  const [soft, hard] = [judged.filter((pair) => !pair.hard), judged.filter((pair) => pair.hard)];
  const [same, crossed] = [honest.filter((each) => !each.crossed), honest.filter((each) => each.crossed)];
  const figure = (name: string, list: { length: number }, count: number) => ({
    name,
    value: share(count, list.length),
    unit: `of ${list.length}`,
  });
  return {
    title: `Lies and their honest twins ${withClaims ? "with" : "without"} claims`,
    how: "Each letter checked once, in Node. A lie is caught when its letter is refused or its sentence marked.",
    table: {
      columns: ["lies", "refused", "caught", "twins marked"],
      rows: Object.fromEntries(
        [...Map.groupBy(judged, (pair) => `${pair.hard ? "hard" : "soft"} ${pair.class}`)]
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([kind, list]) => [
            kind,
            [
              list.length,
              list.filter(({ lie }) => lie.refused).length,
              list.filter(({ lie }) => caught(lie)).length,
              list.filter((pair) => pair.honest.marked).length,
            ],
          ]),
      ),
    },
    figures: [
      figure("hard lies refused", hard, hard.filter(({ lie }) => lie.refused).length),
      figure("soft lies caught", soft, soft.filter(({ lie }) => caught(lie)).length),
      figure("lies caught", judged, judged.filter(({ lie }) => caught(lie)).length),
      figure("honest letters refused", honest, honest.filter(({ refused }) => refused).length),
      figure("honest letters marked", same, same.filter(({ marked }) => marked).length),
      figure("honest letters marked, CV in another language", crossed, crossed.filter(({ marked }) => marked).length),
      { name: "a letter, mean", value: ms, unit: "ms" },
    ],
  };
}

/** How many whole honest letters by authors who had not seen the check are refused, or have a sentence marked. */
function measureWhole({ print }: Pick<Run, "print">): Measured {
  const letters = listWholeLetters();
  const isMarked = ({ sentences }: CheckResult) => sentences.some(({ status }) => status === "unsupported");
  const judged = letters.map((letter) => ({ letter, result: checkLetter({ ...letter, claims: undefined }) }));
  const refused = judged.filter(({ result }) => !result.ok);
  for (const { letter, result } of refused) print(`miss: ${letter.id} (pass): ${describeReasons(result.reasons)}`);
  const claimed = letters.filter(({ claims }) => claims);
  return {
    title: "Whole honest letters by sixteen further authors",
    how: "Without claims, and with those that their writers gave.",
    figures: [
      { name: "refused", value: refused.length, unit: `of ${judged.length}` },
      {
        name: "with a sentence marked",
        value: judged.filter(({ result }) => isMarked(result)).length,
        unit: `of ${judged.length}`,
      },
      {
        name: "with a sentence marked, with claims",
        value: claimed.filter((letter) => isMarked(checkLetter(letter))).length,
        unit: `of ${claimed.length}`,
      },
    ],
  };
}

/** Honest letters and the lies that replace their sentences, without claims and with those of their writers. */
function measureLies(set: keyof typeof LIE_SETS, { print }: Pick<Run, "print">): Measured {
  const letters = listLettersWithLies(set);
  const figures = [false, true].flatMap((withClaims) => {
    const check = (input: CheckInput) => checkLetter(withClaims ? input : { ...input, claims: undefined });
    const judged = letters.map(({ id, honest, lies }) => {
      const result = check(honest);
      const known = new Set(result.reasons.map(({ detail }) => detail));
      if (!result.ok && !withClaims && set === "learned")
        print(`miss: ${id} (pass): ${describeReasons(result.reasons)}`);
      return {
        refused: !result.ok,
        marked: result.sentences.some(({ status }) => status === "unsupported"),
        lies: lies.map(({ kind, sentence, input }) => {
          const { reasons, sentences } = check(input);
          // What is refused in the honest letter, too, is not the lie.
          const refused = reasons.some(({ detail }) => !known.has(detail));
          const marked = sentences.some(
            (each) => isDoubted(each) && (sentence.includes(each.text) || each.text.includes(sentence)),
          );
          return { kind, refused, caught: refused || marked };
        }),
      };
    });
    const count = <Item>(name: string, list: readonly Item[], has: (item: Item) => boolean) => ({
      name: withClaims ? `${name} with claims` : name,
      value: list.filter(has).length,
      unit: `of ${list.length}`,
    });
    const lies = judged.flatMap((letter) => letter.lies);
    const [hard, soft] = [lies.filter(({ kind }) => kind === "hard"), lies.filter(({ kind }) => kind === "soft")];
    return [
      // What is refused does not depend on claims.
      ...(withClaims
        ? []
        : [
            count("honest letters refused", judged, ({ refused }) => refused),
            count("hard lies refused", hard, ({ refused }) => refused),
          ]),
      count("honest letters marked", judged, ({ marked }) => marked),
      count("hard lies caught", hard, ({ caught }) => caught),
      count("soft lies caught", soft, ({ caught }) => caught),
    ];
  });
  return {
    title: `Whole honest letters, and lies in the place of their sentences: ${set}`,
    how: "Each letter checked once, in Node. A lie is caught when it is refused or its sentence marked.",
    figures,
  };
}

/** A letter of two sentences is too short, and one that only hopes says nothing of its writer. */
const NOT_OF_SENTENCES: ReadonlySet<string> = new Set(["length", "nothing_of_candidate"]);

/** How many sentences that are true by a CV are refused or marked, and how many lies close to it are. */
function measureSentences(set: keyof typeof SENTENCE_SETS, { print }: Pick<Run, "print">): Measured {
  const judged = listSentenceCases(set).map(({ kind, sentence, input }) => {
    const { reasons, sentences } = checkLetter(input);
    const refused = reasons.filter(({ code }) => !NOT_OF_SENTENCES.has(code));
    const isMarked = sentences.some((each) => sentence.includes(each.text) && isDoubted(each));
    const isRefused = refused.length > 0;
    // The unseen ones are sums to be read.
    if (set === "learned" && (kind === "true" ? isRefused : !isRefused && !isMarked))
      print(`miss: ${sentence} (${kind}): ${refused.map(({ detail }) => detail).join("; ")}`);
    return { kind, isRefused, isMarked: isMarked && !isRefused };
  });
  const figures = (["true", "hard", "soft"] as const).flatMap((kind) => {
    const list = judged.filter((each) => each.kind === kind);
    const name = kind === "true" ? "true sentences" : `${kind} lies`;
    return (["isRefused", "isMarked"] as const).map((how) => ({
      name: `${name} ${how === "isRefused" ? "refused" : "marked"}`,
      value: list.filter((each) => each[how]).length,
      unit: `of ${list.length}`,
    }));
  });
  return {
    title: `Sentences that are true by a CV, and lies close to it: ${set}`,
    how: [
      "Each in a letter that says nothing else of its writer, without claims.",
      "What is refused is not counted as marked.",
    ].join(" "),
    figures,
  };
}

/** How many honest letters have a sentence marked, without claims and with those an honest writer would give. */
function measureMarks(): Measured {
  const letters = listClaimedLetters().map((letter) => ({ ...letter, crossed: isCrossed(letter) }));
  const figures = [false, true].flatMap((withClaims) =>
    [false, true].map((crossed) => {
      const list = letters.filter((letter) => letter.crossed === crossed);
      const marked = list.filter((letter) =>
        checkLetter(withClaims ? letter : { ...letter, claims: [] }).sentences.some(isDoubted),
      );
      return {
        name: `marked ${withClaims ? "with" : "without"} claims${crossed ? ", CV in another language" : ""}`,
        value: share(marked.length, list.length),
        unit: `of ${list.length}`,
      };
    }),
  );
  return {
    title: "Honest letters of the sets with a sentence marked",
    how: "Each letter checked once, in Node. Claims are the lines that share most words with the sentence.",
    figures,
  };
}

const isCrossed = ({ cv, language }: ClaimedLetter) => {
  const found = detectLanguage(tokenize(cv).tokens);
  return found !== null && found !== language;
};

export const command = defineBench({
  options: { folder: { about: "folder of the labelled pairs; without it those of the repository", usual: "" } },
  open: async () => undefined,
  close: () => undefined,
  parts: {
    ...Object.fromEntries(
      LETTER_SETS.map((name) => [
        name,
        async (_: undefined, run: Pick<Run, "short" | "print">) => measureSet(name, run),
      ]),
    ),
    whole: async (_: undefined, run: Pick<Run, "print">) => measureWhole(run),
    sentences: async (_: undefined, run: Pick<Run, "print">) => measureSentences("learned", run),
    "unseen-sentences": async (_: undefined, run: Pick<Run, "print">) => measureSentences("unseen", run),
    lies: async (_: undefined, run: Pick<Run, "print">) => measureLies("learned", run),
    "unseen-lies": async (_: undefined, run: Pick<Run, "print">) => measureLies("unseen", run),
    marks: async () => measureMarks(),
    pairs: async (_: undefined, { options }) => measurePairs("tuned", options.folder, false),
    claims: async (_: undefined, { options }) => measurePairs("tuned", options.folder, true),
    // Sums to be read, not letters.
    "unseen-pairs": async (_: undefined, { options }) => measurePairs("unseen", options.folder, false),
    "unseen-claims": async (_: undefined, { options }) => measurePairs("unseen", options.folder, true),
  },
});
