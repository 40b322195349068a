import type { SentenceClaims } from "../contract/field-schemas.ts";
import { findFigureLines } from "./check-figures.ts";
import { namesUnknownTrade } from "./check-titles.ts";
import support from "./data/support.json" with { type: "json" };
import { cover, type Evidence, isOwn, type Line, toCompact } from "./evidence.ts";
import { findContradictions } from "./facts.ts";
import type { BlockingCode, CheckedSentence, Finding } from "./findings.ts";
import { readNamedStations } from "./named-stations.ts";
import { findQuoted, isBeyondNearest, isBeyondQuotes, toQuotedFilter, type Weighed } from "./quotes.ts";
import { type Clause, hasFamily, listConcepts, type ReadText, type Sentence, type Unit } from "./sentences.ts";
import { foldText } from "./tokenize.ts";

/** What a sentence says that no source does. */
export interface Judged {
  status: CheckedSentence["status"];
  sources: CheckedSentence["sources"];
  reasons: Finding<BlockingCode>[];
}

/** Learned from labelled sentences: of first letters in the CV's language without claims, and of all others. */
const weights: Record<"plain" | "other", Record<string, number>> = support.weights;
const limits: Record<string, number> = support.doubt;

/**
 * Judges each sentence of a letter by what the sources say.
 * @param claims what its writer says each sentence rests on
 */
