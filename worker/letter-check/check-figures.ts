import { type Amount, findMonth } from "./amounts.ts";
import amountWords from "./data/amounts.json" with { type: "json" };
import slots from "./data/slots.json" with { type: "json" };
import { type Evidence, isOwn, type Line } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import { findOnlyStation, joining } from "./named-stations.ts";
import { type Clause, hasFamily, isRare, isStopWord, listTokens, type ReadText, type Sentence } from "./sentences.ts";
import { isWork, type Station, sumYears } from "./timeline.ts";
import { foldText } from "./tokenize.ts";
import { findConcept } from "./vocabulary.ts";

const hedged = new RegExp(slots.hedged, "u");
const countable = new RegExp(slots.countable, "u");
const studying = new RegExp(slots.studying, "u");
const since = new RegExp(slots.since, "u");
/** Matches what stands before a further number of a list of codes, and its letters. */
const codeList = /(\p{Lu}{2,5}) ?(?:\d+(?:,? (?:(?:and|et|und) )?\d+)*,? (?:(?:and|et|und) )?)?$/u;

const clauseAt = ({ clauses }: Sentence, letter: ReadText, at: number): Clause | undefined =>
  clauses.find(({ to }) => (letter.tokens[to - 1]?.end ?? 0) > at);

export const listAmounts = ({ at, end }: Sentence, { amounts }: ReadText): Amount[] =>
  amounts.filter((amount) => amount.at >= at && amount.at < end);

/** The figures that a sentence states. */
export const listStatedAmounts = (sentence: Sentence, letter: ReadText): Amount[] =>
  listAmounts(sentence, letter).filter((amount) => {
    const clause = clauseAt(sentence, letter, amount.at);
    return clause !== undefined && clause.mode !== "wish" && !isIdle(amount, clause, letter);
  });

/** Figures and dates. */
export function checkAmounts(
  sentence: Sentence,
  letter: ReadText,
  evidence: Evidence,
  namedBy: Set<number>[],
): Finding<BlockingCode>[] {
  const speaksToYou =
    sentence.clauses.some(({ subject }) => subject === "you") ||
    ["you", "we"].some((family) => hasFamily(sentence, letter, family));
  const amounts = listAmounts(sentence, letter);
  return amounts.flatMap((amount): Finding<BlockingCode>[] => {
    const clause = clauseAt(sentence, letter, amount.at);
    if (!clause || isIdle(amount, clause, letter)) return [];
    const here = namedBy[sentence.clauses.indexOf(clause)] ?? new Set<number>();
    // "Six years in care, at the clinic X"
    const isOpen = here.size === 0 && isYears(amount) && !amounts.some(({ kind }) => kind === "year");
    const named = isOpen ? findOnlyStation(sentence, letter, namedBy) : here;
    const holding = evidence.lines.filter((line) => line.amounts.some((source) => holds(source, amount)));
    const stay = isYears(amount) && named.size === 0 ? findStay(clause, letter, evidence) : undefined;
    const own = holding.filter(
      (line) =>
        isOwn(line) &&
        !(isYears(amount) && isElsewhere(line, named, evidence)) &&
        (!stay || stay.line === line || (line.station > 0 && stay.line.station === line.station)),
    );
    if (own.length > 0)
      return isMoved(amount, own, clause, letter, evidence, named) ? [{ code: "moved_fact", detail: amount.text }] : [];
    const saysI = listTokens(clause, letter).some(({ word }) => /^(?:je|j|i|ich)$/u.test(word));
    const isMine =
      !speaksToYou &&
      (saysI || (clause.past && here.size > 0)) &&
      (clause.past || isYears(amount) || amount.kind === "year");
    // "CS30, 31 and 38"
    const code = codeList.exec(letter.text.slice(sentence.at, amount.at))?.[1];
    if (code !== undefined && evidence.words.has(foldText(code) + amount.text)) return [];
    // What the company counts is not the candidate's.
    if ((holding.length > 0 && !isMine) || isDerived(amount, evidence, letter, { sentence, clause, named, stay }))
      return [];
    return [{ code: "unknown_figure", detail: amount.text }];
  });
}

