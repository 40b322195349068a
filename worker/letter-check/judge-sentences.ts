import type { SentenceClaims } from "../contract/field-schemas.ts";
import { checkAchieved } from "./check-achieved.ts";
import { findFigureLines } from "./check-figures.ts";
import { readSigns, type Signs } from "./doubt-signs.ts";
import { isDoubtful } from "./doubt.ts";
import { cover, type Evidence, isOwn, type Line, toCompact } from "./evidence.ts";
import { findContradictions } from "./facts.ts";
import type { BlockingCode, CheckedSentence, Finding } from "./findings.ts";
import { readNamedStations } from "./named-stations.ts";
import { type Backed, listOwnWords, rankLines } from "./nearest-lines.ts";
import { findQuoted } from "./quotes.ts";
import { type Clause, hasFamily, type ReadText, type Sentence, type Unit } from "./sentences.ts";

/** What a sentence says that no source does. */
export interface Judged {
  status: CheckedSentence["status"];
  sources: CheckedSentence["sources"];
  reasons: Finding<BlockingCode>[];
  /** What it was weighed by; none where a sentence needs no weighing. */
  signs?: Signs;
}

/**
 * Judges each sentence of a letter by what the sources say.
 * @param claims what its writer says each sentence rests on
 */
export function judgeSentences(letter: ReadText, evidence: Evidence, claims: SentenceClaims[] = []): Judged[] {
  const contradictions = listContradictions(letter, evidence);
  const doubted = new Set(claims.filter((claim) => claim.doubted).map(({ sentence }) => toCompact(sentence)));
  const made = claims.filter((claim) => !claim.doubted);
  return letter.sentences.map((sentence, at) => {
    const judged = judgeSentence(sentence, letter, evidence, findQuoted(sentence, letter, evidence, made));
    const reasons = [...(contradictions[at] ?? []), ...judged.reasons];
    if (reasons.length > 0) return { ...judged, status: "contradicted", sources: [], reasons };
    const isDoubted = doubted.has(toCompact(letter.text.slice(sentence.at, sentence.end)));
    return isDoubted ? { ...judged, status: "unsupported", sources: [] } : judged;
  });
}

/** What the sources deny in each sentence of a text. */
export function listContradictions(letter: ReadText, evidence: Evidence): Finding<BlockingCode>[][] {
  const stations = readNamedStations(letter, evidence);
  return letter.sentences.map((sentence) => findContradictions(sentence, letter, evidence, stations));
}

/** A shorter sentence may stand in a source by accident. */
const MIN_VERBATIM_CHARS = 12;

