import type { SentenceClaims } from "../contract/field-schemas.ts";
import { findFigureLines } from "./check-figures.ts";
import support from "./data/support.json" with { type: "json" };
import { cover, type Evidence, isOwn, type Line, toCompact } from "./evidence.ts";
import { findContradictions } from "./facts.ts";
import type { BlockingCode, CheckedSentence, Finding } from "./findings.ts";
import { findNamedStations } from "./named-stations.ts";
import type { Clause, ReadText, Sentence, Unit } from "./sentences.ts";

/** What a sentence says that no source does. */
export interface Judged {
  status: CheckedSentence["status"];
  sources: CheckedSentence["sources"];
  reasons: Finding<BlockingCode>[];
  /** For the bench. */
  open: { words: string; name: string; weight: number }[];
}

type Weights = Record<string, number>;
const plain: Record<string, Weights> = support.plain;
const backed: Record<string, Weights> = support.cited;
const doubts: Record<string, number> = support.doubt;

/**
 * Judges each sentence of a letter by what the sources say.
 * @param claims what its writer says each sentence rests on
 */
export function judgeSentences(letter: ReadText, evidence: Evidence, claims: SentenceClaims[] = []): Judged[] {
  return letter.sentences.map((sentence) => {
    const judged = judgeSentence(sentence, letter, evidence, {
      isClaimed: claims.length > 0,
      cited: findCited(sentence, letter, evidence, claims),
    });
    const reasons = findContradictions(sentence, letter, evidence);
    return reasons.length > 0 ? { ...judged, status: "contradicted", sources: [], reasons } : judged;
  });
}

/** The lines that the claims of a sentence quote; a quote that its source does not have is dropped. */
function findCited(
  { at, end }: Sentence,
  { text }: ReadText,
  { lines }: Evidence,
  claims: SentenceClaims[],
): Set<Line> {
  const said = toCompact(text.slice(at, end));
  const quotes = claims
    .filter(({ sentence }) => said.includes(toCompact(sentence)) || toCompact(sentence).includes(said))
    .flatMap(({ claims: made }) => made.map(({ source, quote }) => ({ source, quote: toCompact(quote) })));
  return new Set(
    lines.filter(({ kind, compact }) =>
      quotes.some(
        ({ source, quote }) =>
          source === kind &&
          quote.length > 2 &&
          compact.length > 2 &&
          (compact.includes(quote) || quote.includes(compact)),
      ),
    ),
  );
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
  /** The lines that the sentence quotes. */
  cited: Set<Line>;
}

