import type { SentenceClaims } from "../contract/field-schemas.ts";
import type { Amount } from "./amounts.ts";
import { listAmounts } from "./check-figures.ts";
import support from "./data/support.json" with { type: "json" };
import { type Evidence, hasAkin, type Line, toCompact } from "./evidence.ts";
import { findLevels } from "./levels.ts";
import { findListName } from "./phrases.ts";
import { type Clause, isRare, type ReadText, type Sentence, type Unit } from "./sentences.ts";
import type { Station } from "./timeline.ts";
import { tokenize } from "./tokenize.ts";

/** A word of a sentence, and the lines that say it. */
export interface Weighed {
  unit: Unit;
  backing: { line: Line; how: number }[];
}

/** The lines that the claims of a sentence quote; a quote that its source does not have is dropped. */
export function findQuoted(
  { at, end }: Sentence,
  { text }: ReadText,
  { lines }: Evidence,
  claims: SentenceClaims[],
): { cited: Set<Line>; isMisquoted: boolean } {
  const said = toCompact(text.slice(at, end));
  const quotes = claims
    .filter(({ sentence }) => said.includes(toCompact(sentence)) || toCompact(sentence).includes(said))
    .flatMap(({ claims: made }) => made.map(({ source, quote }) => ({ source, quote: toCompact(quote) })));
  const holds = ({ kind, compact }: Line) =>
    quotes.some(
      ({ source, quote }) =>
        source === kind &&
        quote.length > 2 &&
        compact.length > 2 &&
        (compact.includes(quote) || quote.includes(compact)),
    );
  const cited = new Set(lines.filter(holds));
  return { cited, isMisquoted: quotes.length > 0 && cited.size === 0 };
}

/** The lines that are quoted, and those of the same jobs. */
export function toQuotedFilter(quoted: Set<Line>): (line: Line) => boolean {
  const stations = new Set([...quoted].map(({ station }) => station));
  return (line) => quoted.has(line) || (line.station > 0 && stations.has(line.station));
}

/** Whether a sentence says another thing, or more, than the lines it quotes. */
export function isBeyondQuotes(
  sentence: Sentence,
  letter: ReadText,
  evidence: Evidence,
  quoted: Set<Line>,
  weighed: Weighed[],
): boolean {
  const here = evidence.lines.filter(toQuotedFilter(quoted));
  return (
    isMiscited(sentence, letter, quoted, here, weighed) ||
    hasFiguresElsewhere(sentence, letter, evidence, here) ||
    namesElsewhere(sentence, letter, evidence, here) ||
    isStronger(sentence, letter, quoted, listHeads(quoted, here, evidence), weighed) ||
    isBorrowed(sentence, letter, quoted) ||
    raisesLevel(sentence, letter, quoted)
  );
}

/** The lines that are quoted, and those that head their jobs. */
const listHeads = (quoted: Set<Line>, here: Line[], { jobs }: Evidence): Line[] =>
  here.filter((line) => quoted.has(line) || jobs[line.station - 1]?.header.includes(line.quote) === true);

/** Of so many words that the sources have, the quotes must have one; of more than as many again, two. */
const MIN_HELD = 3;

const statesSelf = ({ subject, mode }: Clause) => subject !== "you" && mode === "fact";
const statesOwn = ({ subject, mode }: Clause) => subject === "me" && mode === "fact";

/** Whether the quotes are in the sources, but say nothing of what the sentence says. */
function isMiscited(
  sentence: Sentence,
  letter: ReadText,
  quoted: Set<Line>,
  here: Line[],
  weighed: Weighed[],
): boolean {
  const { clauses } = sentence;
  const held = weighed.filter(
    ({ unit, backing }) => backing.length > 0 && unit.family !== "common" && unit.family !== "help",
  );
  const isMine = clauses.some(statesOwn);
  const carried = held.filter(({ backing }) => backing.some(({ line }) => here.includes(line)));
  if (clauses.some(statesSelf) && held.length >= MIN_HELD && carried.length < Math.min(2, held.length / MIN_HELD))
    return true;
  if (held.length === 0 && !isMine) return false;
  const [from = 0, to = 0] = [clauses[0]?.from, clauses.at(-1)?.to];
  const words = letter.tokens.slice(from, to).map(({ word }) => word);
  const ids = letter.hits
    .filter(({ concept, ...hit }) => hit.from >= from && hit.to < to && !SAYING.has(concept.family))
    .map(({ concept }) => concept.id);
  const holdsFigure = toFigureFilter(listAmounts(sentence, letter));
  return (
    !held.some(({ backing }) => backing.some(({ line }) => quoted.has(line))) &&
    [...quoted].every(
      (line) =>
        !words.some((word) =>
          /\d/u.test(word)
            ? line.words.has(word)
            : word.length > 4 && (line.words.has(word) || hasAkin(line.words, word)),
        ) &&
        !ids.some((id) => line.concepts.has(id)) &&
        !holdsFigure(line),
    )
  );
}
/** Families of words that say how something is said. */
const SAYING = new Set(["glue", "me", "we", "you", "split", "wish", "aim", "view", "see", "no", "courtesy", "help"]);

