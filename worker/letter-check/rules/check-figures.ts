import { parseCvTimeline } from "../cv-timeline.ts";
import words from "../data/check-figures.json" with { type: "json" };
import { type Figure, holds } from "../figures.ts";
import type { BlockingCode, Finding, WarningCode } from "../findings.ts";
import { cueBefore, type ParsedLetter, findSentence } from "../parse-letter.ts";
import type { ParsedSource, CheckSources } from "../parse-sources.ts";
import { source, wholeWord } from "../patterns.ts";

/** Idioms that state no fact. */
const idle = new RegExp(
  source`^(?:\s*(?:heures sur|jours sur|h\s?\/|j\s?\/|\/\s?7|\/\s?24|sur 7|sur 24)
  |\s*(?:%|pour cent|percent|prozent)\s*(?:motiv|engag|dispon|commit|ready|bereit|dabei|investi))`,
  "iu",
);

/** "twice", "in two steps", "two of your three languages": counts without a claim. */
const turns = new RegExp(
  source`^\s*(?:fois|temps|times|mal\b|steps?|étapes|mots|words|lines|lignes|phrases
  |sentences|Worten?|Wörtern?|Zeilen?|Sätzen?|Sommern?|étés|summers|saisons|seasons|raisons|reasons|Gründen?
  |choses|things|Dingen?|points?|Punkten?|mondes|worlds|Welten|of (?:your|our|the|its)|de (?:vos|nos|ces|ses)
  |Ihrer|unserer|dieser)\b`,
  "iu",
);

const vagueYears = new RegExp(
  source`\b(?:de nombreuses années|plusieurs années|many years|several years
  |jahrelang\w*|langjährig\w*|mehrjährig\w*|viele jahre)\b`,
  "iu",
);
/** Finds figures that are in no source, or belong to someone else there. */
export function figureFindings(
  letter: ParsedLetter,
  { own, company, cv }: CheckSources,
): { reasons: Finding<BlockingCode>[]; warnings: Finding<WarningCode>[] } {
  const reasons: Finding<BlockingCode>[] = [];
  for (const figure of letter.figures) {
    const index = letter.tokens.findIndex((token) => token.end > figure.at);
    if (isIdle(figure, letter, index) || letter.named[index] === true || isPartOfName(letter, index)) continue;
    if (own.figures.some((source) => holds(source, figure))) continue;
    // A figure of the company may be anywhere except where the candidate's years and people are.
    const isOwn =
      isOwnCue(letter, index) &&
      (figure.kind === "years" ||
        figure.kind === "year" ||
        figure.kind === "percent" ||
        figure.units.includes("staff"));
    if (company.figures.some((source) => holds(source, figure)) && !isOwn && !isSince(figure, letter, index)) continue;
    // "ces quatre dernières saisons" when the CV has four years there.
    if (
      figure.kind === "count" &&
      figure.inWords &&
      /(?:derni|last|past|letzte|vergangen)/iu.test(
        letter.text.slice(Math.max(0, figure.at - 14), figure.at + figure.text.length + 12),
      ) &&
      isSpan(figure, letter, index, cv)
    )
      continue;
    // "douze mois" when the source says "un an".
    if (
      figure.kind === "months" &&
      figure.values[0] === 12 &&
      /\b(?:un an|une année|one[- ]year|a year|ein(?:em|es)? jahr)\b/iu.test(own.text)
    )
      continue;
    // "plus de 600" when the source says 620.
    if (
      figure.kind === "count" &&
      /(?:plus de|au-delà de|over|more than|über|mehr als)\s*$/iu.test(
        letter.text.slice(Math.max(0, figure.at - 14), figure.at),
      ) &&
      own.figures.some(
        (source) =>
          source.kind === "count" &&
          figure.values.some((value) => source.values.some((each) => each >= value && each < value * 1.1)),
      )
    )
      continue;
    // "in two years from the first shop to the fourth": no claim of the candidate.
    if (figure.kind === "years" && !isOfCandidate(letter, index)) continue;
    if (figure.kind === "years" && isSpan(figure, letter, index, cv)) continue;
    if (
      isAge(figure, letter) &&
      own.figures.some((source) => source.kind === "count" && source.values[0] === figure.values[0])
    )
      continue;
    reasons.push({ code: "unknown_figure", detail: figure.text });
  }
  for (const [decade] of letter.text.matchAll(
    /\b(?:a|one|an?|une|ein(?:em|es)?) (?:decade|décennie|jahrzehnts?)\b/giu,
  )) {
    const index = letter.tokens.findIndex((token) => token.at >= letter.text.indexOf(decade));
    const isHeld =
      [...own.figures, ...company.figures].some(
        ({ kind, values }) => kind === "years" && values.some((value) => value >= 10 && value < 13),
      ) || /\b(?:decade|décennie|jahrzehnt|dix ans|ten years|zehn jahre)/iu.test(own.text);
    if (
      !isHeld &&
      isOfCandidate(letter, index) &&
      cueBefore(letter, index) !== "company" &&
      cueBefore(letter, index) !== "wish"
    )
      reasons.push({ code: "unknown_figure", detail: decade });
  }
  const vague = vagueYears.exec(letter.text);
  return { reasons, warnings: vague ? [{ code: "vague_figure", detail: vague[0] }] : [] };
}