/** A certificate is its holder's, wherever the CV has it. */
const isCertificate = ({ concepts }: Line) => [...concepts].some((id) => findConcept(id)?.sort === "certificate");

/** Whether a line of the CV is of no job that a sentence names: its length of time is not theirs. */
const isElsewhere = ({ kind, station }: Line, named: Set<number>, { jobs }: Evidence): boolean =>
  kind === "cv" &&
  station > 0 &&
  named.size > 0 &&
  !named.has(station) &&
  [...named].every((each) => isWork(jobs, each));

/** A line of the CV that tells how long something lasted, and the lengths in years that it may have had. */
interface Stay {
  line: Line;
  lengths: [least: number, most: number][];
}

/** The one line that has a name of a clause, where it tells a length of time: "2012-13 : au pair, Dublin". */
function findStay(clause: Clause, letter: ReadText, { lines, jobs, today, target }: Evidence): Stay | undefined {
  const names = listTokens(clause, letter)
    .slice(1)
    .filter(
      ({ word, raw, capital }) =>
        capital &&
        word.length >= 4 &&
        raw !== raw.toUpperCase() &&
        (letter.language !== "de" || isRare(word)) &&
        !target.has(word),
    );
  const [line, ...more] = lines.filter((each) => each.kind === "cv" && names.some(({ word }) => each.words.has(word)));
  const lengths = line && more.length === 0 ? listLengths(line, jobs[line.station - 1], today) : [];
  return line && lengths.length > 0 ? { line, lengths } : undefined;
}

/** The lengths that a line tells, else that its years make; those of its job too, unless the line heads it. */
function listLengths(line: Line, job: Station | undefined, today: number): Stay["lengths"] {
  const own = listOwnLengths(line, job);
  const isHead = own.length > 0 && job?.header.includes(line.quote) === true;
  return job && !isHead ? [...own, ...sumYears([job], today)] : own;
}

function listOwnLengths({ amounts }: Line, job: Station | undefined): Stay["lengths"] {
  // "51, Angers" tells an age.
  const told = amounts.filter((amount) => isYears(amount) && (job || (amount.values[0] ?? 0) < MIN_AGE));
  if (told.length > 0)
    return told.map(({ values, kind }) => {
      const years = ((values[0] ?? 0) * (MONTHS[kind] ?? 0)) / 12;
      return [years - 0.5, years + 0.5];
    });
  const years = listYears(amounts);
  const [first = 0, last = 0] = [years[0], years.at(-1)];
  return years.length > 1 ? [[last - first - 1, last - first + 1]] : [];
}

const listYears = (amounts: readonly Amount[]): number[] =>
  amounts.flatMap(({ kind, values }) => (kind === "year" ? (values[0] ?? []) : []));

/** Whether only lines of other jobs than the named ones hold a figure. */
function isMoved(
  amount: Amount,
  own: Line[],
  clause: Clause,
  letter: ReadText,
  { jobs }: Evidence,
  named: Set<number>,
): boolean {
  const isBound = amount.kind === "year" ? isSince(amount, letter) : !amount.inWords || (amount.values[0] ?? 0) > 6;
  return (
    isBound &&
    amount.kind !== "years" &&
    named.size > 0 &&
    [...named].every((each) => isWork(jobs, each)) &&
    own.every((line) => isWork(jobs, line.station) && !named.has(line.station) && !isCertificate(line)) &&
    !listTokens(clause, letter).some(({ word, at }) => at < amount.at && joining.test(word))
  );
}

/**
 * For each figure that a sentence states, the lines that hold it; for a length of time that adds periods up, those
 * periods. An empty list for one that follows from the sources in another way.
 */
