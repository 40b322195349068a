import type { SourceKind } from "../contract/field-schemas.ts";
import type { Amount } from "./amounts.ts";
import slots from "./data/slots.json" with { type: "json" };
import { detectLanguage, readLanguage } from "./detect-language.ts";
import type { CheckInput, LetterLanguage } from "./input.ts";
import { readLevels } from "./levels.ts";
import { isRequest } from "./orders.ts";
import { remember } from "./remember.ts";
import { describeSent } from "./sent-mails.ts";
import { type Clause, readText, toPlainSigns, type Unit } from "./sentences.ts";
import { readTimeline, type Station } from "./timeline.ts";
import { akin, foldText, type Token, tokenize } from "./tokenize.ts";
import { findConcept } from "./vocabulary.ts";

/** `sent`: what was sent to the company before. */
type LineKind = SourceKind | "sent";

/** A line of a CV, or a sentence of another source. */
export interface Line {
  kind: LineKind;
  /** Word for word. */
  quote: string;
  /** Its letters and digits, folded. */
  compact: string;
  tokens: Token[];
  concepts: Set<string>;
  words: Set<string>;
  families: Set<string>;
  /** Number of the job it belongs to; 0 for none. */
  station: number;
  /** Only hoped for. */
  wished: boolean;
  /** Asks the writer to say something: no source of it. */
  requested: boolean;
  /** Says that someone stands in for another. */
  deputy: boolean;
  amounts: Amount[];
  /** The candidate's languages in it, with their level; 0 for none said. */
  levels: Map<string, number>;
}

export interface Evidence {
  lines: Line[];
  language: LetterLanguage | null;
  /** All folded words of the sources, and of the candidate's name and contacts as the account has them. */
  words: Set<string>;
  jobs: Station[];
  /** Folded words of the name of the company it goes to. */
  target: Set<string>;
  /** The latest time that the sources speak of, in months. */
  today: number;
}

/** Whether a line is about the candidate. */
export const isOwn = ({ kind }: Line) => kind !== "company";

/** Words for someone who stands in for another. */
const deputy = new RegExp(`\\b(?:${slots.deputies})`, "iu");

export const toCompact = (text: string) => foldText(text).replace(/[^\p{L}\p{N}]+/gu, "");

const toLine = (kind: LineKind, quote: string, station = 0, wished = false): Line => {
  const { text, tokens, hits, families, amounts } = readText(quote, null);
  return {
    kind,
    quote,
    compact: toCompact(quote),
    tokens,
    concepts: new Set(hits.map(({ concept }) => concept.id)),
    words: new Set(tokens.map(({ word }) => word)),
    families: new Set(families.flatMap((each) => [...each])),
    station,
    wished,
    requested: kind === "template" && isRequest(quote),
    deputy: deputy.test(quote),
    amounts,
    levels: readLevels(text, tokens, hits),
  };
};

const isWish = ({ clauses }: { clauses: Clause[] }) => clauses.every(({ mode }) => mode === "wish");

/** A CV is that of many letters; a long one takes about a megabyte as read. */
const KEPT_CVS = 4;

const readCv = remember(KEPT_CVS, (cv): Pick<Evidence, "lines" | "jobs"> => {
  const { lines, jobs, stations } = readTimeline(cv);
  return { lines: lines.map((line, at) => toLine("cv", line, stations[at])), jobs };
});

/** Reads the sources of a letter into lines. */
export function readEvidence({
  cv,
  template,
  company,
  candidate,
  confirmed,
  followUp,
  language,
  today,
}: CheckInput): Evidence {
  const prose = (kind: "template" | "company" | "confirmed" | "sent", text: string) => {
    const { sentences } = readText(text, detectLanguage(tokenize(toPlainSigns(text)).tokens));
    return sentences.map((sentence) =>
      toLine(kind, text.slice(sentence.at, sentence.end), 0, kind === "template" && isWish(sentence)),
    );
  };
  const { lines: cvLines, jobs } = readCv(cv);
  const lines = [
    ...cvLines,
    ...prose("template", template),
    ...(confirmed ?? []).flatMap((fact) => prose("confirmed", fact)),
    ...(followUp ? describeSent(followUp.sentOn, company.name, language) : []).flatMap((fact) => prose("sent", fact)),
    ...prose("company", company.about),
    ...[company.name, company.city, company.website]
      .filter((fact) => fact !== "")
      .map((fact) => toLine("company", fact)),
  ];
  // A CV may have another surname, or a short form of the name.
  const account = [candidate.name, candidate.email, ...(candidate.contacts ?? [])].flatMap((each) =>
    tokenize(toPlainSigns(each)).tokens.map(({ word }) => word),
  );
  const own = lines.filter(isOwn);
  return {
    lines,
    words: new Set([...lines.flatMap(({ words }) => [...words]), ...account]),
    jobs,
    target: new Set(tokenize(company.name).tokens.map(({ word }) => word)),
    today: toMonths(today, own),
    language:
      detectLanguage(own.filter(({ kind }) => kind === "cv").flatMap(({ tokens }) => tokens)) ?? readLanguage(cv),
  };
}

