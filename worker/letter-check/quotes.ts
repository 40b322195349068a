import type { SentenceClaims } from "../contract/field-schemas.ts";
import type { Amount } from "./amounts.ts";
import { isAge, isYears, listAmounts, listStatedAmounts } from "./check-figures.ts";
import support from "./data/support.json" with { type: "json" };
import { type Evidence, hasAkin, isOwn, type Line, toCompact } from "./evidence.ts";
import { findLevels } from "./levels.ts";
import type { Backed } from "./nearest-lines.ts";
import { findListName } from "./phrases.ts";
import {
  type Clause,
  hasFamily,
  isRare,
  listConcepts,
  listTokens,
  type ReadText,
  type Sentence,
  sliceText,
} from "./sentences.ts";
import { foldText, tokenize } from "./tokenize.ts";

/** The lines that the claims of a sentence quote; quotes of which no source has any are as good as none. */
export function findQuoted(
  { at, end }: Sentence,
  { text }: ReadText,
  { lines }: Evidence,
  claims: SentenceClaims[],
): Set<Line> {
  const said = toCompact(text.slice(at, end));
  const quotes = claims
    .filter(({ sentence }) => said.includes(toCompact(sentence)) || toCompact(sentence).includes(said))
    .flatMap(({ claims: made }) => made)
    .flatMap(({ source, quote }) => quote.split("\n").map((part) => ({ source, quote: toCompact(part) })));
  const holds = ({ kind, compact }: Line) =>
    quotes.some(
      ({ source, quote }) =>
        source === kind &&
        quote.length > 2 &&
        compact.length > 2 &&
        (compact.includes(quote) || quote.includes(compact)),
    );
  return new Set(lines.filter(holds));
}

/** The lines that are quoted, and those of the same jobs. */
export function toQuotedFilter(quoted: ReadonlySet<Line>): (line: Line) => boolean {
  const stations = new Set([...quoted].map(({ station }) => station));
  return (line) => quoted.has(line) || (line.station > 0 && stations.has(line.station));
}

/** How a sentence says another thing, or more, than the lines it quotes. */
export function listQuoteDoubts(
  sentence: Sentence,
  letter: ReadText,
  evidence: Evidence,
  quoted: ReadonlySet<Line>,
  weighed: readonly Backed[],
): string[] {
  const here = evidence.lines.filter(toQuotedFilter(quoted));
  const heads = listHeads(quoted, here, evidence);
  const doubts = {
    ...findMiscited(sentence, letter, evidence, quoted, heads, weighed),
    "figures elsewhere": hasFiguresElsewhere(sentence, letter, evidence, quoted, heads),
    "employer elsewhere": namesElsewhere(sentence, letter, evidence, here),
    "places joined": joinsPlaces(sentence, letter, evidence),
    "greater part": isStronger(sentence, letter, quoted, heads, weighed),
    borrowed: isBorrowed(sentence, letter, quoted),
    "level raised": raisesLevel(sentence, letter, quoted),
  };
  return Object.entries(doubts).flatMap(([name, isDoubted]) => (isDoubted ? name : []));
}

/** Whether a sentence without quotes claims a greater part than the lines that say most of it. */
export function isBeyondNearest(
  sentence: Sentence,
  letter: ReadText,
  evidence: Evidence,
  nearest: readonly Line[],
  weighed: readonly Backed[],
): boolean {
  const own = new Set(nearest.filter(isOwn));
  if (own.size === 0) return false;
  const heads = listHeads(own, evidence.lines.filter(toQuotedFilter(own)), evidence);
  return isStronger(sentence, letter, own, heads, weighed);
}

/** The lines that are quoted, and those that head their jobs. */
const listHeads = (quoted: ReadonlySet<Line>, here: Line[], { jobs }: Evidence): Line[] =>
  here.filter((line) => quoted.has(line) || jobs[line.station - 1]?.header.includes(line.quote) === true);

/**
 * Of so many words that the sources have, the quotes must have one; of more than as many again, two. In another
 * language they may have it in words that no list holds.
 */
const MIN_HELD = { same: 2, across: 3 };