export function findFigureLines(sentence: Sentence, letter: ReadText, { lines, today }: Evidence): Line[][] {
  return listStatedAmounts(sentence, letter).map((amount) => {
    const holding = lines.filter((line) => !line.requested && line.amounts.some((source) => holds(source, amount)));
    const isPeriod = ({ kind, amounts }: Line) =>
      kind === "cv" && amounts.filter((source) => source.kind === "year").length > 1;
    if (holding.length > 0) return holding;
    const born = lines.filter((line) => isAge(amount.values[0] ?? 0, [line], today));
    return born.length > 0 || !isYears(amount) ? born : lines.filter(isPeriod);
  });
}

export const isYears = ({ kind }: Amount) => kind === "years" || kind === "months";

const isSince = ({ at }: Amount, { text }: ReadText) => since.test(foldText(text.slice(Math.max(0, at - 24), at)));

/** Numbers that state no fact: "those two", "two or three", "at seven". */
interface IdleNumber {
  said?: string;
  before?: string;
  after?: string;
  unit?: string;
  kinds?: string[];
  modes?: string[];
  subjects?: string[];
  inWords?: boolean;
  most?: number;
}
const toPattern = (pattern: string | undefined) => new RegExp(pattern ?? "", "iu");
const idleNumbers = (amountWords.idle as IdleNumber[]).map((row) => ({
  ...row,
  patterns: [row.said, row.before, row.after, row.unit].map(toPattern),
}));

function isIdle({ at, end, values, kind, unit, inWords, text }: Amount, clause: Clause, letter: ReadText): boolean {
  const [value = 0] = values;
  if (value <= 1 || (value <= 31 && findMonth(unit) > 0)) return true;
  if (inWords && kind === "count" && value <= 20 && (unit === "" || isStopWord(unit))) return true;
  const around = [text, letter.text.slice(Math.max(0, at - 16), at), letter.text.slice(end, end + 28), unit];
  return idleNumbers.some(
    ({ kinds, modes, subjects, most = Infinity, patterns, ...row }) =>
      value <= most &&
      (kinds?.includes(kind) ?? true) &&
      (modes?.includes(clause.mode) ?? true) &&
      (subjects?.includes(clause.subject) ?? true) &&
      (row.inWords === undefined || row.inWords === inWords) &&
      patterns.every((pattern, part) => pattern.test(around[part] ?? "")),
  );
}

const MONTHS: Partial<Record<Amount["kind"], number>> = { years: 12, months: 1 };
const DAYS_A_MONTH = 30.4;
/** "Quinze jours" are two weeks. */
const toDays = ({ values, unit, text, kind }: Amount) =>
  (values[0] ?? 0) * (kind === "months" ? DAYS_A_MONTH : /^(?:sem|week|woch)|wöchig/u.test(unit + text) ? 7 : 1);
/** "Two months" are eight or nine weeks. */
const isSameTime = (a: Amount, b: Amount) =>
  a.kind !== b.kind &&
  [a, b].every(({ kind }) => kind === "months" || kind === "weeks") &&
  Math.abs(toDays(a) - toDays(b)) <= toDays(a) / 10;

const MIN_AGE = 15;

/** "38000 Grenoble" is no sum, as a figure without a currency may be. */
const postcode = /^\d{5}$/u;

function holds(source: Amount, amount: Amount): boolean {
  if (amount.kind === "year" && amount.month > 0 && source.month > 0 && amount.month !== source.month) return false;
  if (isSameTime(source, amount)) return true;
  if (source.kind === "weeks" && amount.kind === "weeks")
    return Math.abs(toDays(source) - toDays(amount)) <= (toDays(amount) > 7 ? 1 : 0);
  const [a, b] = [MONTHS[source.kind], MONTHS[amount.kind]];
  if (a !== undefined && b !== undefined && a !== b)
    return source.values.some((value) => amount.values.includes((value * a) / b));
  if (!amount.values.some((value) => source.values.includes(value))) return false;
  if (amount.kind === "money" && source.kind === "count" && postcode.test(source.text)) return false;
  if (amount.kind === source.kind) return true;
  // "Eight years" are no eight graduates.
  if (amount.kind === "count" && source.inWords && isYears(source) && !isStopWord(amount.unit)) return false;
  // "Six years" are no team of six; an age stands alone, before a town perhaps.
  if (amount.kind === "years")
    return (
      source.kind === "count" && (source.unit === "" || isStopWord(source.unit) || (source.values[0] ?? 0) >= MIN_AGE)
    );
  if (amount.kind === "year") return source.kind === "count";
  return (source.kind === "count" || amount.kind === "count") && source.kind !== "year";
}

