import type { SentenceClaims } from "../contract/field-schemas.ts";
import { findFigureLines } from "./check-figures.ts";
import support from "./data/support.json" with { type: "json" };
import { cover, type Evidence, isOwn, type Line, toCompact } from "./evidence.ts";
import { findContradictions } from "./facts.ts";
import type { BlockingCode, CheckedSentence, Finding } from "./findings.ts";
import { findQuoted, isBeyondQuotes, toQuotedFilter, type Weighed } from "./quotes.ts";
import { type Clause, type ReadText, type Sentence, type Unit } from "./sentences.ts";

/** What a sentence says that no source does. */
export interface Judged {
  status: CheckedSentence["status"];
  sources: CheckedSentence["sources"];
  reasons: Finding<BlockingCode>[];
}

const weights: Record<string, number> = support.weights;
const limits: Record<string, number> = support.doubt;

/**
 * Judges each sentence of a letter by what the sources say.
 * @param claims what its writer says each sentence rests on
 */
export function judgeSentences(letter: ReadText, evidence: Evidence, claims: SentenceClaims[] = []): Judged[] {
  return letter.sentences.map((sentence) => {
    const judged = judgeSentence(sentence, letter, evidence, {
      isClaimed: claims.length > 0,
      ...findQuoted(sentence, letter, evidence, claims),
    });
    const reasons = findContradictions(sentence, letter, evidence);
    return reasons.length > 0 ? { ...judged, status: "contradicted", sources: [], reasons } : judged;
  });
}

/** A shorter sentence may stand in a source by accident. */
const MIN_VERBATIM_CHARS = 12;

interface Quotation {
  said: string;
  from: number;
  to: number;
}