function judgeSentence(
  sentence: Sentence,
  letter: ReadText,
  evidence: Evidence,
  { isClaimed, cited }: Backing,
): Judged {
  const { clauses, courtesy } = sentence;
  const { lines, language } = evidence;
  const open: Judged["open"] = [];
  const text = letter.text.slice(sentence.at, sentence.end);
  // A question asks, and claims nothing.
  if (courtesy || text.trimEnd().endsWith("?")) return { status: "opinion", sources: [], reasons: [], open };
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
    return { status: "supported", sources: verbatim.map(({ kind, quote }) => ({ kind, quote })), reasons: [], open };
  const quoting = quotation && judgeQuotation(quotation, sentence, letter, lines);
  // What a page says word for word needs no weighing either, only what is said around it.
  const isWeighed = ({ from }: Unit) => quoting?.isVerbatim !== true || !isInside(quotation, sentence, letter, from);
  const isSame = language === null || letter.language === language;
  const table = isClaimed ? backed : plain;
  const stations = new Set([...cited].map(({ station }) => station));
  const isCited = (line: Line) => cited.has(line) || (line.station > 0 && stations.has(line.station));
  const named = findNamedStations(sentence, letter, evidence);
  const found = new Map<Line, number>();
  const weighed: { unit: Unit; backing: { line: Line; how: number }[] }[] = [];
  let held = 0;
  let heldByCited = 0;
  const add = (words: string, mode: string, family: string) => {
    const name = `${mode}.${family}`;
    open.push({ words, name, weight: (table[mode]?.[family] ?? 0) + (table["any"]?.[family] ?? 0) });
  };
  const youAt = clauses.map(
    ({ subject, from, to }) => subject === "you" || letter.families.slice(from, to).some((each) => each.has("you")),
  );
  for (const [index, clause] of clauses.entries()) {
    const speaksToYou = [index - 1, index, index + 1].some((at) => youAt[at]);
    const claims = letter.families.slice(clause.from, clause.to).some((each) => each.has("skill"));
    const mode = toMode(clause, claims);
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
    for (const { unit, backing, best } of covered) {
      const family = unit.family === "relation" && !speaksToYou ? "far" : unit.family;
      const words = unit.words.join(" ");
      if (backing.length > 0 && family !== "common" && family !== "help") {
        held += 1;
        if (backing.some(({ line }) => cited.has(line))) heldByCited += 1;
      }
      // What every letter says has no source to show.
      for (const { line, how } of family === "common" ? [] : backing)
        if (how === 2) found.set(line, (found.get(line) ?? 0) + how + (cited.has(line) ? 10 : 0));
      // In another language than the CV's, a source may say it in words that no list holds.
      const telling = best === 0 && isSame ? unit.hits.find(({ concept }) => decisive.has(concept.id)) : undefined;
      const isOfOthers = telling?.concept.id.startsWith("life.") ? clause.subject === "you" : clause.subject !== "me";
      if (telling && !isOfOthers) add(words, mode, "decisive");
      if (best < 2) add(words, mode, best === 1 ? `${family}~` : family);
      else if (cited.size > 0 && !backing.some(({ line, how }) => how === 2 && isCited(line)))
        add(words, mode, `${family}^`);
      // A telling word counts only where the sources say it of the same thing.
      const others = covered.filter(
        (other) => other.unit !== unit && other.best === 2 && other.unit.family !== "common",
      );
      if (
        best > 0 &&
        TELLING.has(family) &&
        others.length > 0 &&
        !others.some((other) =>
          other.backing.some(({ line }) =>
            backing.some((mine) => mine.line === line || (line.station > 0 && line.station === mine.line.station)),
          ),
        )
      )
        add(words, mode, `${family}@`);
      const here = named[index];
      const isElsewhere =
        here?.size === 1 &&
        isOwnMode(mode) &&
        best === 2 &&
        family !== "common" &&
        backing.every(({ line }) => line.station > 0 && !here.has(line.station));
      if (isElsewhere && letter.tokens[unit.from]?.capital !== (letter.language !== "de")) add(words, mode, "moved");
      if (
        best === 0 &&
        isOwnMode(mode) &&
        lines.some((line) => line.kind === "company" && cover(line, unit, true) === 2)
      )
        add(words, mode, "borrowed");
    }
    const meets =
      clause.subject === "me" &&
      clause.mode === "fact" &&
      letter.families.slice(clause.from, clause.to).some((each) => each.has("you")) &&
      !letter.families.slice(clause.from, clause.to).some((each) => each.has("see"));
    if (meets) add("", mode, "toyou");
    if (mode !== "wish" && mode !== "view" && mode !== "no") {
      const content = covered.filter(({ unit }) => unit.family !== "help");
      const helped = letter.families.slice(clause.from, clause.to).some((each) => each.has("help"));
      const hasLead = letter.hits.some(
        ({ concept, from }) => leading.has(concept.id) && from >= clause.from && from < clause.to,
      );
      const strong = content.filter(({ unit, best }) => best > 0 && unit.family !== "common");
      if (
        isOwnMode(mode) &&
        !helped &&
        strong.some(
          ({ backing, best }) =>
            backing.some(({ how, line }) => how === best && line.kind === "cv" && line.families.has("help")) &&
            backing.every(({ how, line }) => how < best || line.kind === "company" || line.families.has("help")),
        )
      ) {
        add("", mode, "raised");
        if (hasLead) add("", mode, "raisedLead");
      }
      const bare = content.filter(({ best }) => best === 0).length;
      if (content.length > 0) add("", mode, isClaimed && cited.size === 0 ? "uncited" : "claim");
      if (bare > 0 && bare * 2 >= content.length) add("", mode, bare === content.length ? "bare" : "half");
      if (bare > 1 && bare * 2 >= content.length) add("", mode, "most");
      const groups = new Map<string, number>();
      for (const { backing } of content)
        for (const group of new Set(backing.map(({ line }) => toGroup(line))))
          groups.set(group, (groups.get(group) ?? 0) + 1);
      const apart = content.length - bare - Math.max(0, ...groups.values());
      for (let each = 0; each < apart; each += 1) add("", mode, "apart");
    }
  }
  const doubt = open.reduce((sum, { weight }) => sum + weight, 0);
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
  // The quotes are in the sources, but say nothing of what the sentence says.
  const words = letter.tokens.slice(clauses[0]?.from, clauses.at(-1)?.to).map(({ word }) => word);
  const amounts = letter.amounts.filter(({ at }) => at >= sentence.at && at < sentence.end);
  const isMiscited =
    cited.size > 0 &&
    held > 0 &&
    heldByCited === 0 &&
    [...cited].every(
      (line) =>
        !words.some((word) => word.length > 4 && line.words.has(word)) &&
        !amounts.some(({ values }) =>
          line.amounts.some((amount) => values.some((value) => amount.values.includes(value))),
        ),
    );
  const status =
    isMiscited ||
    quoting?.isMisquoted ||
    doubt >= (doubts[`${isClaimed ? "cited" : "plain"}${isSame ? "" : "Across"}`] ?? 0)
      ? "unsupported"
      : sources.length > 0 && isHeld
        ? "supported"
        : figures.length > 0
          ? "unsupported"
          : "opinion";
  return {
    status,
    sources: status === "supported" ? sources.map(({ kind, quote }) => ({ kind, quote })) : [],
    reasons: [],
    open,
  };
}

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
/** Concepts of leading others, which a line about helping does not support. */
const leading = new Set(support.leading);
const TELLING = new Set(["scope", "outcome", "life", "motive", "relation"]);

/** Which lines may support a unit: the company's only what is said of it. */
function toSupportFilter(clause: Clause, unit: Unit, letter: ReadText): (line: Line) => boolean {
  const afterYou = letter.families.slice(clause.from, unit.from).some((each) => each.has("you"));
  if (clause.subject === "me" && !afterYou && clause.mode === "fact")
    return ({ kind, wished }) => kind !== "company" && !(wished && unit.family !== "unknown");
  return () => true;
}