const statesSelf = ({ subject, mode }: Clause) => subject !== "you" && mode === "fact";
const statesOwn = ({ subject, mode }: Clause) => subject === "me" && mode === "fact";

/** Of so many words that the sources have, the quotes of an honest writer have one at least. */
const MIN_WORDS = 3;

/** Whether the quotes are in the sources, but say little or nothing of what the sentence says. */
function findMiscited(
  sentence: Sentence,
  letter: ReadText,
  { language, today }: Evidence,
  quoted: ReadonlySet<Line>,
  heads: Line[],
  weighed: readonly Backed[],
): Record<"others quoted" | "little quoted" | "nothing quoted", boolean> {
  const { clauses } = sentence;
  const held = weighed.filter(
    ({ unit, backing }) => backing.length > 0 && unit.family !== "common" && unit.family !== "help",
  );
  const isMine = clauses.some(statesOwn);
  const amounts = listAmounts(sentence, letter);
  const carried =
    held.filter(({ backing }) => backing.some(({ line }) => heads.includes(line))).length +
    amounts.filter(isLong).filter((figure) => heads.some(toFigureFilter([figure]))).length;
  const least = MIN_HELD[letter.language === language ? "same" : "across"];
  const isLittle = clauses.some(statesSelf) && held.length >= least && carried < Math.min(2, held.length / least);
  const isOthers = isLittle && carried === 0 && held.length >= MIN_WORDS;
  // "I'd rather say so" says nothing that a quote could.
  const isEmpty = amounts.length === 0 && weighed.every(({ unit }) => unit.family === "common");
  const isHope = held.length <= 1 && clauses.every(({ mode }) => mode !== "fact");
  const isQuotable = !isEmpty && !isHope && (held.length > 0 || isMine);
  const tokens = listTokens(sentence, letter);
  const said = listConcepts(sentence, letter).filter(({ family }) => !SAYING.has(family));
  const holdsFigure = toFigureFilter(amounts);
  const isNothing =
    isQuotable &&
    !amounts.some(({ values: [age = 0] }) => isAge(age, [...quoted], today)) &&
    !held.some(({ backing }) => backing.some(({ line }) => quoted.has(line))) &&
    [...quoted].every(
      (line) =>
        !tokens.some(({ word, capital }) =>
          /\d/u.test(word) || (capital && word.length === 4)
            ? line.words.has(word)
            : word.length > 4 && (line.words.has(word) || hasAkin(line.words, word)),
        ) &&
        !said.some(({ id }) => line.concepts.has(id)) &&
        !holdsFigure(line),
    );
  return {
    "others quoted": isOthers,
    "little quoted": isLittle && !isOthers,
    "nothing quoted": isNothing && !isLittle,
  };
}
/** Families of words that say how something is said. */
const SAYING = new Set(["glue", "me", "we", "you", "split", "wish", "aim", "view", "see", "no", "courtesy", "help"]);

/** Whether a line holds a figure of a sentence. */
export const toFigureFilter = (figures: Amount[]) => {
  const values = new Set(figures.flatMap((amount) => amount.values));
  return ({ amounts }: Line) => amounts.some((amount) => amount.values.some((value) => values.has(value)));
};

/** Figures of one digit are often no facts, and those in words follow from more than one line. */
const isLong = ({ inWords, text }: Amount) => !inWords && text.length > 1;

/**
 * Whether a sentence has a figure that its quotes do not hold, though they hold another of its kind, or other lines
 * than those that head their jobs do.
 */
function hasFiguresElsewhere(
  sentence: Sentence,
  letter: ReadText,
  { lines, target, today }: Evidence,
  quoted: ReadonlySet<Line>,
  heads: Line[],
): boolean {
  const figures = listStatedAmounts(sentence, letter).filter(
    (figure) =>
      isLong(figure) && !isYears(figure) && !target.has(figure.text) && !isAge(figure.values[0] ?? 0, lines, today),
  );
  // A line of a CV may go on in the next one, and an entry of several sentences in the one beside it.
  const near = lines.filter(
    ({ kind, station }, at) =>
      kind !== "company" &&
      [lines[at - 1], lines[at + 1]].some(
        (line) => line?.kind === kind && line.station === station && quoted.has(line),
      ),
  );
  return figures.some((figure) => {
    const holds = toFigureFilter([figure]);
    if (near.some(holds) || [...quoted].some(roundsTo(figure))) return false;
    const isAlike = ({ amounts }: Line) => amounts.some(({ kind }) => kind === figure.kind);
    return ![...quoted].some(holds) && ([...quoted].some(isAlike) || (!heads.some(holds) && lines.some(holds)));
  });
}