export function judgeSentences(letter: ReadText, evidence: Evidence, claims: SentenceClaims[] = []): Judged[] {
  const contradictions = listContradictions(letter, evidence);
  const doubted = new Set(claims.filter((claim) => claim.doubted).map(({ sentence }) => toCompact(sentence)));
  const made = claims.filter((claim) => !claim.doubted);
  return letter.sentences.map((sentence, at) => {
    const judged = judgeSentence(sentence, letter, evidence, {
      isClaimed: made.length > 0,
      ...findQuoted(sentence, letter, evidence, made),
    });
    const reasons = contradictions[at] ?? [];
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

interface Backing {
  /** The letter came with claims. */
  isClaimed: boolean;
  /** None of the sentence's quotes stands in its source. */
  isMisquoted: boolean;
  /** The lines that the sentence quotes. */
  cited: Set<Line>;
}

interface Backed extends Weighed {
  best: number;
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
  const isWeighed = ({ from }: Unit) => !quoted?.length || quotation?.holds(from) !== true;
  const isSame = language === null || letter.language === language;
  const found = new Map<Line, number>();
  const weighed: Backed[] = [];
  /** How often each sign of doubt was seen. */
  const signs = new Map<string, number>();
  const add = (name: string) => signs.set(name, (signs.get(name) ?? 0) + 1);
  const figures = findFigureLines(sentence, letter, evidence);
  const hasFigure = figures.some((holding) => holding.length > 0);
  const youAt = clauses.map((clause) => clause.subject === "you" || hasFamily(clause, letter, "you"));
  for (const [index, clause] of clauses.entries()) {
    const covered = clause.units.filter(isWeighed).map((unit): Backed => {
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
    // What every letter says has no source to show.
    for (const { unit, backing } of covered)
      for (const { line, how } of unit.family === "common" ? [] : backing)
        if (how === 2) found.set(line, (found.get(line) ?? 0) + how + (cited.has(line) ? 10 : 0));
    const { subject, mode } = clause;
    if (mode === "wish" || mode === "view") add("hope");
    // "The oldest in the region has won prizes": its pages would say so.
    if (mode === "fact" && subject === "you")
      for (const { unit, best } of covered) if (best === 0 && PRAISING.has(unit.family)) add("praise");
    if (mode !== "fact" || subject !== "me") continue;
    add("own");
    const speaksToYou = [index - 1, index, index + 1].some((at) => youAt[at]);
    countSigns(clause, covered, letter, { isSame, hasFigure, cited, speaksToYou, add });
  }
  if (signs.has("own") && signs.has("unsaid") && !signs.has("said")) add("nothing");
  if (isClaimed && signs.has("own") && cited.size === 0) add("unclaimed");
  const isFollowUp = lines.some(({ kind }) => kind === "sent");
  const backed = cited.size > 0 ? "cited" : isClaimed && !isMisquoted ? "unquoted" : isFollowUp ? "followUp" : "plain";
  const doubt = weigh(signs, weights[backed === "plain" && isSame ? "plain" : "other"]);
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
  const tellsOutcome = best.some(({ families }) => families.has("outcome"));
  const isDenied =
    (cited.size === 0 && (signs.has("decisive") || (isCredited(text) && figures.length === 0 && !tellsOutcome))) ||
    clauses.some((clause) => namesUnknownTrade(clause, letter, evidence)) ||
    quoted?.length === 0 ||
    (cited.size > 0 && isBeyondQuotes(sentence, letter, evidence, cited, weighed)) ||
    (!isClaimed && isSame && isBeyondNearest(sentence, letter, evidence, best.slice(0, MAX_SOURCES), weighed));
  const status =
    isDenied || doubt >= (limits[`${backed}${isSame ? "" : "Across"}`] ?? 0)
      ? "unsupported"
      : sources.length > 0 && isHeld
        ? "supported"
        : figures.length > 0 || (signs.has("nothing") && signs.has("untold"))
          ? "unsupported"
          : "opinion";
  return {
    status,
    sources: status === "supported" ? sources.map(({ kind, quote }) => ({ kind, quote })) : [],
    reasons: [],
  };
}

/** Where "since I took over" stands later, the result stands before it. */
const MAX_OPENING_CHARS = 12;

/** "Since I took over, complaints have halved": whether a change in other things is put down to the writer. */
function isCredited(text: string): boolean {
  const said = foldText(text);
  const match = credited.exec(said);
  if (!match) return false;
  const comma = said.indexOf(",", match.index);
  const result = match.index > MAX_OPENING_CHARS ? said.slice(0, match.index) : comma < 0 ? "" : said.slice(comma);
  return changed.test(result) && !speaker.test(result);
}
const speaker = new RegExp(support.speaker, "u");
const changed = new RegExp(support.changed, "u");
const credited = new RegExp(support.credited, "u");

/** Counts the signs of doubt in a clause that states something of its writer. */
function countSigns(
  clause: Clause,
  covered: Backed[],
  letter: ReadText,
  given: { isSame: boolean; hasFigure: boolean; cited: Set<Line>; speaksToYou: boolean; add: (sign: string) => void },
): void {
  const { isSame, hasFigure, cited, speaksToYou, add } = given;
  const isCited = toQuotedFilter(cited);
  const content = covered.filter(({ unit }) => unit.family !== "help");
  const told = content.filter(({ unit }) => unit.family !== "common");
  for (const { unit, backing, best } of told) {
    const family = unit.family === "relation" && !speaksToYou ? "far" : unit.family;
    // In another language a source may say it in words that no list holds; "costs down 17 %" has no verb.
    if (
      best === 0 &&
      isSame &&
      !(hasFigure && family === "outcome") &&
      unit.hits.some(({ concept }) => decisive.has(concept.id))
    )
      add("decisive");
    if (best === 2) {
      add("said");
      if (cited.size > 0 && !backing.some(({ line, how }) => how === 2 && isCited(line))) add("uncited");
    } else if (best === 1) add(GENERIC.has(family) ? "near" : `${family}~`);
    else {
      add("unsaid");
      if (!GENERIC.has(family)) add(family);
      if (family === "relation" || (family === "life" && !unit.hits.some(({ concept }) => common.has(concept.id))))
        add("untold");
      if (family === "unknown" && letter.tokens[unit.from]?.capital) add(letter.language === "de" ? "noun" : "capital");
    }
  }
  for (const { best } of covered.filter(({ unit }) => unit.family === "help")) if (best === 1) add("help~");
  const did = clause.past && !hasFamily(clause, letter, "skill");
  if (did && hasFamily(clause, letter, "you") && !hasFamily(clause, letter, "see")) add("toyouDeed");
  if (isRaised(clause, content, letter)) add("raised");
  const bare = told.filter(({ best }) => best === 0);
  if (bare.length * 2 >= told.length)
    for (const { unit } of bare) if (unit.family !== "known") add(did ? "rareDeed" : "rare");
  const groups = new Map<string, number>();
  for (const { backing } of content)
    for (const group of new Set(backing.map(({ line }) => toGroup(line))))
      groups.set(group, (groups.get(group) ?? 0) + 1);
  const apart = content.filter(({ best }) => best > 0).length - Math.max(0, ...groups.values());
  for (let each = 0; each < apart; each += 1) add("apart");
}

/** "Led" where each line that tells of it says "helped". */
const isRaised = (clause: Clause, content: Backed[], letter: ReadText): boolean =>
  !hasFamily(clause, letter, "help") &&
  listConcepts(clause, letter).some(({ id }) => leading.has(id)) &&
  content.some(({ unit, backing, best }) => {
    const most = backing.filter(({ how }) => how === best);
    return unit.family !== "common" && best > 0 && most.every(({ line }) => line.families.has("help"));
  });

/** Signs of one kind count up to this often. */
const MAX_SIGNS = 4;

/** The doubt in a sentence: what its signs weigh. */
const weigh = (signs: ReadonlyMap<string, number>, weights: Record<string, number>): number =>
  [...signs].reduce((sum, [name, count]) => sum + Math.min(MAX_SIGNS, count) * (weights[name] ?? 0), 0);

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

/** What a clause says should stand together: in one job, one line or one text of the candidate. */
const toGroup = ({ kind, station, quote }: Line) => (kind === "cv" ? (station > 0 ? `${station}` : quote) : kind);

/** Facts of life and ties to the company: one of them without a source is a doubt by itself. */
const decisive = new Set(support.decisive);
/** Facts of life that any letter may have. */
const common = new Set(support.common);
/** Concepts of leading others, which a line about helping does not support. */
const leading = new Set(support.lists.leadsOthers);
const PRAISING = new Set(["superlative", "outcome"]);
/** Families of words that tell nothing by themselves. */
const GENERIC = new Set(["domain", "known", "unknown"]);

/** Which lines may support a unit: the company's only what is said of it. */
function toSupportFilter(clause: Clause, unit: Unit, letter: ReadText): (line: Line) => boolean {
  const afterYou = hasFamily({ from: clause.from, to: unit.from }, letter, "you");
  if (clause.subject === "me" && !afterYou && clause.mode === "fact")
    return ({ kind, wished }) => kind !== "company" && !(wished && unit.family !== "unknown");
  return () => true;
}