/** Whether a line holds a figure of a sentence. */
const toFigureFilter = (figures: Amount[]) => {
  const values = new Set(figures.flatMap((amount) => amount.values));
  return ({ amounts }: Line) => amounts.some((amount) => amount.values.some((value) => values.has(value)));
};

/** Whether sources hold figures of a sentence, but neither the lines it quotes nor those of their jobs do. */
function hasFiguresElsewhere(sentence: Sentence, letter: ReadText, evidence: Evidence, here: Line[]): boolean {
  const { lines, target } = evidence;
  const figures = listAmounts(sentence, letter);
  const holdsFigure = toFigureFilter(figures.filter(({ inWords, text }) => !inWords && !target.has(text)));
  return lines.some(holdsFigure) && !here.some(holdsFigure);
}

/** Whether a sentence names an employer of a job that it does not quote. */
function namesElsewhere({ clauses }: Sentence, { tokens }: ReadText, { jobs }: Evidence, here: Line[]): boolean {
  const isKnown = (word: string) => here.some(({ words }) => words.has(word));
  const isNameOf =
    (word: string) =>
    ({ names, school }: Station) =>
      !school && names.has(word);
  return clauses
    .filter(({ subject }) => subject !== "you")
    .some(({ from, to }) =>
      tokens
        .slice(from, to)
        .some(({ word, capital }) => capital && !isKnown(word) && isRare(word) && jobs.some(isNameOf(word))),
    );
}

const lists: Record<string, string[]> = support.lists;
const toIds = (names: string[]) => new Set(names.flatMap((name) => lists[findListName(name) ?? ""] ?? name));
/** What may be said where a quote has one of the words held; of results a figure of the sentence is enough. */
const ladder = support.strength.map(({ said, held, figures = false, subject = "me" }) => ({
  said: toIds(said),
  held: toIds(held),
  figures,
  subject,
}));
const holdsAny = ({ concepts }: Line, ids: Set<string>) => [...concepts].some((id) => ids.has(id));

/**
 * Whether a sentence claims a greater part than its quotes and the heads of their jobs, "led" for "helped", or praises
 * the company for what they do not say: prizes, the best of its place.
 */
function isStronger(
  sentence: Sentence,
  letter: ReadText,
  quoted: Set<Line>,
  heads: Line[],
  weighed: Weighed[],
): boolean {
  const cited = [...quoted];
  const hasFigure = heads.some(toFigureFilter(listAmounts(sentence, letter)));
  return sentence.clauses.some(({ from, to, mode, subject }) => {
    if (mode !== "fact") return false;
    if (letter.families.slice(from, to).some((each) => each.has("help"))) return false;
    const ids = letter.hits.filter((hit) => hit.from >= from && hit.to < to).map(({ concept }) => concept.id);
    const here = weighed.filter(({ unit }) => unit.from >= from && unit.from < to && unit.family !== "common");
    const isHelping = here.some(({ backing }) =>
      backing.some(({ line }) => line.kind !== "company" && quoted.has(line) && line.families.has("help")),
    );
    return ladder.some(
      ({ said, held, figures, subject: speaker }) =>
        speaker === subject &&
        ids.some((id) => said.has(id)) &&
        !(figures && hasFigure) &&
        !(isHelping ? cited : heads).some((line) => holdsAny(line, held)),
    );
  });
}

/** "what I did there", "den Kunden, die ich betreut habe": only compared with. */
const relative = /^(?:what|was|d(?:ie|en|as|em|er|enen))$/u;

/** Whether a sentence tells as its writer's deed what it quotes of a company. */
function isBorrowed({ clauses }: Sentence, letter: ReadText, quoted: Set<Line>): boolean {
  return (
    [...quoted].every(({ kind }) => kind === "company") &&
    clauses.some(
      (clause) =>
        statesOwn(clause) &&
        clause.past &&
        !letter.families[clause.from]?.has("split") &&
        letter.tokens
          .slice(clause.from, clause.to)
          .some(
            ({ word }, at) =>
              /^(?:je|j|i|ich)$/u.test(word) && !relative.test(letter.tokens[clause.from + at - 1]?.word ?? ""),
          ) &&
        !letter.families.slice(clause.from, clause.to).some((each) => each.has("see")),
    )
  );
}

/** Grades up to this one say that something is only begun. */
const BASIC_GRADE = 2;

/** Whether a sentence says as mastered what the lines it quotes say as begun: "fluent" for "Revit (beginner)". */
function raisesLevel({ clauses }: Sentence, { tokens, families }: ReadText, quoted: Set<Line>): boolean {
  const basics = [...quoted].flatMap(({ quote }) =>
    quote
      .split(/[,;|·•]/u)
      .map((part) => tokenize(part).tokens)
      .filter((part) => findLevels(part).some(({ grade }) => grade <= BASIC_GRADE)),
  );
  return clauses.some((clause) => {
    const said = tokens.slice(clause.from, clause.to);
    const grades = findLevels(said).map(({ grade }) => grade);
    return (
      statesOwn(clause) &&
      Math.min(...grades) > BASIC_GRADE &&
      grades.length > 0 &&
      !families.slice(clause.from, clause.to).some((each) => each.has("language")) &&
      clause.units.some(({ words }) => basics.some((part) => part.some(({ word }) => words.includes(word))))
    );
  });
}