/** "More than 400" of 410. */
const ROUNDING = 0.07;

/** Whether a line has a figure, no year, that is told rounded. */
const roundsTo =
  ({ kind, values: [said = 0] }: Amount) =>
  ({ amounts }: Line): boolean =>
    kind !== "year" &&
    amounts.some(
      (amount) =>
        amount.kind !== "year" &&
        amount.values.some((value) => Math.abs(value - said) <= ROUNDING * Math.max(value, said)),
    );

const dwelling = new RegExp(support.dwelling, "u");
/** "Before Lanmore, I worked at …" */
const aroundTime = new RegExp(`^(?:${support.aroundTime})$`, "u");

/** Whether a sentence names an employer of a job that it does not quote. */
function namesElsewhere(
  { clauses, from, to }: Sentence,
  letter: ReadText,
  { lines, jobs, target }: Evidence,
  here: Line[],
): boolean {
  // Where one lives may be where one worked.
  const isAtHome = dwelling.test(foldText(sliceText({ from, to }, letter)));
  const isOfNoJob = (word: string) => lines.some((line) => isOwn(line) && line.station === 0 && line.words.has(word));
  return clauses
    .filter(({ subject }) => subject !== "you")
    .flatMap((clause) => listTokens(clause, letter))
    .some(
      ({ word, capital }, at, said) =>
        capital &&
        isRare(word) &&
        !aroundTime.test(said[at - 1]?.word ?? "") &&
        !(isAtHome && isOfNoJob(word)) &&
        // The company itself may be called as an employer was.
        !target.has(word) &&
        jobs.some(({ names, school }) => !school && names.has(word)) &&
        !here.some(({ words }) => words.has(word)),
    );
}

const PLACING = { fr: /^a$/u, en: /^(?:in|at)$/u, de: /^(?:in|bei|zu)$/u };
const LINKING = /^(?:of|the|de|du|des|d|la|le|les|l|von|am|dr|me)$/u;