/** What a number stands in. */
interface Statement {
  sentence: Sentence;
  clause: Clause;
  /** The jobs that it is about. */
  named: Set<number>;
  /** What tells how long it may have lasted, where it is about none. */
  stay: Stay | undefined;
}

/** Whether a number follows from the sources: summed years, rounded ones, as many as are listed. */
function isDerived(
  amount: Amount,
  evidence: Evidence,
  letter: ReadText,
  { sentence, clause, named, stay }: Statement,
): boolean {
  const { jobs, today, lines } = evidence;
  const [value = 0] = amount.values;
  const near = foldText(letter.text.slice(Math.max(0, amount.at - 22), amount.end + 12));
  const loose = hedged.test(near) ? 1 : 0;
  // "Eight years in a mill, another sixteen in a shop"
  const goesOn = listAmounts(sentence, letter).some((other) => isYears(other) && other.at < amount.at);
  if (isYears(amount) || (amount.inWords && (goesOn || /derni|last|past|letzt/u.test(near)))) {
    const length = amount.kind === "months" ? value / 12 : value;
    // "Two years as an assistant before my PGCE"
    const isBound =
      [...named].some((station) => isWork(jobs, station)) &&
      // "Eleven years at X and eighteen at Y"
      listAmounts(sentence, letter).filter(isYears).length === 1 &&
      !/\b(?:et|and|und|puis|then|dann|entre|between|zwischen)\b/u.test(near);
    const names = new Set(jobs.flatMap((job, at) => (named.has(at + 1) ? [...job.names].filter(isRare) : [])));
    const mine = isBound
      ? jobs.filter((job, at) => named.has(at + 1) || [...job.names].some((name) => names.has(name)))
      : jobs;
    // "More than ten years" may be twelve.
    const more = /\b(?:plus d|more than|over|uber|mehr als|depasse|a good|gut)/u.test(near) ? 1 + length * 0.3 : loose;
    const isOfStudies = studying.test(foldText(letter.text.slice(sentence.at, sentence.end)));
    const studies = isOfStudies ? jobs.filter(({ school }) => school) : [];
    const lengths = stay?.lengths ?? [
      ...(mine === jobs ? sumAllYears(evidence) : sumYears(mine, today)),
      ...sumYears(studies, today),
    ];
    if (lengths.some(([low, high]) => length >= low - more && length <= high + loose)) return true;
    if (named.size === 0 && lines.some((line) => !isWork(jobs, line.station) && isLoosePeriod(line, length)))
      return true;
    if (lines.some((line) => isOwn(line) && hasLasted(line, length, today) && sharesWord(line, clause, letter)))
      return true;
  }
  // "At 27 I began": in any year of the CV.
  const wasThen =
    value >= MIN_AGE &&
    (amount.kind === "years" || isStopWord(amount.unit)) &&
    /\b(?:mit|at|a) $/u.test(foldText(letter.text.slice(0, amount.at)).slice(-6));
  const years = [today / 12, ...(wasThen ? lines.flatMap((line) => listYears(line.amounts)) : [])];
  if ((amount.kind === "years" || amount.kind === "count") && wasAge(value, lines, years)) return true;
  const amounts = (isMine: boolean) => lines.filter((line) => isOwn(line) === isMine).flatMap((line) => line.amounts);
  // "For almost forty years", of a company founded then; "a boat that is 95 years old".
  const isOld = old.test(foldText(letter.text.slice(amount.end, amount.end + 16)));
  const isFounded =
    amount.kind === "years" &&
    (clause.subject !== "me" || isOld) &&
    [...amounts(false), ...(isOld ? amounts(true) : [])].some(
      ({ values, kind }) => kind === "year" && Math.abs(today / 12 - (values[0] ?? 0) - value) <= 3,
    );
  if (isFounded) return true;
  const own = amounts(true);
  const alike = own.filter(
    ({ kind, unit }) => kind === amount.kind && (kind !== "count" || unit === amount.unit || amount.unit === ""),
  );
  if (alike.length > 1 && alike.reduce((sum, { values }) => sum + (values[0] ?? 0), 0) === value) return true;
  const isNear = ({ kind, values }: Amount) =>
    (kind === amount.kind || kind === "count") && values.some((each) => Math.abs(each - value) <= each * 0.12);
  // "four shops", "three languages": as many as are listed.
  return (
    (loose > 0 && own.some(isNear)) ||
    (amount.inWords && amount.kind === "count" && value <= 6 && countable.test(amount.unit))
  );
}

