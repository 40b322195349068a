import { type Amount, findMonth } from "./amounts.ts";
import { findClaimedTitle } from "./check-titles.ts";
import amountWords from "./data/amounts.json" with { type: "json" };
import slots from "./data/slots.json" with { type: "json" };
import { cover, type Evidence, isOwn, type Line } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import { findOnlyStation } from "./named-stations.ts";
import { type Clause, isStopWord, type ReadText, type Sentence } from "./sentences.ts";
import { type Period, sumYears } from "./timeline.ts";
import { foldText } from "./tokenize.ts";

type Reason = Finding<BlockingCode>;

const idleBefore = new RegExp(amountWords.idle.before, "iu");
const idleAfter = new RegExp(amountWords.idle.after, "iu");
const hedged = new RegExp(slots.hedged, "u");
/** "Level 3", "niveau 4" */
const rung = new RegExp(`\\b(?:${slots.rungs}) $`, "u");
const countable = new RegExp(slots.countable, "u");
const since = new RegExp(slots.since, "u");

const clauseAt = ({ clauses }: Sentence, letter: ReadText, at: number): Clause | undefined =>
  clauses.find(({ to }) => (letter.tokens[to - 1]?.end ?? 0) > at);

/** Figures and dates. */
export function checkAmounts(
  sentence: Sentence,
  letter: ReadText,
  evidence: Evidence,
  namedBy: Set<number>[],
): Reason[] {
  const reasons: Reason[] = [];
  const amounts = letter.amounts.filter(({ at }) => at >= sentence.at && at < sentence.end);
  for (const amount of amounts) {
    const clause = clauseAt(sentence, letter, amount.at);
    if (!clause || isIdle(amount, clause, letter)) continue;
    if (rung.test(foldText(letter.text.slice(Math.max(0, amount.at - 12), amount.at)))) continue;
    const here = namedBy[sentence.clauses.indexOf(clause)] ?? new Set<number>();
    // "Six years in care, at the clinic X"
    const named = here.size === 0 && isYears(amount) ? findOnlyStation(sentence, letter, namedBy) : here;
    const holding = evidence.lines.filter((line) => line.amounts.some((source) => holds(source, amount)));
    const own = holding.filter(isOwn);
    if (own.length > 0) {
      const isElsewhere =
        own.every(({ station }) => evidence.jobs[station - 1]?.school === false && !named.has(station)) &&
        !letter.tokens
          .slice(clause.from, clause.to)
          .some(({ word, at }) => at < amount.at && /^(?:und|et|and)$/u.test(word));
      const isBound = amount.kind === "year" ? isSince(amount, letter) : !amount.inWords || (amount.values[0] ?? 0) > 6;
      if (
        named.size > 0 &&
        [...named].every((station) => evidence.jobs[station - 1]?.school === false) &&
        isElsewhere &&
        amount.kind !== "years" &&
        isBound
      )
        reasons.push({ code: "moved_fact", detail: amount.text });
      else if (
        amount.kind === "year" &&
        isStrictlySince(amount, letter) &&
        clause.subject === "me" &&
        evidence.ends.has(amount.values[0] ?? 0)
      )
        reasons.push({ code: "unknown_figure", detail: amount.text });
      else if (named.size === 0 && isSince(amount, letter) && isApart(amount, own, clause, evidence))
        reasons.push({ code: amount.kind === "year" ? "moved_fact" : "unknown_figure", detail: amount.text });
      continue;
    }
    const speaksToYou = sentence.clauses.some(
      ({ subject, from, to }) =>
        subject === "you" || letter.families.slice(from, to).some((each) => each.has("you") || each.has("we")),
    );
    const saysI = letter.tokens.slice(clause.from, clause.to).some(({ word }) => /^(?:je|j|i|ich)$/u.test(word));
    const isMine =
      !speaksToYou &&
      (clause.past && here.size > 0 ? true : saysI && clause.mode !== "wish") &&
      (clause.past || isYears(amount) || amount.kind === "year");
    // What the company counts is not the candidate's.
    if (holding.length > 0 && !isMine) continue;
    if (isDerived(amount, evidence, letter, { sentence, clause, named })) continue;
    reasons.push({ code: "unknown_figure", detail: amount.text });
  }
  // "de 2006 à 2016": both years are known, but not as one period.
  amounts.forEach((first, index) => {
    const second = amounts[index + 1];
    if (
      !second ||
      first.kind !== "year" ||
      second.kind !== "year" ||
      !/^\s*(?:à|to|until|till|bis|et|and|und|-|–)\s*(?:\p{L}+\s)?$/u.test(letter.text.slice(first.end, second.at))
    )
      return;
    const isTogether = evidence.lines.some((line) =>
      [first, second].every((amount) => line.amounts.some((source) => holds(source, amount))),
    );
    const isPlaced = clauseAt(sentence, letter, first.at)?.units.some((unit) =>
      evidence.lines.some((line) => line.station > 0 && unit.family !== "common" && cover(line, unit, true) === 2),
    );
    const isPeriod =
      evidence.jobs.some(({ from }) => Math.floor((from - 1) / 12) === first.values[0]) &&
      evidence.jobs.some(({ to }) => Math.floor((to - 1) / 12) === second.values[0]);
    if (
      !isTogether &&
      !(isPeriod && !isPlaced && namedBy.every(({ size }) => size !== 1)) &&
      !reasons.some(({ detail }) => detail === first.text || detail === second.text)
    )
      reasons.push({ code: "moved_fact", detail: `${first.text} – ${second.text}` });
  });
  return reasons;
}