const QUOTATION = /[«“„"]\s*([^«»“”„"]+?)\s*[»”“"]/u;
/** The words that a sentence has in quotation marks, where they are most of it, and their place in it. */
function findQuotation(sentence: string): Quotation | null {
  const match = QUOTATION.exec(sentence);
  const said = toCompact(match?.[1] ?? "");
  return match && said.length >= MIN_VERBATIM_CHARS && said.length * 2 > toCompact(sentence).length
    ? { said, from: match.index, to: match.index + match[0].length }
    : null;
}

/** Whether a sentence is one of a company's pages, or names its source and quotes it. */
const isQuoted = (line: string, said: string, quotation: string | undefined): boolean =>
  line.includes(said) ||
  (line.length * 4 > said.length * 3 && said.includes(line)) ||
  (quotation !== undefined && line.includes(quotation));

interface Backing {
  /** The letter came with claims. */
  isClaimed: boolean;
  /** None of the sentence's quotes stands in its source. */
  isMisquoted: boolean;
  /** The lines that the sentence quotes. */
  cited: Set<Line>;
}

function judgeSentence(
  sentence: Sentence,
  letter: ReadText,
  evidence: Evidence,
  { isClaimed, isMisquoted, cited }: Backing,
): Judged {
  const { clauses, courtesy } = sentence;
  const { lines, language } = evidence;
  const text = letter.text.slice(sentence.at, sentence.end);
  // A question asks, and claims nothing.
  if (courtesy || text.trimEnd().endsWith("?")) return { status: "opinion", sources: [], reasons: [] };
  // What the sources say word for word needs no weighing.
  const said = toCompact(text);
  const quotation = findQuotation(text);
  // "We" in a quotation is the company.
  const isMine = ({ subject, from }: Clause) => {
    const at = (letter.tokens[from]?.at ?? 0) - sentence.at;
    return subject === "me" && (quotation === null || at < quotation.from || at >= quotation.to);
  };
  const isAboutMe = clauses.some(isMine);
  const verbatim = lines.filter(
    (line) =>
      !line.requested &&
      (isOwn(line)
        ? !line.wished && line.compact.includes(said)
        : !isAboutMe && isQuoted(line.compact, said, quotation?.said)),
  );
  if (said.length >= MIN_VERBATIM_CHARS && verbatim.length > 0)
    return { status: "supported", sources: verbatim.map(({ kind, quote }) => ({ kind, quote })), reasons: [] };
  const quoting = quotation && judgeQuotation(quotation, sentence, letter, lines);
  // What a page says word for word needs no weighing either, only what is said around it.
  const isWeighed = ({ from }: Unit) => quoting?.isVerbatim !== true || !isInside(quotation, sentence, letter, from);
  const isSame = language === null || letter.language === language;
  const isCited = toQuotedFilter(cited);
  const found = new Map<Line, number>();
  const weighed: Weighed[] = [];
  let unsaid = 0;
  /** How often each sign of doubt was seen. */
  const signs = new Map<string, number>();
  const add = (name: string) => signs.set(name, (signs.get(name) ?? 0) + 1);
  const youAt = clauses.map((clause) => clause.subject === "you" || hasFamily(letter, clause, "you"));
  for (const [index, clause] of clauses.entries()) {
    const speaksToYou = [index - 1, index, index + 1].some((at) => youAt[at]);
    const mode = toMode(clause, hasFamily(letter, clause, "skill"));
    const covered = clause.units.filter(isWeighed).map((unit) => {
      const pool = toSupportFilter(clause, unit, letter);
      const backing = lines
        .map((line) => ({
          line,
          how: pool(line) && !line.requested ? cover(line, unit, isSame || line.kind === "company") : 0,
        }))
        .filter(({ how }) => how > 0);
      return { unit, backing, best: Math.max(0, ...backing.map(({ how }) => how)) };
    });
    weighed.push(...covered);
    const isMineToTell = isOwnMode(mode);
    if (isMineToTell) add("own");
    else if (mode === "wish" || mode === "view") add("hope");
    // "The oldest in the region has won prizes": its pages would say so.
    else if (mode === "you")
      for (const { unit, best } of covered) if (best === 0 && PRAISING.has(unit.family)) add("praise");
    for (const { unit, backing, best } of covered) {
      const family = unit.family === "relation" && !speaksToYou ? "far" : unit.family;
      // What every letter says has no source to show.
      for (const { line, how } of family === "common" ? [] : backing)
        if (how === 2) found.set(line, (found.get(line) ?? 0) + how + (cited.has(line) ? 10 : 0));
      if (!isMineToTell || family === "common") continue;
      // In another language than the CV's, a source may say it in words that no list holds.
      if (best === 0 && isSame && unit.hits.some(({ concept }) => decisive.has(concept.id))) add("decisive");
      if (best === 2 && family !== "help") {
        add("said");
        if (cited.size > 0 && !backing.some(({ line, how }) => how === 2 && isCited(line))) add("uncited");
      } else if (best === 1) add(GENERIC.has(family) ? "near" : `${family}~`);
      else if (best === 0 && family !== "help") {
        unsaid += 1;
        if (!GENERIC.has(family)) add(family);
        if (family === "relation" || (family === "life" && !unit.hits.some(({ concept }) => common.has(concept.id))))
          add("untold");
        if (family === "unknown" && letter.tokens[unit.from]?.capital)
          add(letter.language === "de" ? "noun" : "capital");
      }
      // A telling word counts only where the sources say it of the same thing.
      const others = covered.filter(
        (other) => other.unit !== unit && other.best === 2 && other.unit.family !== "common",
      );
      const isOfAnother =
        best > 0 &&
        TELLING.has(family) &&
        others.length > 0 &&
        !others.some((other) =>
          other.backing.some(({ line }) =>
            backing.some((mine) => mine.line === line || (line.station > 0 && line.station === mine.line.station)),
          ),
        );
      if (isOfAnother) add(`${family}@`);
    }
    if (!isMineToTell) continue;
    if (mode === "did" && hasFamily(letter, clause, "you") && !hasFamily(letter, clause, "see")) add("toyouDeed");
    const content = covered.filter(({ unit }) => unit.family !== "help");
    // "Led" where each line that tells of it says "helped".
    const isRaised =
      !hasFamily(letter, clause, "help") &&
      letter.hits.some(({ concept, from }) => leading.has(concept.id) && from >= clause.from && from < clause.to) &&
      content.some(
        ({ unit, backing, best }) =>
          best > 0 &&
          unit.family !== "common" &&
          backing.some(({ how, line }) => how === best && line.kind === "cv" && line.families.has("help")) &&
          backing.every(({ how, line }) => how < best || line.kind === "company" || line.families.has("help")),
      );
    if (isRaised) add("raised");
    const told = content.filter(({ unit }) => unit.family !== "common");
    const bare = told.filter(({ best }) => best === 0);
    if (bare.length * 2 >= told.length)
      for (const { unit } of bare) if (unit.family !== "known") add(mode === "did" ? "rareDeed" : "rare");
    const groups = new Map<string, number>();
    for (const { backing } of content)
      for (const group of new Set(backing.map(({ line }) => toGroup(line))))
        groups.set(group, (groups.get(group) ?? 0) + 1);
    const apart = content.filter(({ best }) => best > 0).length - Math.max(0, ...groups.values());
    for (let each = 0; each < apart; each += 1) add("apart");
  }
  const isOwnSentence = signs.has("own");
  if (isOwnSentence && unsaid > 0 && !signs.has("said")) add("nothing");
  if (isClaimed && isOwnSentence && cited.size === 0) add("unclaimed");
  const doubt = weigh(signs);
  const backed = cited.size > 0 ? "cited" : isClaimed && !isMisquoted ? "unquoted" : "plain";
  const most = Math.max(0, ...found.values());
  const best = [...found]
    .filter(([, weight]) => weight * 2 > most)
    .toSorted(([, a], [, b]) => b - a)
    .map(([line]) => line);
  const figures = findFigureLines(sentence, letter, evidence);
  const sources = chooseSources(quoting?.holding ?? [], figures, best);
  const claimed = weighed.filter(({ unit }) => unit.family !== "help" && unit.family !== "common");
  // A fact of the candidate that passes is said by what is shown; a wish or a view may share a word with it.
  const isHeld =
    clauses.some(({ subject, mode, units }) => subject === "me" && mode === "fact" && units.length > 0) ||
    (quoting?.holding.length ?? 0) > 0 ||
    figures.some((lines) => lines.length > 0) ||
    claimed.filter(({ backing }) => backing.some(({ line, how }) => how === 2 && sources.includes(line))).length * 2 >=
      claimed.length;
  const isDenied = cited.size > 0 && isBeyondQuotes(sentence, letter, evidence, cited, weighed);
  const status =
    isDenied || quoting?.isMisquoted || doubt >= (limits[`${backed}${isSame ? "" : "Across"}`] ?? 0)
      ? "unsupported"
      : sources.length > 0 && isHeld
        ? "supported"
        : figures.length > 0 || isUntold(signs)
          ? "unsupported"
          : "opinion";
  return {
    status,
    sources: status === "supported" ? sources.map(({ kind, quote }) => ({ kind, quote })) : [],
    reasons: [],
  };
}

const hasFamily = ({ families }: ReadText, { from, to }: Clause, family: string): boolean =>
  families.slice(from, to).some((each) => each.has(family));

/** Signs of one kind count up to this often. */
const MAX_SIGNS = 4;

/** The doubt in a sentence: what its signs weigh. */
const weigh = (signs: ReadonlyMap<string, number>): number =>
  [...signs].reduce((sum, [name, count]) => sum + Math.min(MAX_SIGNS, count) * (weights[name] ?? 0), 0);

/** Whether a sentence tells a fact of life or a tie to the company, and no source has a word of it: no opinion. */
const isUntold = (signs: ReadonlyMap<string, number>): boolean => signs.has("nothing") && signs.has("untold");

/** At most this many sources are shown with a sentence. */
const MAX_SOURCES = 3;

/** The lines to show: those of a quotation, one for each figure, then what says most of the rest. */
function chooseSources(quoted: Line[], figures: Line[][], best: Line[]): Line[] {
  const chosen = new Set(quoted);
  for (const holding of figures) {
    const line = holding.find((each) => chosen.has(each)) ?? holding.find((each) => best.includes(each)) ?? holding[0];
    if (line) chosen.add(line);
  }
  for (const line of best) chosen.add(line);
  return [...chosen].slice(0, MAX_SOURCES);
}

const isInside = (quotation: Quotation | null, sentence: Sentence, { tokens }: ReadText, token: number): boolean => {
  const at = (tokens[token]?.at ?? 0) - sentence.at;
  return quotation !== null && at >= quotation.from && at < quotation.to;
};

interface Quoting {
  holding: Line[];
  isVerbatim: boolean;
  isMisquoted: boolean;
}

/** Which lines hold what a sentence says that a company's page says. @returns null where it names no such source */
function judgeQuotation(quotation: Quotation, sentence: Sentence, letter: ReadText, lines: Line[]): Quoting | null {
  const namesSource = letter.tokens.some(
    ({ at }, place) =>
      at >= sentence.at &&
      at < sentence.end &&
      !isInside(quotation, sentence, letter, place) &&
      ["you", "see"].some((family) => letter.families[place]?.has(family)),
  );
  if (!namesSource) return null;
  const whole = lines.filter((line) => !line.requested && line.compact.includes(quotation.said));
  if (whole.length > 0) return { holding: whole, isVerbatim: true, isMisquoted: false };
  // In other words, or another language: one line has to say all of it.
  const units = sentence.clauses.flatMap((clause) =>
    clause.units.filter(
      ({ from, family }) => isInside(quotation, sentence, letter, from) && family !== "common" && family !== "help",
    ),
  );
  const [start, end] = [sentence.at + quotation.from, sentence.at + quotation.to];
  const amounts = letter.amounts.filter(({ at }) => at >= start && at < end);
  const holding = lines.filter(
    (line) =>
      line.kind === "company" &&
      units.length > 0 &&
      units.every((unit) => cover(line, unit, true) > 0) &&
      amounts.every(({ values }) =>
        line.amounts.some((source) => source.values.some((value) => values.includes(value))),
      ),
  );
  return { holding, isVerbatim: false, isMisquoted: holding.length === 0 };
}

/** How a clause says what it says: "did" and "was" for what has been. */
function toMode({ mode, subject, past }: Clause, claims: boolean): string {
  if (mode !== "fact") return mode;
  if (subject === "me") return claims ? "skill" : past ? "did" : "me";
  return subject === "other" && past ? "was" : subject;
}
const isOwnMode = (mode: string) => mode === "me" || mode === "did" || mode === "skill";

/** What a clause says should stand together: in one job, one line or one text of the candidate. */
const toGroup = ({ kind, station, quote }: Line) => (kind === "cv" ? (station > 0 ? `${station}` : quote) : kind);

/** Facts of life and ties to the company: one of them without a source is a doubt by itself. */
const decisive = new Set(support.decisive);
/** Facts of life that any letter may have. */
const common = new Set(support.common);
/** Concepts of leading others, which a line about helping does not support. */
const leading = new Set(support.leading);
const TELLING = new Set(["scope", "outcome", "life", "motive", "relation"]);
const PRAISING = new Set(["superlative", "outcome"]);
/** Families of words that tell nothing by themselves. */
const GENERIC = new Set(["domain", "known", "unknown"]);

/** Which lines may support a unit: the company's only what is said of it. */
function toSupportFilter(clause: Clause, unit: Unit, letter: ReadText): (line: Line) => boolean {
  const afterYou = letter.families.slice(clause.from, unit.from).some((each) => each.has("you"));
  if (clause.subject === "me" && !afterYou && clause.mode === "fact")
    return ({ kind, wished }) => kind !== "company" && !(wished && unit.family !== "unknown");
  return () => true;
}