const QUOTATION = /[«“„"]\s*([^«»“”„"]+?)\s*[»”“"]/u;
/** The words that a sentence has in quotation marks, where they are most of it, and which tokens stand in them. */
function findQuotation({ at, end }: Sentence, { text, tokens }: ReadText) {
  const sentence = text.slice(at, end);
  const match = QUOTATION.exec(sentence);
  const said = toCompact(match?.[1] ?? "");
  if (!match || said.length < MIN_VERBATIM_CHARS || said.length * 2 <= toCompact(sentence).length) return null;
  const [from, to] = [at + match.index, at + match.index + match[0].length];
  const holds = (token: number) => (tokens[token]?.at ?? 0) >= from && (tokens[token]?.at ?? 0) < to;
  return { said, holds };
}

/** The words of each clause, and the lines that may say them. */
function coverClauses(
  { clauses }: Sentence,
  letter: ReadText,
  { lines, language }: Evidence,
  isWeighed: (unit: Unit) => boolean,
): Backed[][] {
  const isSame = language === null || letter.language === language;
  return clauses.map((clause) =>
    clause.units.filter(isWeighed).map((unit): Backed => {
      const pool = toSupportFilter(clause, unit, letter);
      const backing = lines
        .map((line) => ({
          line,
          how: pool(line) && !line.requested ? cover(line, unit, isSame || line.kind === "company") : 0,
        }))
        .filter(({ how }) => how > 0);
      return { unit, backing, best: Math.max(0, ...backing.map(({ how }) => how)) };
    }),
  );
}

function judgeSentence(sentence: Sentence, letter: ReadText, evidence: Evidence, cited: ReadonlySet<Line>): Judged {
  const { clauses, courtesy } = sentence;
  const { lines } = evidence;
  const text = letter.text.slice(sentence.at, sentence.end);
  // A question asks, and claims nothing.
  if (courtesy || text.trimEnd().endsWith("?")) return { status: "opinion", sources: [], reasons: [] };
  // What the sources say word for word needs no weighing.
  const said = toCompact(text);
  const quotation = findQuotation(sentence, letter);
  // "We" in a quotation is the company.
  const isAboutMe = clauses.some(({ subject, from }) => subject === "me" && !quotation?.holds(from));
  const isVerbatim = (line: Line) =>
    isOwn(line)
      ? !line.wished && line.compact.includes(said)
      : !isAboutMe &&
        (line.compact.includes(said) || (line.compact.length * 4 > said.length * 3 && said.includes(line.compact)));
  const verbatim = lines.filter((line) => !line.requested && isVerbatim(line));
  if (said.length >= MIN_VERBATIM_CHARS && verbatim.length > 0)
    return { status: "supported", sources: verbatim.map(({ kind, quote }) => ({ kind, quote })), reasons: [] };
  const quoted =
    quotation && namesSource(sentence, letter, quotation.holds) ? findVerbatim(lines, quotation.said) : null;
  // What a page says word for word needs no weighing either, only what is said around it.
  const isSaid = (token: number) => !quoted?.length || quotation?.holds(token) !== true;
  const isWeighed = ({ from }: Unit) => isSaid(from);
  const found = new Map<Line, number>();
  const figures = findFigureLines(sentence, letter, evidence);
  const hasFigure = figures.some((holding) => holding.length > 0);
  const coveredBy = coverClauses(sentence, letter, evidence, isWeighed);
  const weighed = coveredBy.flat();
  // What every letter says has no source to show.
  for (const { unit, backing } of weighed)
    for (const { line, how } of unit.family === "common" ? [] : backing)
      if (how === 2) found.set(line, (found.get(line) ?? 0) + how + (cited.has(line) ? 10 : 0));
  const most = Math.max(0, ...found.values());
  const best = [...found]
    .filter(([, weight]) => weight * 2 > most)
    .toSorted(([, a], [, b]) => b - a)
    .map(([line]) => line);
  const sources = chooseSources(quoted ?? [], figures, best);
  const claimed = weighed.filter(({ unit }) => unit.family !== "help" && unit.family !== "common");
  // A fact of the candidate that passes is said by what is shown; a wish or a view may share a word with it.
  const isHeld =
    clauses.some(({ subject, mode, units }) => subject === "me" && mode === "fact" && units.length > 0) ||
    (quoted ?? []).length > 0 ||
    hasFigure ||
    claimed.filter(({ backing }) => backing.some(({ line, how }) => how === 2 && sources.includes(line))).length * 2 >=
      claimed.length;
  const ranked = rankLines(listOwnWords(sentence, coveredBy));
  const signs = readSigns(sentence, letter, evidence, coveredBy, ranked, cited, isSaid);
  const status =
    quoted?.length === 0 || isDoubtful(signs, cited.size > 0)
      ? "unsupported"
      : sources.length > 0 && isHeld
        ? "supported"
        : figures.length > 0
          ? "unsupported"
          : "opinion";
  return {
    status,
    sources: status === "supported" ? sources.map(({ kind, quote }) => ({ kind, quote })) : [],
    reasons: checkAchieved(sentence, letter, evidence, ranked),
    signs,
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

/** Whether a sentence says around a quotation that it is the company's or was read. */
const namesSource = ({ at, end }: Sentence, { tokens, families }: ReadText, isInside: (token: number) => boolean) =>
  tokens.some(
    (token, place) =>
      token.at >= at &&
      token.at < end &&
      !isInside(place) &&
      ["you", "see"].some((family) => families[place]?.has(family)),
  );

const findVerbatim = (lines: Line[], said: string) =>
  lines.filter(({ requested, compact }) => !requested && compact.includes(said));

/** Which lines may support a unit: the company's only what is said of it. */
function toSupportFilter(clause: Clause, unit: Unit, letter: ReadText): (line: Line) => boolean {
  const afterYou = hasFamily({ from: clause.from, to: unit.from }, letter, "you");
  if (clause.subject === "me" && !afterYou && clause.mode === "fact")
    return ({ kind, wished }) => kind !== "company" && !(wished && unit.family !== "unknown");
  return () => true;
}