/**
 * For each figure that a sentence states, the lines that hold it; for a length of time that adds periods up, those
 * periods. An empty list for one that follows from the sources in another way.
 */
export function findFigureLines(sentence: Sentence, letter: ReadText, { lines }: Evidence): Line[][] {
  return letter.amounts
    .filter(({ at }) => at >= sentence.at && at < sentence.end)
    .flatMap((amount) => {
      const clause = clauseAt(sentence, letter, amount.at);
      if (!clause || clause.mode === "wish" || isIdle(amount, clause, letter)) return [];
      const holding = lines.filter((line) => !line.requested && line.amounts.some((source) => holds(source, amount)));
      const isPeriod = ({ kind, amounts }: Line) =>
        kind === "cv" && amounts.filter((source) => source.kind === "year").length > 1;
      return [holding.length > 0 || !isYears(amount) ? holding : lines.filter(isPeriod)];
    });
}

const isYears = ({ kind }: Amount) => kind === "years" || kind === "months";

/** Whether what a clause says belongs to other jobs than the lines of its date. */
function isApart({ values }: Amount, holding: Line[], clause: Clause, { lines, jobs }: Evidence): boolean {
  const begun = jobs.flatMap(({ from, to, school }, at) =>
    [from, ...(school ? [to] : [])].some((month) => Math.floor((month - 1) / 12) === values[0]) ? [at + 1] : [],
  );
  const told = holding
    .filter(
      ({ station, quote }) => /\p{L}{4}.*\p{L}{4}/u.test(quote) && jobs[station - 1]?.header.includes(quote) !== true,
    )
    .map(({ station }) => station);
  const here = new Set(
    begun.length > 0 && holding.every(({ station }) => station > 0)
      ? [...begun, ...told]
      : holding.map(({ station }) => station),
  );
  if (here.has(0) || clause.subject !== "me") return false;
  const where = clause.units
    .filter(({ family }) => family === "domain" || family === "unknown" || family === "known")
    .map((unit) => lines.filter((line) => isOwn(line) && cover(line, unit, true) === 2).map(({ station }) => station))
    .filter((stations) => stations.length > 0);
  return where.length > 0 && where.every((stations) => stations.every((station) => station > 0 && !here.has(station)));
}

const isStrictlySince = ({ at }: Amount, { text }: ReadText) =>
  /\b(?:depuis|since|seit)\s+(?:le\s+|dem\s+)?(?:\p{L}+\s+)?$/iu.test(text.slice(Math.max(0, at - 24), at));
const isSince = ({ at }: Amount, { text }: ReadText) => since.test(foldText(text.slice(Math.max(0, at - 24), at)));