const timeOfDay = new RegExp(
  source`^\s*(?:in the (?:morning|evening|afternoon)|at night|o'clock|[ap]\.?m\b
  |du matin|du soir|de l'après-midi|heures? (?:du|de l')|h\b|uhr)`,
  "iu",
);
/** Whether a figure states no fact: "those two", "two or three", "a talk of twenty minutes". */
export function isIdle(figure: Figure, letter: ParsedLetter, index: number): boolean {
  const { text } = letter;
  const [value = 0] = figure.values;
  const behind = text.slice(figure.at + figure.text.length, figure.at + figure.text.length + 24);
  // A time of day.
  if (value <= 24 && timeOfDay.test(behind)) return true;
  // "a talk of twenty minutes"
  if (figure.kind === "hours" && /minut/iu.test(behind) && !isOwnCue(letter, index)) return true;
  // "where 1 is best"
  if (value <= 1 && figure.kind === "count" && !isOwnNear(letter, index)) return true;
  if (figure.inWords) {
    if (
      value === 2 &&
      /(?:\bthose|\bthese|\bthe|\bces|\bles|\bdiese|\bdie|\btous|\btoutes|\ball)\s*$/iu.test(text.slice(0, figure.at))
    )
      return true;
    // "all three", "tous les trois", "alle drei"
    if (
      value <= 6 &&
      /(?:\ball|\btous les|\btoutes les|\balle)(?: of (?:the|them))?\s*$/iu.test(text.slice(0, figure.at))
    )
      return true;
    if (
      value <= 12 &&
      (turns.test(behind) || /(?:nachts|morgens|abends|frühmorgens) (?:um|gegen)\s*$/iu.test(text.slice(0, figure.at)))
    )
      return true;
    // "three weeks in four", "um drei"
    if (
      value <= 12 &&
      /(?:\bsur|\bout of|\bvon|\bum|\bgegen|\bvers|\bat)\s*$/iu.test(text.slice(0, figure.at)) &&
      figure.units.length === 0 &&
      figure.kind === "count"
    )
      return true;
    if (value <= 2 && figure.kind === "count" && !figure.units.includes("staff")) return true;
    if (value <= 1) return true;
    if (
      figure.kind === "count" &&
      (value <= 2 || (value <= 12 && figure.units.length === 0)) &&
      !isOwnNear(letter, index)
    )
      return true;
    if (figure.kind === "years" && /^-year-old/iu.test(behind)) return true;
    // "one or two", "deux ou trois": no exact figure.
    if (figure.kind === "count" && value <= 4 && /(?:\bou|\bor|\boder|,)\s*$/iu.test(text.slice(0, figure.at)))
      return true;
    if (figure.kind === "weeks" || figure.kind === "hours")
      return value <= 12 && !/^\s*(?:semaines?|weeks?|wochen)/iu.test(behind);
  }
  if (value === 100 && figure.kind === "percent") return true;
  if (
    /^(?:24|7)$/u.test(String(value)) &&
    /^\s?(?:h\b|j\b|\/|sur\b|heures sur|stunden|days a week|hours a day)/iu.test(behind)
  )
    return true;
  // "a two-year vocational degree" describes a diploma.
  if (
    figure.kind === "years" &&
    /^[- ](?:year|ans)\b[^.,;]{0,30}\b(?:degree|diploma|course|apprenticeship|training|programme|qualification)/iu.test(
      text.slice(figure.at + figure.text.length),
    )
  )
    return true;
  return idle.test(behind) || /^1\s?(?:er|ère|ere|st)$/u.test(figure.text);
}

