import { being, ends, lasted, listSpans, listYears, MIN_AGE, tellsAge, wasAge } from "./ages-and-lengths.ts";
import { type Amount, findMonth } from "./amounts.ts";
import amountWords from "./data/amounts.json" with { type: "json" };
import slots from "./data/slots.json" with { type: "json" };
import { followsFrom, isMean, isShare, NEARLY, readReckoning } from "./derived-figures.ts";
import { type Evidence, isOwn, type Line } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import { findOnlyStation, joining } from "./named-stations.ts";
import { type Clause, hasFamily, isRare, listTokens, type ReadText, type Sentence, sliceText } from "./sentences.ts";
import { holdsTitle, isWork, type Station, sumYears } from "./timeline.ts";
import { foldText } from "./tokenize.ts";
import { findConcept } from "./vocabulary.ts";
import { isStopWord } from "./word-lists.ts";

const hedged = new RegExp(slots.hedged, "u");
const countable = new RegExp(slots.countable, "u");
const studying = new RegExp(slots.studying, "u");
const since = new RegExp(slots.since, "u");
const qualified = new RegExp(slots.qualified, "u");
/** Words for who held several posts of one employer. */
const rising = new RegExp(`\\b(?:${slots.rising})`, "u");

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
    const isOpen =
      here.size === 0 &&
      isYears(amount) &&
      !amounts.some(({ kind }) => kind === "year") &&
      // "Qualified for eleven years, I work at X"
      !qualified.test(foldText(sliceText(clause, letter)));
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
      sentence.clauses.every(({ mode }) => mode !== "wish") &&
      (saysI || (clause.past && here.size > 0)) &&
      (clause.past || isYears(amount) || amount.kind === "year");
    if (!isTime(amount) && [...evidence.words].some((word) => isInCode(word, amount))) return [];
    // What the company counts is not the candidate's.
    if (holding.length > 0 && !isMine) return [];
    if (isDerived(amount, evidence, letter, { sentence, clause, named, stay, speaksToYou })) return [];
    return [{ code: "unknown_figure", detail: amount.text }];
  });
}

/** "The 95th percentile" is "p95", "CS30, 31 and 38" are codes, a class is "7b". */
const isInCode = (word: string, { text }: Amount) => /^\p{L}+(\d+)$|^(\d+)\p{L}$/u.exec(word)?.slice(1).includes(text);

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
  // "Since 2012" tells no end.
  const lengths =
    line && more.length === 0 && !untilToday.test(foldText(line.quote))
      ? listLengths(line, listPosts(jobs, line.station), today)
      : [];
  return line && lengths.length > 0 ? { line, lengths } : undefined;
}

/** A job, from 1, and those below it that name a title, but no employer: "Waihana Estate: Pruner", "Cellar hand". */
function listPosts(jobs: readonly Station[], station: number): Station[] {
  const next = jobs.findIndex(({ names, header }, at) => at >= station && (names.size > 0 || !holdsTitle(header)));
  return station === 0 ? [] : jobs.slice(station - 1, next < 0 ? undefined : next);
}

/** The lengths that a line tells, else that its years make; those of its job too, unless the line heads it. */
function listLengths(line: Line, posts: Station[], today: number): Stay["lengths"] {
  const [job] = posts;
  const own = listOwnLengths(line, job, today);
  const isHead = own.length > 0 && job?.header.includes(line.quote) === true;
  // "2011 Diplôme d'État": one year tells no length.
  return job?.sure === true && job.to - job.from >= 12 && !isHead ? [...own, ...sumYears(posts, today)] : own;
}

function listOwnLengths(line: Line, job: Station | undefined, today: number): Stay["lengths"] {
  // "51, Angers" tells an age.
  const told = line.amounts.filter((amount) => isYears(amount) && (job || (amount.values[0] ?? 0) < MIN_AGE));
  const lengths = told.map(({ values, kind }): [number, number] => {
    const years = ((values[0] ?? 0) * (MONTHS[kind] ?? 0)) / 12;
    return [years - 0.5, years + 0.5];
  });
  return [...lengths, ...listSpans([line], today, true)];
}
const untilToday = /\b(?:since|seit|depuis)\b/u;

