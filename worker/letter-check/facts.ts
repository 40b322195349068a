import { type Amount, findMonth } from "./amounts.ts";
import amountWords from "./data/amounts.json" with { type: "json" };
import { checkContrasts } from "./contrasts.ts";
import slots from "./data/slots.json" with { type: "json" };
import { cover, type Evidence, type Line } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import { readLevels } from "./levels.ts";
import { type Clause, isStopWord, type ReadText, type Sentence, type Unit } from "./sentences.ts";
import { findNamedStations, findOnlyStation, sequel } from "./references.ts";
import { checkNames } from "./names.ts";
import { isTitle, sumYears } from "./timeline.ts";
import { checkStudies } from "./studies.ts";
import { checkTitle, findClaimedTitle } from "./titles.ts";
import { akin, foldText } from "./tokenize.ts";
import { findConcept } from "./vocabulary.ts";

type Reason = Finding<BlockingCode>;

const isOwn = ({ kind }: Line) => kind !== "company";
const idleBefore = new RegExp(amountWords.idle.before, "iu");
const idleAfter = new RegExp(amountWords.idle.after, "iu");
const hedged = new RegExp(slots.hedged, "u");
/** "Level 3", "niveau 4" */
const rung = new RegExp(`\\b(?:${slots.rungs}) $`, "u");
const countable = new RegExp(slots.countable, "u");
const since = new RegExp(slots.since, "u");

/** What a sentence states that the sources deny: a figure, a level, a diploma, a title, a fact of another job. */
export function findContradictions(sentence: Sentence, letter: ReadText, evidence: Evidence): Reason[] {
  if (sentence.courtesy) return [];
  const named = findNamedStations(sentence, letter, evidence);
  return [
    ...checkAmounts(sentence, letter, evidence, named),
    ...checkLevels(sentence, letter, evidence),
    ...checkHeld(sentence, letter, evidence),
    ...sentence.clauses.flatMap((clause, at) => checkTitle(clause, letter, evidence, named[at] ?? new Set())),
    ...checkMoved(sentence, letter, evidence, named),
    ...checkNames(sentence, letter, evidence),
    ...checkStudies(sentence, letter, evidence, named),
    ...checkContrasts(sentence, letter, evidence, named),
    ...checkMonths(sentence, letter, evidence),
  ];
}

const clauseAt = ({ clauses }: Sentence, letter: ReadText, at: number): Clause | undefined =>
  clauses.find(({ to }) => (letter.tokens[to - 1]?.end ?? 0) > at);