const ownWord = wholeWord(words.ownWord);
/** Whether a sentence is about the candidate: in the first person, or about experience. */
function isOfCandidate(letter: ParsedLetter, index: number): boolean {
  const { from, to } = findSentence(letter, index);
  return cueBefore(letter, index) !== "none" || letter.tokens.slice(from, to).some(({ word }) => ownWord.test(word));
}

/** Whether a first person is right before a figure. */
const isOwnNear = (letter: ParsedLetter, index: number) =>
  ["claim", "own"].includes(cueBefore(letter, index, 6)) ||
  letter.tokens
    .slice(Math.max(0, index - 4), index)
    .some(({ word, sentence }) => sentence === letter.tokens[index]?.sentence && /^(?:wir|we|nous)$/u.test(word));

/** Whether a word of a claim is right before a figure: "fort de 37 ans", "habe 40 Leute geführt". */
function isOwnCue(letter: ParsedLetter, index: number): boolean {
  if (cueBefore(letter, index, 4) !== "claim") return false;
  const { from } = findSentence(letter, index);
  // "A shop that has been going since 1951": no first person before it.
  return (
    index - from <= 6 ||
    letter.tokens
      .slice(from, index + 4)
      .some(({ word }) => /^(?:je|j|i|ich|mon|ma|mes|my|me|mein\w*|mir|mich)$/u.test(word))
  );
}

/** "Seit 2019 arbeite ich": the next subject decides. */
function isSince({ kind }: Figure, { tokens, owners }: ParsedLetter, index: number): boolean {
  const before = tokens.slice(Math.max(0, index - 2), index);
  if (
    kind !== "year" ||
    owners[index] !== "candidate" ||
    !before.some(({ word }) => /^(?:depuis|since|seit)$/u.test(word))
  )
    return false;
  return tokens.slice(index + 1, index + 4).some(({ word }) => /^(?:je|j|i|ich)$/u.test(word));
}

const isNamed = new Set(["tool", "certificate", "diploma"]);

/** A digit inside a word of the lexicon: "Office 365", "bac+5", "ISO 9001". It is checked as a qualification. */
export const isPartOfName = ({ hits }: ParsedLetter, index: number) =>
  hits.some(({ from, to, concept }) => from < to && from <= index && to >= index && isNamed.has(concept.sort));

/** "trois ans chez Morel, de 2013 à 2016": the years between two dates of one job in the CV; no total. */
function isSpan({ values }: Figure, letter: ParsedLetter, index: number, cv: ParsedSource): boolean {
  const { from, to } = findSentence(letter, index);
  const [start, end] = [letter.tokens[from]?.at ?? 0, letter.tokens[to - 1]?.end ?? 0];
  const dates = letter.figures
    .filter(({ kind, at }) => kind === "year" && at >= start && at < end)
    .map((figure) => figure.values[0] ?? 0);
  if (dates.length >= 2 && values.includes(Math.max(...dates) - Math.min(...dates))) return true;
  // "three years with your pumps" is no job of the CV.
  if (letter.owners.slice(from, to).includes("company")) return false;
  // Only the years of one job: totals are not allowed.
  return parseCvTimeline(cv.reading)
    .filter(({ opens }) => opens)
    .some((line) => {
      const span = cv.figures
        .filter(({ kind, at }) => kind === "year" && at >= line.from && at <= line.to)
        .map((figure) => figure.values[0] ?? 0);
      return span.length === 2 && values.includes(Math.abs((span[1] ?? 0) - (span[0] ?? 0)));
    });
}

/** "23 Jahre alt": a source may state an age without "Jahre". */
const isAge = ({ kind, at, text: said }: Figure, { text }: ParsedLetter) =>
  kind === "years" &&
  (/^\s*(?:ans|years|jahre)?[\s-]*(?:alt|old)\b/iu.test(text.slice(at + said.length)) ||
    /(?:âgée? de|j'ai|(?<!\p{L})à|\bmit|\bat|\baged?)\s*$/iu.test(text.slice(0, at)));