/** Whether only lines of other jobs than the named ones hold a figure. */
function isMoved(
  amount: Amount,
  own: Line[],
  clause: Clause,
  letter: ReadText,
  evidence: Evidence,
  named: Set<number>,
): boolean {
  const { jobs, lines } = evidence;
  const isBound = amount.kind === "year" ? isSince(amount, letter) : !amount.inWords || (amount.values[0] ?? 0) > 6;
  const posts = new Set([...named].flatMap((station) => listPosts(jobs, station)));
  // The first line of a job may be the last one of the job above, where employers stand above their dates.
  const isBelow = (line: Line) =>
    listYears(line.amounts).length < 2 && named.has(lines[lines.indexOf(line) - 1]?.station ?? 0);
  const hasPost = ({ station }: Line) => {
    const job = jobs[station - 1];
    return job !== undefined && posts.has(job);
  };
  const said = listTokens(clause, letter);
  const name = said.find(
    ({ word, capital }) => capital && jobs.some(({ names }, at) => named.has(at + 1) && names.has(word)),
  );
  return (
    isBound &&
    amount.kind !== "years" &&
    named.size > 0 &&
    [...named].every((each) => isWork(jobs, each) && jobs[each - 1]?.sure === true) &&
    own.every((line) => isWork(jobs, line.station) && !hasPost(line) && !isBelow(line) && !isCertificate(line)) &&
    // "Twenty weeks of training and six at X"
    !said.some(({ word, at }) => at < Math.max(amount.at, name?.at ?? 0) && joining.test(word))
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

const isTime = (amount: Amount) => isYears(amount) || amount.kind === "year";

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
  (values[0] ?? 0) * (kind === "months" ? DAYS_A_MONTH : /^(?:sem|week|wk|wo)|wöchig/u.test(unit + text) ? 7 : 1);
/** "Two months" are eight or nine weeks. */
const isSameTime = (a: Amount, b: Amount) =>
  a.kind !== b.kind &&
  [a, b].every(({ kind }) => kind === "months" || kind === "weeks") &&
  Math.abs(toDays(a) - toDays(b)) <= toDays(a) / 10;

/** "38000 Grenoble" is no sum, as a figure without a currency may be. */
const postcode = /^\d{5}$/u;

function holds(source: Amount, amount: Amount): boolean {
  if (amount.kind === "year" && amount.month > 0 && source.month > 0 && amount.month !== source.month) return false;
  // "June 27"
  if (amount.kind === "year" && source.kind === "count" && source.month > 0)
    return source.values[0] === (amount.values[0] ?? 0) % 100;
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
  /** Whether it may be about the company. */
  speaksToYou: boolean;
}

/** Whether a number follows from the sources: summed years, rounded ones, as many as are listed. */
function isDerived(
  amount: Amount,
  evidence: Evidence,
  letter: ReadText,
  { sentence, clause, named, stay, speaksToYou }: Statement,
): boolean {
  const { jobs, today, lines } = evidence;
  const [value = 0] = amount.values;
  const near = foldText(letter.text.slice(Math.max(0, amount.at - 22), amount.end + 18));
  // "Six cents habitants" are 610.
  const isRound = amount.inWords && value >= 100 && value % 100 === 0;
  const loose = isRound || hedged.test(near) ? 1 : 0;
  // "More than ten years" may be twelve.
  const isOver = /\b(?:plus d|more than|over|uber|mehr als|depasse|a good|gut)/u.test(near);
  // "Eight years in a mill, another sixteen in a shop"
  const goesOn = listAmounts(sentence, letter).some((other) => isYears(other) && other.at < amount.at);
  const isBare = amount.kind === "count" && (amount.inWords || !hasNoun(amount, letter));
  if (isYears(amount) || (isBare && (goesOn || /derni|last|past|letzt/u.test(near)))) {
    const length = amount.kind === "months" ? value / 12 : value;
    // "Two years as an assistant before my PGCE"
    const isBound =
      [...named].some((station) => isWork(jobs, station)) &&
      [...named].every((station) => jobs[station - 1]?.sure) &&
      // "Eleven years at X and eighteen at Y"
      listAmounts(sentence, letter).filter((each) => isYears(each) || isBareCount(each)).length === 1 &&
      !ago.test(near) &&
      // "After three years of leave I came to X"
      !(
        afterwards.test(near) && /\b(?:i|je|j|ich)\b/u.test(readUntilName(amount.end, sentence, letter, jobs, named))
      ) &&
      !/\b(?:et|and|und|puis|then|dann|entre|between|zwischen)\b/u.test(near) &&
      // "I moved up from manager to head": posts of several lines.
      !rising.test(foldText(sliceText(sentence, letter)));
    const names = new Set(jobs.flatMap((job, at) => (named.has(at + 1) ? [...job.names].filter(isRare) : [])));
    const mine = isBound
      ? jobs.flatMap((job, at) =>
          named.has(at + 1) || [...job.names].some((name) => names.has(name)) ? listPosts(jobs, at + 1) : [],
        )
      : jobs;
    const more = isOver ? 1 + length * 0.3 : loose;
    const isOfStudies = studying.test(foldText(letter.text.slice(sentence.at, sentence.end)));
    const studies = isOfStudies ? jobs.filter(({ school }) => school) : [];
    const own = lines.filter(isOwn);
    // What a job's own lines tell of others is no length of it.
    const spans = isBound
      ? own.filter(({ station }) => named.has(station)).flatMap((line) => listSpans([line], today, true))
      : stay && !ago.test(near)
        ? []
        : listSpans(
            isOfWork(clause, letter, amount) && !ago.test(near)
              ? own.filter(({ station }) => isWork(jobs, station))
              : own,
            today,
            false,
          );
    const lengths = [
      ...(stay?.lengths ?? (mine === jobs ? sumAllYears(evidence) : sumYears(mine, today))),
      ...sumYears(studies, today),
      ...spans,
    ];
    if (lengths.some(([low, high]) => length >= low - more && length <= high + loose)) return true;
    // Of no one job, a shorter time may be a part of what is told; a career is all of it.
    const isPart =
      isYears(amount) && !isBound && !stay && !isOfStudies && jobs.length > 0 && !isOfWork(clause, letter, amount);
    if (isPart && lengths.some(([, high]) => length <= high)) return true;
    // Leave and stays of some months stand beside any job.
    if (amount.kind === "months" && own.some((line) => lasted(line, value))) return true;
  }
  // "At 27 I began": in any year of the CV.
  const before = foldText(letter.text.slice(Math.max(0, amount.at - 22), amount.at));
  const endsHere = /^\s*[,.;]/u.test(letter.text.slice(amount.end));
  // "La quarantaine passée"
  const isForties = /\bla $/u.test(before) && amount.text.endsWith("aine");
  const isOfAge =
    isForties || amount.kind === "years" || (amount.kind === "count" && (endsHere || !hasNoun(amount, letter)));
  const wasThen = isOfAge && (isForties || aged.test(before));
  const isDecade = isForties || decade.test(before);
  const years = wasThen ? lines.flatMap((line) => listYears(line.amounts)) : [];
  const isAged = wasThen || (isOfAge && being.test(before));
  // Who tells no age may have any.
  if (
    isAged &&
    value >= MIN_AGE &&
    !lasting.test(foldText(letter.text.slice(amount.end, amount.end + 40))) &&
    !tellsAge(lines, today)
  )
    return true;
  const ages = [
    value - (loose > 0 && !isOver ? 2 : 0),
    value + (isDecade ? YEARS_OF_DECADE : isOver ? YEARS_OVER : 0),
  ] as const;
  if ((amount.kind === "years" || amount.kind === "count") && wasAge(ages, lines, years, today)) return true;
  const amounts = (isMine: boolean) => lines.filter((line) => isOwn(line) === isMine).flatMap((line) => line.amounts);
  // "For almost forty years", of a company founded then; "a boat that is 95 years old".
  const isOld = old.test(foldText(letter.text.slice(amount.end, amount.end + 16)));
  const isFounded =
    amount.kind === "years" &&
    (clause.subject !== "me" || isOld || clause.mode !== "fact") &&
    listYears([...amounts(false), ...(isOld ? amounts(true) : [])]).some((year) => {
      const age = today / 12 - year;
      return Math.abs(age - value) <= 3 || (isOver && age > value && age < value * OLDER);
    });
  if (isFounded) return true;
  const alike = amounts(true).filter(
    ({ kind, unit }) => kind === amount.kind && (kind !== "count" || unit === amount.unit || amount.unit === ""),
  );
  // "Recyclé en 2025, valable 3 ans"
  if (amount.kind === "year" && lines.some((line) => isOwn(line) && ends(line, value))) return true;
  const said = letter.text.slice(sentence.at, sentence.end);
  const others = listAmounts(sentence, letter)
    .filter(({ at }) => at !== amount.at)
    .map((each) => ({ ...each, at: each.at - sentence.at, end: each.end - sentence.at }));
  const reckoning = readReckoning({ quote: said, amounts: others });
  if (
    !isTime(amount) &&
    (lines.some((line) => isOwn(line) && followsFrom(line, amount, reckoning, loose)) ||
      (amount.kind === "percent" &&
        [others, speaksToYou ? amounts(false) : []].some((some) =>
          isShare({ quote: "", amounts: some }, amount, loose),
        )))
  )
    return true;
  const isOfCompany = speaksToYou || (clause.subject !== "me" && !isTime(amount));
  if (isOfCompany && !isTime(amount) && isMean({ quote: said, amounts: [...others, ...amounts(false)] }, amount))
    return true;
  const isTotal = ({ amounts: told }: Line) => sumValues(told.filter(({ kind }) => kind === amount.kind)) === value;
  if (
    together.test(foldText(said)) &&
    (isBlockSum(lines, amount) || lines.some((line) => isOwn(line) && isTotal(line)))
  )
    return true;
  if (alike.length > 1 && sumValues(alike) === value) return true;
  const isNear = ({ kind, values }: Amount) =>
    (kind === amount.kind || kind === "count") &&
    values.some((each) => value - each <= each * NEARLY && each - value <= (isOver ? value * MORE : each * NEARLY));
  // "four shops", "three languages": as many as are listed.
  return (
    (loose > 0 && [...amounts(true), ...(isOfCompany || value >= LARGE ? amounts(false) : [])].some(isNear)) ||
    (amount.inWords && amount.kind === "count" && value <= 6 && countable.test(amount.unit))
  );
}

const together = /\b(?:zusammen|insgesamt|together|altogether|in all|in total|en tout|au total)\b/u;
const sumValues = (amounts: readonly Amount[]) => amounts.reduce((sum, { values }) => sum + (values[0] ?? 0), 0);
/** Whether lines that follow each other, each with one figure of its kind, have so many in all. */
function isBlockSum(lines: readonly Line[], { kind, values: [value = 0] }: Amount): boolean {
  let sums: number[] = [];
  return lines.some((line) => {
    const told = line.amounts.filter((each) => each.kind === kind);
    const [only = 0] = told[0]?.values ?? [];
    if (!isOwn(line) || told.length !== 1) sums = [];
    else {
      const longer = sums.map((sum) => sum + only);
      sums = [...longer, only];
      return longer.includes(value);
    }
    return false;
  });
}

/** From which a figure near one of the company's is the company's: "a landlord of over six thousand homes". */
const LARGE = 100;
/** Of a figure, what "more than" may leave out. */
const MORE = 0.25;
/** How much older than "over a hundred years" a company may be. */
const OLDER = 1.4;
/** "Eight years, four of them at X" */
const isBareCount = ({ kind, unit, inWords }: Amount) =>
  kind === "count" && inWords && (unit === "" || isStopWord(unit) || /^(?:davon|dont|them)$/u.test(unit));
const old = /^ ?(?:(?:jahre?|years?|ans) )?(?:alt|old|d.age)\b/u;
/** Whether a number is the age of who was born in the year that a line says. */
export const isAge = (age: number, lines: readonly Line[], today: number): boolean =>
  wasAge([age, age], lines, [], today);

/** Whether someone is said to be something or to have worked: a driving licence lasts longer. */
const isOfWork = (clause: Clause, letter: ReadText, { end }: Amount): boolean => {
  // "Ten years of camogie, and captain in the last one"
  const next = listTokens(clause, letter).find(({ at, word }) => at > end && joining.test(word));
  const said = letter.text.slice(letter.tokens[clause.from]?.at, next?.at ?? letter.tokens[clause.to - 1]?.end);
  return holdsTitle(said) || working.test(foldText(said));
};
const working = /\b(?:experience|erfahrung|berufs)/u;

/** "Il y a trois ans": of anything that has a date. */
const ago = new RegExp(slots.ago, "u");
/** Folded, what stands between a place of a sentence and the name of a job. */
function readUntilName(from: number, { end }: Sentence, { text }: ReadText, jobs: Station[], named: Set<number>) {
  const rest = foldText(text.slice(from, end));
  const places = jobs.flatMap(({ names }, at) =>
    named.has(at + 1) ? [...names].map((name) => rest.indexOf(name)) : [],
  );
  return rest.slice(0, Math.min(rest.length, ...places.filter((at) => at >= 0)));
}
const afterwards = /\b(?:after|apres|nach)\b/u;
const aged = new RegExp(slots.aged, "u");
/** "Ten years of practice", no age. */
const lasting = new RegExp(slots.lasting, "u");
/** "Mit Anfang dreißig" */
const decade = /\b(?:anfang|mitte|ende|um die) $/u;
const YEARS_OF_DECADE = 9;
/** By how many years someone may be older who is "over thirty". */
const YEARS_OVER = 5;
/** "Mit 38 Fahrzeugen", but not "mit 38 durfte ich". */
const hasNoun = ({ end, unit }: Amount, { text, language }: ReadText): boolean =>
  language === "de" ? /^\s\p{Lu}/u.test(text.slice(end)) : unit !== "" && !isStopWord(unit);

const allYears = new WeakMap<Evidence, [number, number][]>();
/** The lengths that all jobs may have together: read once for a letter. */
function sumAllYears(evidence: Evidence): [number, number][] {
  const lengths = allYears.get(evidence) ?? sumYears(evidence.jobs, evidence.today);
  allYears.set(evidence, lengths);
  return lengths;
}