/** Figures and dates. */
function checkAmounts(sentence: Sentence, letter: ReadText, evidence: Evidence, namedBy: Set<number>[]): Reason[] {
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
        !letter.tokens.slice(clause.from, clause.to).some(({ word }) => /^(?:und|et|and)$/u.test(word));
      const isBound = amount.kind === "year" ? isSince(amount, letter) : !amount.inWords || (amount.values[0] ?? 0) > 6;
      if (named.size > 0 && [...named].every((station) => evidence.jobs[station - 1]?.school === false) && isElsewhere && amount.kind !== "years" && isBound)
        reasons.push({ code: "moved_fact", detail: amount.text });
      else if (
        amount.kind === "year" &&
        isStrictlySince(amount, letter) &&
        clause.subject === "me" &&
        evidence.ends.has(amount.values[0] ?? 0)
      )
        reasons.push({ code: "unknown_figure", detail: amount.text });
      else if (
        isOfAnother(amount, own, evidence) ||
        (named.size === 0 && isSince(amount, letter) && isApart(amount, own, clause, evidence)) ||
        (isSince(amount, letter) && isOfAnotherYear(amount, clause, letter, evidence))
      )
        reasons.push({ code: amount.kind === "year" ? "moved_fact" : "unknown_figure", detail: amount.text });
      continue;
    }
    const speaksToYou = sentence.clauses.some(
      ({ subject, from, to }) => subject === "you" || letter.families.slice(from, to).some((each) => each.has("you") || each.has("we")),
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

const isYears = ({ kind }: Amount) => kind === "years" || kind === "months";

/** "twelve calls" when the sources count other calls and twelve of something else. */
function isOfAnother({ unit, kind }: Amount, holding: Line[], { lines }: Evidence): boolean {
  if (kind !== "count" || unit.length < 4) return false;
  const counted = lines.filter(
    (line) => isOwn(line) && line.words.has(unit) && line.amounts.some((amount) => amount.unit === unit),
  );
  return counted.length > 0 && !holding.some((line) => line.words.has(unit) || line.kind !== "cv");
}

/** Whether what a clause says belongs to other jobs than the lines of its date. */
function isApart({ values }: Amount, holding: Line[], clause: Clause, { lines, jobs }: Evidence): boolean {
  const begun = jobs.flatMap(({ from, to, school }, at) =>
    [from, ...(school ? [to] : [])].some((month) => Math.floor((month - 1) / 12) === values[0]) ? [at + 1] : [],
  );
  const told = holding
    .filter(({ station, quote }) => /\p{L}{4}.*\p{L}{4}/u.test(quote) && jobs[station - 1]?.header.includes(quote) !== true)
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

/** "Since 2022 as a teacher", where the sources give that title, licence or diploma another year. */
function isOfAnotherYear({ values }: Amount, clause: Clause, letter: ReadText, { lines, jobs }: Evidence): boolean {
  if (clause.subject !== "me" || clause.mode !== "fact") return false;
  const toYear = (month: number) => Math.floor((month - 1) / 12);
  const title = findClaimedTitle(clause, letter);
  const word = title ? (letter.tokens[title.to]?.word ?? "") : "";
  // A course or a licence of that year, or the title in another line.
  const isTold = lines.some(
    ({ kind, station, quote, amounts }) =>
      kind !== "company" &&
      amounts.some((amount) => amount.values[0] === values[0]) &&
      (jobs[station - 1]?.header.includes(quote) !== true || (word !== "" && foldText(quote).includes(word))),
  );
  if (isTold) return false;
  const held = jobs.filter(({ header, school }) => word !== "" && !school && foldText(header).includes(word));
  if (held.length > 0)
    return !held.some(
      (job) =>
        [job, ...job.spans].some(({ from }) => toYear(from) === values[0]) ||
        lines.some((line) => jobs[line.station - 1] === job && line.amounts.some((amount) => amount.values[0] === values[0])),
    );
  const ids = clause.units
    .flatMap(({ hits }) => hits)
    .filter(({ concept: { sort, id, family } }) => (sort === "certificate" || (sort === "diploma" && Number(family) >= 3)) && !id.endsWith("hint"))
    .map(({ concept }) => concept.id);
  const about = lines.filter((line) => isOwn(line) && ids.some((id) => line.concepts.has(id)));
  const dated = about.filter(({ amounts }) => amounts.some(({ kind }) => kind === "year"));
  return dated.length > 0 && !about.some(({ amounts }) => amounts.some((amount) => amount.values[0] === values[0]));
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
  { jobs, today, lines }: Evidence,
  letter: ReadText,
  { sentence, clause, named }: { sentence: Sentence; clause: Clause; named: Set<number> },
): boolean {
  const [value = 0] = amount.values;
  const near = foldText(letter.text.slice(Math.max(0, amount.at - 22), amount.end + 12));
  const loose = hedged.test(near) ? 1 : 0;
  if (
    amount.kind === "years" ||
    amount.kind === "months" ||
    (amount.inWords && (amount.unit === "" || /derni|last|past|letzt/u.test(near)))
  ) {
    const length = amount.kind === "months" ? value / 12 : value;
    const isBound = named.size > 0 && !/\b(?:et|and|und|puis|then|dann|entre|between|zwischen)\b/u.test(near);
    const names = new Set(jobs.flatMap((job, at) => (named.has(at + 1) ? [...job.names] : [])));
    const title = findClaimedTitle(clause, letter);
    const word = title ? (letter.tokens[title.to]?.word ?? "") : "";
    const titled = new Set([...named].filter((station) => word !== "" && foldText(jobs[station - 1]?.header ?? "").includes(word)));
    const mine = titled.size > 0 ? jobs.filter((_, at) => titled.has(at + 1)) : isBound ? jobs.filter((job, at) => named.has(at + 1) || [...job.names].some((name) => names.has(name))) : jobs;
    // "More than ten years" may be twelve.
    const more = /\b(?:plus d|more than|over|uber|mehr als|depasse|a good|gut)/u.test(near) ? 1 + length * 0.3 : loose;
    if (sumYears(mine, today).some(([low, high]) => length >= low - more && length <= high + loose)) return true;
    if (!isBound && jobs.some(({ from, school }) => !school && Math.abs((today - from) / 12 - value) <= 1.2 + loose))
      return true;
  }
  // "For almost forty years", of a company founded then.
  const isFounded =
    amount.kind === "years" &&
    clause.subject !== "me" &&
    lines.some((line) => !isOwn(line) && line.amounts.some(({ values, kind }) => kind === "year" && Math.abs(today / 12 - (values[0] ?? 0) - value) <= 3));
  const isWhole = amount.kind === "year" && /\b(?:annee|year|jahr) $/u.test(foldText(letter.text.slice(Math.max(0, amount.at - 8), amount.at)));
  if (isFounded || (isWhole && jobs.some(({ from, to, school }) => !school && from <= value * 12 + 1 && to >= value * 12 + 12))) return true;
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
  const isTotal = amount.kind !== "weeks" && amount.kind !== "hours" ? true : /total|ensemble|together|insgesamt|zusammen|en tout|in all|cumul/u.test(foldText(letter.text.slice(sentence.at, sentence.end)));
  if (isTotal && alike.length <= 8 && sumsOf(alike.map(({ values }) => values[0] ?? 0)).has(value)) return true;
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

const born = /\b(?:nee? |born|geb|jahrgang|date of birth|naissance)/u;

/** The sums of several of some numbers. */
const sumsOf = (numbers: number[]): Set<number> => {
  const sums = new Set<number>();
  for (let mask = 3; mask < 2 ** numbers.length; mask += 1)
    if ((mask & (mask - 1)) !== 0) sums.add(numbers.reduce((sum, each, at) => sum + ((mask >> at) & 1) * each, 0));
  return sums;
};

const exam = new RegExp(`\\b(?:${slots.exams.join("|")})`, "iu");

/** Languages and their levels. */
function checkLevels(
  { clauses, at, end }: Sentence,
  letter: ReadText,
  { lines, language: cvLanguage }: Evidence,
): Reason[] {
  const [from, to] = [clauses[0]?.from ?? 0, clauses.at(-1)?.to ?? 0];
  if (clauses.every(({ mode, subject }) => mode === "wish" || mode === "no" || subject === "you")) return [];
  const told = clauses.filter(({ mode, subject }) => mode === "fact" && subject !== "you");
  const hits = letter.hits.filter(
    (hit) => told.some((clause) => hit.from >= clause.from && hit.to < clause.to) && !isNationality(hit.to, letter),
  );
  const said = readLevels(
    letter.text,
    letter.tokens.slice(from, to),
    hits.map((hit) => ({ ...hit, from: hit.from - from, to: hit.to - from })),
    8,
  );
  const speaks = letter.tokens.slice(from, to).some(({ word }) => new RegExp(slots.speaking, "u").test(word));
  const text = letter.text.slice(at, end);
  if (new RegExp(slots.aiming, "u").test(foldText(text))) return [];
  const isExact = /\b[ABC][12]\b/u.test(text);
  const cefr = exam.test(text) ? /\b[ABC][12]\b/u.exec(text)?.[0] : undefined;
  if (
    cefr !== undefined &&
    !lines.some(
      (line) =>
        isOwn(line) &&
        line.quote.includes(cefr) &&
        (exam.test(line.quote) || [...line.levels.keys()].some((language) => said.has(language))),
    )
  )
    return [{ code: "language_level", detail: text }];
  const isSpoken = (language: string) =>
    clauses.some(
      (clause) =>
        clause.mode === "fact" &&
        clause.subject === "me" &&
        hits.some((hit) => hit.concept.id === language && hit.from >= clause.from && hit.to < clause.to) &&
        letter.tokens.slice(clause.from, clause.to).some(({ word }) => /^(?:parle|speak|spreche)$/u.test(word)),
    );
  return [...said].flatMap(([language, grade]): Reason[] => {
    if (grade === 0 && !speaks) return [];
    const held = lines.filter(isOwn).flatMap((line) => line.levels.get(language) ?? []);
    const isPlain =
      language === slots.languages[letter.language ?? "en"] || language === slots.languages[cvLanguage ?? "en"];
    if (held.length === 0)
      return (grade >= 3 || isSpoken(language)) &&
        speaks &&
        !isPlain &&
        !lines.some((line) => isOwn(line) && line.concepts.has(language))
        ? [{ code: "language_level", detail: letter.text.slice(at, end) }]
        : [];
    const best = Math.max(...held);
    return best > 0 && grade >= best + (isExact && Number.isInteger(grade) && Number.isInteger(best) ? 1 : 1.4)
      ? [{ code: "language_level", detail: letter.text.slice(at, end) }]
      : [];
  });
}

/** "A French designer", "das irische Zeugnis": no language. */
const isNationality = (at: number, { tokens, language, text }: ReadText) => {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (!token || !next || !/^ $/u.test(text.slice(token.end, next.at))) return false;
  if (language === "de") return !token.capital && !/^sprach|^kenntnis/u.test(next.word);
  return language === "en" && !next.capital && !isStopWord(next.word) && !new RegExp(slots.speaking, "u").test(next.word);
};

const codes: Record<string, BlockingCode> = {
  tool: "unknown_skill",
  certificate: "unknown_skill",
  diploma: "unknown_diploma",
};

/** Diplomas, certificates, tools and titles that the candidate does not have. */
function checkHeld({ clauses, at, end }: Sentence, letter: ReadText, evidence: Evidence): Reason[] {
  return clauses.flatMap((clause) => {
    const denies = clauses.some(({ mode }) => mode === "no") || unknowing.test(foldText(letter.text.slice(at, end)));
    if (clause.mode !== "fact" || clause.subject === "you") return [];
    return clause.units.flatMap((unit): Reason[] => {
      const hit = unit.hits.find(({ concept }) => concept.sort in codes && !concept.id.endsWith("-hint"));
      const code = hit && codes[hit.concept.sort];
      if (!hit || !code || (hit.concept.sort === "tool" && letter.tokens[unit.from]?.capital !== true)) return [];
      const after = letter.families.slice(clause.from, unit.from).some((each) => each.has("you"));
      const pool = evidence.lines.filter((line) => (isOwn(line) && !line.wished) || (after && line.kind === "company"));
      if (pool.some((line) => cover(line, { ...unit, hits: [hit] }, false) > 0)) return [];
      if (denies) return [];
      const isForeign = letter.language !== evidence.language;
      if (isForeign && /^university/u.test(hit.concept.id)) return [];
      if (clause.subject !== "me" && (hit.concept.family === "9" || clauses.some(({ subject }) => subject === "you"))) return [];
      if (code === "unknown_diploma" && isLowerDiploma(hit.concept.family, evidence, letter)) return [];
      return [{ code, detail: unit.words.join(" ") }];
    });
  });
}

/** What someone does not know or have yet. */
const unknowing = new RegExp(slots.unknowing, "u");

/** In another language a diploma no higher than the candidate's may be its translation. */
const isLowerDiploma = (grade: string, { lines, language }: Evidence, letter: ReadText) =>
  language !== letter.language &&
  Number(grade) <=
    Math.max(
      0,
      ...lines
        .filter(isOwn)
        .flatMap((line) => [...line.concepts])
        .map((id) => findConcept(id))
        .map((concept) => (concept?.sort === "diploma" ? Number(concept.family) || 0 : 0)),
    );

/** Facts of one job stated of another. */
function checkMoved({ clauses }: Sentence, letter: ReadText, evidence: Evidence, namedBy: Set<number>[]): Reason[] {
  const own = evidence.lines.filter(isOwn);
  return clauses.flatMap((clause, at): Reason[] => {
    const named = namedBy[at];
    if (!named || named.size === 0 || clause.subject === "you" || clause.mode !== "fact") return [];
    const isWork = (station: number) => station > 0 && evidence.jobs[station - 1]?.school === false;
    if (![...named].every(isWork)) return [];
    const moved = clause.units.filter((unit) => {
      if (!["domain", "unknown", "known", "scope", "life"].includes(unit.family)) return false;
      if (letter.language !== "de" && letter.tokens[unit.from]?.capital) return false;
      if (isTitle(unit.words.at(-1) ?? "") || isInName(unit, clause, letter, evidence) || isPastAnother(unit, clause, letter, evidence)) return false;
      if (unit.hits.some(({ concept }) => !["word", "field", "skill"].includes(concept.sort))) return false;
      const says = ({ words }: Line) => unit.words.every((word) => words.has(word) || isInflected(words, word));
      const holding = own.filter(says);
      return (
        holding.some(({ station }) => isWork(station)) &&
        holding.every(({ station }) => isWork(station) && !named.has(station)) &&
        !own.some((line) => named.has(line.station) && cover(line, unit, false) === 2 && !hasFamilyOnly(unit))
      );
    });
    const isSure = moved.some(({ family }) => family !== "known") || moved.length > 1;
    return isSure ? [{ code: "moved_fact", detail: moved.map(({ words }) => words.join(" ")).join(", ") }] : [];
  });
}
/** "after the apprenticeship at A I baked": what stands past such a word may be of another job. */
function isPastAnother({ from, to }: Unit, clause: Clause, { tokens }: ReadText, { jobs }: Evidence): boolean {
  const place = tokens.findIndex(({ word, capital }, at) => at >= clause.from && capital && jobs.some(({ names }) => names.has(word)));
  return tokens.slice(Math.min(to, place), Math.max(from, place) + 1).some(({ word }) => sequel.test(word));
}

/** A word of everyday working life, which another word of its field would cover too. */
const hasFamilyOnly = ({ hits }: Unit) => hits.every(({ concept }) => concept.sort === "word");
const isInflected = (words: Set<string>, word: string) =>
  word.length >= 5 &&
  [...words].some((other) => {
    const [short, long] = word.length < other.length ? [word, other] : [other, word];
    return short.length >= 5 && long.length - short.length <= 3 && long.startsWith(short.slice(0, Math.max(5, short.length - 2)));
  });

/** Whether a word is part of an employer's name: "Elektro Brandau", "Paketzentrum Töss". */
function isInName({ from, to }: Unit, clause: Clause, { tokens, text }: ReadText, { jobs }: Evidence): boolean {
  let [first, last] = [from, to];
  const goesOn = (at: number) =>
    tokens[at]?.capital === true && /^[ &.'-]*$/u.test(text.slice(tokens[at - 1]?.end, tokens[at]?.at));
  while (first > clause.from && tokens[first]?.capital && goesOn(first) && tokens[first - 1]?.capital) first -= 1;
  while (last + 1 < clause.to && goesOn(last + 1)) last += 1;
  return tokens.slice(first, last + 1).some(({ word, capital }) => capital && jobs.some(({ names }) => names.has(word)));
}

/** Months that no source names: "from March to June". */
function checkMonths({ clauses }: Sentence, letter: ReadText, { lines }: Evidence): Reason[] {
  return letter.hits.flatMap(({ concept, from, to }): Reason[] => {
    const clause = clauses.find((each) => each.from <= from && each.to > to);
    if (concept.sort !== "month" || !clause || clause.mode === "wish" || clause.subject === "you") return [];
    const before = letter.tokens.slice(Math.max(clause.from, from - 2), from).map(({ word }) => word);
    if (!before.some((word) => dating.test(word))) return [];
    const month = findMonth(letter.tokens[from]?.word ?? "");
    const isHeld =
      month === 0 ||
      lines.some((line) => line.concepts.has(concept.id) || line.amounts.some((amount) => amount.month === month));
    return isHeld ? [] : [{ code: "unknown_figure", detail: letter.tokens[from]?.raw ?? "" }];
  });
}
const dating = /^(?:ab|bis|vom|seit|from|until|since|depuis|jusqu|den)$/u;