/** Whether a number states no fact: "those two", "two or three", "at seven". */
function isIdle(
  { at, end, values, kind, unit, inWords, text: said }: Amount,
  clause: Clause,
  letter: ReadText,
): boolean {
  const [before, after] = [letter.text.slice(Math.max(0, at - 16), at), letter.text.slice(end, end + 28)];
  const [value = 0] = values;
  if (/^neuf/iu.test(said) && /^\s*[,.;:]/u.test(after)) return true;
  if (/\b(?:allen|tous les|toutes les|all)\s$/iu.test(before) && value <= 4) return true;
  if (unit.startsWith("minut") || /^-(?:first|second|third|\p{L}+th\b)/u.test(after)) return true;
  if (value <= 1 || idleAfter.test(after) || (value <= 31 && findMonth(unit) > 0)) return true;
  if (/(?:fewer than|less than|moins de|weniger als)\s*$/iu.test(before) && clause.subject !== "me") return true;
  if (clause.mode === "wish" && kind !== "years" && kind !== "year") return true;
  if (clause.mode !== "fact" && kind !== "year" && kind !== "years" && inWords && value <= 12) return true;
  if (kind === "percent" && value === 100) return true;
  if (/^\s?h\b|^\s?(?:heures|uhr|a\.?m\b|p\.?m\b|o'clock)/iu.test(after) && value <= 24 && clause.subject !== "me")
    return true;
  if (/\b(?:unter|under|moins de)[\s-]*$/iu.test(before)) return true;
  if (
    /\bkey stage\s*$|\bCS[\d, ]*(?:and |et )?$/iu.test(before) ||
    (/^\s?[).]\s/u.test(after) && /(?:^|[\n.:;!?])\s*$/u.test(before))
  )
    return true;
  if (/^neuf/iu.test(said) && /\b(?:le|du|tout|de|en)\s$/iu.test(before)) return true;
  if (!inWords) return /^(?:24|7)$/u.test(said) && /^\s?(?:h\b|j\b|\/|sur\b|stunden|days)/iu.test(after);
  if (kind === "count" && value <= 20 && (unit === "" || isStopWord(unit))) return true;
  if (value <= 6 && idleBefore.test(before)) return true;
  if (value <= 4 && /(?:\bou|\bor|\boder|,)\s*$/iu.test(before)) return true;
  if (kind === "count" && value <= (clause.subject === "me" ? 2 : 4)) return true;
  if (/^-(?:year|month|week)/u.test(after)) return true;
  if (/\b(?:à|at|um|gegen|vers|âgée? de|aged|mit|sur|von|out of)\s*$/iu.test(before) && kind === "count" && value <= 12)
    return true;
  return (kind === "hours" || kind === "weeks") && value <= 3;
}

function holds(source: Amount, amount: Amount): boolean {
  if (amount.month > 0 && source.month > 0 && amount.month !== source.month && amount.kind === "year") return false;
  const scale = { years: 12, months: 1 } as Record<string, number>;
  if (source.kind === "weeks" && amount.kind === "weeks") {
    // "Quinze jours" are two weeks.
    const toDays = ({ values, unit }: Amount) => (values[0] ?? 0) * (/^(?:sem|week|woche)/u.test(unit) ? 7 : 1);
    if (Math.abs(toDays(source) - toDays(amount)) <= (toDays(amount) > 7 ? 1 : 0)) return true;
    if (!source.values.some((value) => amount.values.includes(value))) return false;
  }
  const [a, b] = [scale[source.kind], scale[amount.kind]];
  if (a !== undefined && b !== undefined && a !== b)
    return source.values.some((value) => amount.values.includes((value * a) / b));
  if (!amount.values.some((value) => source.values.includes(value))) return false;
  if (amount.kind === source.kind) return true;
  // "Eight years" are no eight graduates.
  if (amount.kind === "count" && source.inWords && isYears(source) && amount.unit !== "" && !isStopWord(amount.unit))
    return false;
  return (
    (amount.kind === "year"
      ? ["count"]
      : source.kind === "count" || amount.kind === "count"
        ? ["count", "weeks", "hours", "months", "years", "percent", "money"]
        : []
    ).includes(source.kind) && !(amount.kind === "years" && source.kind !== "count")
  );
}

/** Whether a number follows from the sources: summed years, rounded ones, an age, as many jobs. */
function isDerived(
  amount: Amount,
  evidence: Evidence,
  letter: ReadText,
  { sentence, clause, named }: { sentence: Sentence; clause: Clause; named: Set<number> },
): boolean {
  const { jobs, today, lines } = evidence;
  const [value = 0] = amount.values;
  const near = foldText(letter.text.slice(Math.max(0, amount.at - 22), amount.end + 12));
  const loose = hedged.test(near) ? 1 : 0;
  const loosePeriods = readLoosePeriods(lines);
  // "Eight years in a mill, another sixteen in a shop"
  const goesOn = letter.amounts.some((other) => isYears(other) && other.at >= sentence.at && other.at < amount.at);
  if (
    amount.kind === "years" ||
    amount.kind === "months" ||
    (amount.inWords && (goesOn || amount.unit === "" || /derni|last|past|letzt/u.test(near)))
  ) {
    const length = amount.kind === "months" ? value / 12 : value;
    const isBound = named.size > 0 && !/\b(?:et|and|und|puis|then|dann|entre|between|zwischen)\b/u.test(near);
    const names = new Set(jobs.flatMap((job, at) => (named.has(at + 1) ? [...job.names] : [])));
    const title = findClaimedTitle(clause, letter);
    const word = title ? (letter.tokens[title.to]?.word ?? "") : "";
    const titled = new Set(
      [...named].filter((station) => word !== "" && foldText(jobs[station - 1]?.header ?? "").includes(word)),
    );
    const mine =
      titled.size > 0
        ? jobs.filter((_, at) => titled.has(at + 1))
        : isBound
          ? jobs.filter((job, at) => named.has(at + 1) || [...job.names].some((name) => names.has(name)))
          : loosePeriods.length > jobs.filter(({ school }) => !school).length
            ? loosePeriods
            : jobs;
    // "More than ten years" may be twelve.
    const more = /\b(?:plus d|more than|over|uber|mehr als|depasse|a good|gut)/u.test(near) ? 1 + length * 0.3 : loose;
    const lengths = mine === jobs ? sumAllYears(evidence) : sumYears(mine, today);
    if (lengths.some(([low, high]) => length >= low - more && length <= high + loose)) return true;
    if (!isBound && jobs.some(({ from, school }) => !school && Math.abs((today - from) / 12 - value) <= 1.2 + loose))
      return true;
  }
  // "For almost forty years", of a company founded then.
  const isFounded =
    amount.kind === "years" &&
    clause.subject !== "me" &&
    lines.some(
      (line) =>
        !isOwn(line) &&
        line.amounts.some(
          ({ values, kind }) => kind === "year" && Math.abs(today / 12 - (values[0] ?? 0) - value) <= 3,
        ),
    );
  const isWhole =
    amount.kind === "year" &&
    /\b(?:annee|year|jahr) $/u.test(foldText(letter.text.slice(Math.max(0, amount.at - 8), amount.at)));
  if (
    isFounded ||
    (isWhole && jobs.some(({ from, to, school }) => !school && from <= value * 12 + 1 && to >= value * 12 + 12))
  )
    return true;
  const isAge = lines.some(
    (line) =>
      isOwn(line) &&
      born.test(foldText(line.quote)) &&
      line.amounts.some(({ values, kind }) => kind === "year" && Math.abs(today / 12 - (values[0] ?? 0) - value) <= 2),
  );
  if (isAge) return true;
  const counts = lines.filter(isOwn).flatMap((line) => line.amounts);
  const alike = counts.filter(
    (source) =>
      source.kind === amount.kind && (source.kind !== "count" || source.unit === amount.unit || amount.unit === ""),
  );
  const isTotal =
    amount.kind !== "weeks" && amount.kind !== "hours"
      ? true
      : /total|ensemble|together|insgesamt|zusammen|en tout|in all|cumul/u.test(
          foldText(letter.text.slice(sentence.at, sentence.end)),
        );
  const all = alike.reduce((sum, { values }) => sum + (values[0] ?? 0), 0);
  const isDated = letter.amounts.some(({ kind, at }) => kind === "year" && at >= sentence.at && at < sentence.end);
  if (alike.length > 1 && all === value && named.size === 0 && !isDated) return true;
  if (isTotal && alike.length <= 8 && addUpSome(alike.map(({ values }) => values[0] ?? 0)).has(value)) return true;
  if (
    loose > 0 &&
    counts.some((source) =>
      source.kind === amount.kind || source.kind === "count"
        ? source.values.some((each) => Math.abs(each - value) <= each * 0.12)
        : false,
    )
  )
    return true;
  // "four shops", "three languages": as many as are listed.
  return amount.inWords && amount.kind === "count" && value <= 6 && countable.test(amount.unit);
}

const allYears = new WeakMap<Evidence, [number, number][]>();
/** The lengths that all jobs may have together: read once for a letter. */
function sumAllYears(evidence: Evidence): [number, number][] {
  const lengths = allYears.get(evidence) ?? sumYears(evidence.jobs, evidence.today);
  allYears.set(evidence, lengths);
  return lengths;
}

/** Periods in lines of a CV that belong to no job: the CV is laid out in a way of its own. */
const readLoosePeriods = (lines: Line[]): Period[] =>
  lines.flatMap(({ kind, station, amounts }): Period[] => {
    const [first, last] = amounts.filter((amount) => amount.kind === "year").map(({ values }) => values[0] ?? 0);
    if (kind !== "cv" || station > 0 || first === undefined || last === undefined || last < first) return [];
    return [{ from: first * 12 + 1, to: last * 12 + 12, school: false, spans: [] }];
  });

const born = /\b(?:nee? |born|geb|jahrgang|date of birth|naissance)/u;

/** The sums of several of some numbers. */
const addUpSome = (numbers: number[]): Set<number> => {
  const sums = new Set<number>();
  for (let mask = 3; mask < 2 ** numbers.length; mask += 1)
    if ((mask & (mask - 1)) !== 0) sums.add(numbers.reduce((sum, each, at) => sum + ((mask >> at) & 1) * each, 0));
  return sums;
};