/** Whether a sentence puts two names beside each other that no line and no job has both: "at Weber in Lyon". */
function joinsPlaces({ from, to }: Sentence, { tokens, text, language }: ReadText, { lines, jobs, target }: Evidence) {
  const placing = PLACING[language ?? "en"];
  const isEmployers = (word: string) => jobs.some(({ names }) => names.has(word));
  const isName = (word: string) =>
    word.length >= 4 && !target.has(word) && (isRare(word) || (language !== "de" && isEmployers(word)));
  const listJobs = (word: string) => lines.filter(({ kind, words }) => kind === "cv" && words.has(word));
  return tokens.slice(from, to).some(({ word, raw, capital }, step) => {
    const ours = capital && raw !== raw.toUpperCase() && isName(word) ? listJobs(word) : [];
    if (ours.length === 0) return false;
    for (let at = from + step + 1; at < Math.min(to, from + step + 6); at += 1) {
      const { word: other = "", capital: isCapital = false } = tokens[at] ?? {};
      const gap = text.slice(tokens[at - 1]?.end, tokens[at]?.at);
      const isPart = (isCapital && other.length >= 3) || LINKING.test(other) || placing.test(other);
      if (!isPart || /[;:.(\n–&]/u.test(gap) || (gap.includes(",") && !placing.test(other))) return false;
      if (!isCapital || other === word || !isName(other)) continue;
      const theirs = listJobs(other);
      const isTogether =
        theirs.length === 0 ||
        lines.some(({ words }) => words.has(word) && words.has(other)) ||
        ours.some(({ station }) => station > 0 && theirs.some((line) => line.station === station));
      if (!isTogether && (isEmployers(word) || isEmployers(other))) return true;
    }
    return false;
  });
}

const lists: Record<string, string[]> = support.lists;
const toIds = (names: string[]) => new Set(names.flatMap((name) => lists[findListName(name) ?? ""] ?? name));
/** What may be said where a quote has one of the words held; of results a figure of the sentence is enough. */
const ladder = support.strength.map(({ said, held, figures = false, helping = false, subject = "me" }) => ({
  said: toIds(said),
  held: toIds(held),
  figures,
  /** Only where a line says that one helped. */
  helping,
  subject,
}));
/** "Assistant" is a post. */
const helped = new RegExp(`^(?:${support.helped})$`, "u");
const holdsAny = ({ concepts }: Line, ids: Set<string>) => [...concepts].some((id) => ids.has(id));

/**
 * Whether a sentence claims a greater part than its quotes and the heads of their jobs, "led" for "helped", or praises
 * the company for what they do not say: prizes, the best of its place.
 */
function isStronger(
  sentence: Sentence,
  letter: ReadText,
  quoted: ReadonlySet<Line>,
  heads: Line[],
  weighed: readonly Backed[],
): boolean {
  const cited = [...quoted];
  const figures = listAmounts(sentence, letter).filter(({ kind }) => kind !== "year");
  const hasFigure = heads.some(toFigureFilter(figures));
  return sentence.clauses.some((clause) => {
    const { from, to, mode, subject } = clause;
    if (mode !== "fact" || hasFamily(clause, letter, "help")) return false;
    const concepts = listConcepts(clause, letter);
    const here = weighed.filter(({ unit }) => unit.from >= from && unit.from < to && unit.family !== "common");
    const backers = here.flatMap(({ backing }) =>
      backing.flatMap(({ line }) => (line.kind !== "company" && quoted.has(line) ? line : [])),
    );
    const isHelping = backers.some(({ families }) => families.has("help"));
    const hasHelped = backers.some(({ tokens }) => tokens.some(({ word }) => helped.test(word)));
    return ladder.some(
      ({ said, held, figures: isCounted, helping, subject: speaker }) =>
        speaker === subject &&
        (hasHelped || !helping) &&
        concepts.some(({ id }) => said.has(id)) &&
        !(isCounted && hasFigure) &&
        !(isHelping ? cited : heads).some((line) => holdsAny(line, held)),
    );
  });
}

/** "what I did there", "den Kunden, die ich betreut habe": only compared with. */
const relative = /^(?:what|was|d(?:ie|en|as|em|er|enen))$/u;

/** Whether a sentence tells as its writer's deed what it quotes of a company. */
function isBorrowed({ clauses }: Sentence, letter: ReadText, quoted: ReadonlySet<Line>): boolean {
  return (
    [...quoted].every(({ kind }) => kind === "company") &&
    clauses.some(
      (clause) =>
        statesOwn(clause) &&
        clause.past &&
        !letter.families[clause.from]?.has("split") &&
        !hasFamily(clause, letter, "see") &&
        listTokens(clause, letter).some(
          ({ word }, at) =>
            /^(?:je|j|i|ich)$/u.test(word) && !relative.test(letter.tokens[clause.from + at - 1]?.word ?? ""),
        ),
    )
  );
}

/** Grades up to this one say that something is only begun. */
const BASIC_GRADE = 2;

/** Whether a sentence says as mastered what the lines it quotes say as begun: "fluent" for "Revit (beginner)". */
function raisesLevel({ clauses }: Sentence, letter: ReadText, quoted: ReadonlySet<Line>): boolean {
  const basics = [...quoted].flatMap(({ quote }) =>
    quote
      .split(/[,;|·•]/u)
      .map((part) => tokenize(part).tokens)
      .filter((part) => findLevels(part).some(({ grade }) => grade <= BASIC_GRADE)),
  );
  return clauses.some((clause) => {
    const grades = findLevels(listTokens(clause, letter)).map(({ grade }) => grade);
    return (
      statesOwn(clause) &&
      Math.min(...grades) > BASIC_GRADE &&
      grades.length > 0 &&
      !hasFamily(clause, letter, "language") &&
      clause.units.some(({ words }) => basics.some((part) => part.some(({ word }) => words.includes(word))))
    );
  });
}