/** In months since year 0. Where nobody says, the last year of the sources that had begun when this was written. */
function toMonths(today: CheckInput["today"], own: Line[]): number {
  if (today !== null && today !== undefined) {
    const [year = NaN, month = NaN] = today.split("-").map(Number);
    return year * 12 + month;
  }
  const years = own.flatMap(({ amounts }) =>
    amounts.filter(({ kind }) => kind === "year").map(({ values }) => values[0] ?? 0),
  );
  return Math.max(2025, ...years.filter((each) => each < 2027)) * 12 + 6;
}

/** Whether a meaning is among those of a line, or follows from one of them. */
export const isImplied = (id: string, concepts: Set<string>, depth = 2): boolean =>
  concepts.has(id) ||
  (depth > 0 && (findConcept(id)?.impliedBy ?? []).some((other) => isImplied(other, concepts, depth - 1)));

/** How a line says what a unit says: 2 in its words or another language's, 1 in a word of the same field, 0 not. */
export function cover(line: Line, unit: Unit, isSameLanguage: boolean): 0 | 1 | 2 {
  // A deputy's line has the words of the rank, but not the rank.
  if (line.deputy && unit.hits.some(({ concept }) => concept.sort === "title" && concept.id !== "deputy")) return 0;
  if (unit.words.every((word) => line.words.has(word) || (word.length >= 4 && hasAkin(line.words, word)))) return 2;
  if ((unit.family === "scope" || unit.family === "outcome") && line.families.has(unit.family)) return 1;
  if (!unit.hits.some(({ concept }) => concept.family !== "glue" && isImplied(concept.id, line.concepts))) return 0;
  return isSameLanguage && unit.hits.every(({ concept }) => concept.sort === "word") ? 1 : 2;
}

export function hasAkin(words: Set<string>, word: string): boolean {
  for (const other of words)
    if (
      other.length >= 4 &&
      (akin(word, other) || (other[0] === word[0] && isCognate(word, other)) || isPartOf(word, other))
    )
      return true;
  return false;
}

/** "Kassenabschluss" and "Kasse", "Kreditorenbuchhaltung" and "Buchhaltung", but not "Kranschein" and "Schein". */
const isPartOf = (a: string, b: string) => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    !heads.has(short) &&
    short.length >= 5 &&
    long.length >= short.length + 3 &&
    (long.startsWith(short) || long.endsWith(short))
  );
};

/** "Govt" for "government", "postgrad" for "postgraduate". */
const isShort = (short: string, word: string) =>
  short.length >= 3 &&
  word.length >= short.length + 2 &&
  (word.startsWith(short) ||
    (short.length >= 4 && word.startsWith(short.slice(0, -1)) && word.endsWith(short.slice(-1))));

/** Whether a line has words shortened: "Postgrad Dip", "MC" or "BPREA" for "mention complémentaire", "brevet pro". */
export const isShortened = ({ tokens }: Line, words: readonly string[]): boolean =>
  words.length > 1 &&
  (words.every((word) => tokens.some((token) => token.word === word || isShort(token.word, word))) ||
    tokens.some(
      ({ raw }) =>
        raw === raw.toUpperCase() && raw.startsWith(words.map((word) => word.charAt(0).toUpperCase()).join("")),
    ));

/** Whether a line has a word right behind another, as columns leave them: "EducationBSc", "TasTAFE". */
export const isGlued = ({ quote }: Line, word: string): boolean =>
  /^\p{L}*\p{Lu}\p{L}*\p{Lu}\p{L}*$/u.test(word) && new RegExp(`\\p{Ll}${word}(?!\\p{L})`, "u").test(quote);

/** Parts of German compounds that are nothing by themselves. */
const heads = new Set(slots.compoundHeads);

/** Whether two folded words are one word in two languages: "kostum" and "costume", "phonetik" and "phonetique". */
function isCognate(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 3) return false;
  const [first, second] = [root(a), root(b)];
  return first.length >= 5 && first === second;
}
const root = remember(20_000, (word) =>
  word
    .replace(/ph/gu, "f")
    .replace(/th/gu, "t")
    .replace(/qu|[kc]h?/gu, "c")
    .replace(/z/gu, "s")
    .replace(/y/gu, "i")
    .replace(/(.)\1/gu, "$1")
    .replace(/(?:e[nrs]?|es|s|ung|tion)$/u, ""),
);