const old = /^ ?(?:(?:jahre?|years?|ans) )?(?:alt|old|d.age)\b/u;
const birth = new RegExp(slots.birth, "u");
/** A day with its month and year, which jobs hardly have. */
const wholeDate = /^\d{1,2}[./]\d{1,2}[./](?:\d\d){1,2}$/u;
/** Whether a number is the age of who was born in the year that a line says. */
export const isAge = (age: number, lines: readonly Line[], today: number): boolean => wasAge(age, lines, [today / 12]);
/** The same in one of some years. */
const wasAge = (age: number, lines: readonly Line[], years: readonly number[]): boolean =>
  lines.some(
    ({ kind, quote, station, amounts }) =>
      kind === "cv" &&
      (birth.test(foldText(quote)) || (station === 0 && amounts.some(({ text }) => wholeDate.test(text)))) &&
      amounts.some(
        ({ kind: sort, values: [born = 0] }) =>
          sort === "year" && years.some((year) => [0, 1].includes(Math.floor(year) - born - age)),
      ),
  );

/** "Volunteer 1995 - 2015", "Portuguese 2009-2015 mason": a period outside the jobs, or in columns read across. */
function isLoosePeriod({ kind, amounts }: Line, length: number): boolean {
  const years = listYears(amounts);
  const [first = 0, last = 0] = years;
  return kind === "cv" && years.length === 2 && Math.abs(last - first - length) <= 1;
}

const lasting = /\b(?:depuis|since|seit)\b/u;
const MOST_MONTHS_APART = 12;
/** "Driving licence since 2010": whether that is as many years ago. */
const hasLasted = ({ quote, amounts }: Line, years: number, today: number): boolean =>
  lasting.test(foldText(quote)) &&
  amounts.some(
    ({ kind, values: [year = 0], month }) =>
      kind === "year" && Math.abs(today - (year * 12 + (month || 6)) - years * 12) <= MOST_MONTHS_APART,
  );
const LONG_WORD = 5;
const SHORT_WORD = 3;
/** "Category" is "Cat." too. */
const sharesWord = ({ words }: Line, clause: Clause, letter: ReadText): boolean =>
  listTokens(clause, letter).some(
    ({ word }) =>
      word.length >= LONG_WORD && !isStopWord(word) && (words.has(word) || words.has(word.slice(0, SHORT_WORD))),
  );

const allYears = new WeakMap<Evidence, [number, number][]>();
/** The lengths that all jobs may have together: read once for a letter. */
function sumAllYears(evidence: Evidence): [number, number][] {
  const lengths = allYears.get(evidence) ?? sumYears(evidence.jobs, evidence.today);
  allYears.set(evidence, lengths);
  return lengths;
}
