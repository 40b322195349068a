import words from "./data/follow-up.json" with { type: "json" };
import months from "./data/months.json" with { type: "json" };
import { toCompact } from "./evidence.ts";
import type { CheckInput } from "./input.ts";
import type { Judged } from "./judge-sentences.ts";
import { compilePhrases } from "./phrases.ts";
import { describeSent } from "./sent-mails.ts";
import { foldText, normalizeText } from "./tokenize.ts";

/*
 * What a follow-up says besides: on which day it was written before, and that there was no answer. Nothing else has
 * happened between the two as far as is known, so a talk, a promise or another offer is the user's to confirm.
 */

const happenings = compilePhrases([...words.talks, ...words.offers, ...words.news]);
const MONTH_NUMBERS = new Map(
  months.flatMap(({ forms }, at) => forms.map((form) => [foldText(form), at + 1] as const)),
);
const MONTH = [...MONTH_NUMBERS.keys()].toSorted((a, b) => b.length - a.length).join("|");
/** "10 novembre", "1er mars", "10th of November", "November 10", "10. November", "10/11/2026", "10.11." */
const DAYS = [
  new RegExp(String.raw`\b(?<day>\d{1,2})(?:er|st|nd|rd|th|\.)?\s+(?:of\s+)?(?<month>${MONTH})\b`, "gu"),
  new RegExp(String.raw`\b(?<month>${MONTH})\s+(?<day>\d{1,2})(?:st|nd|rd|th)?\b(?!\s*(?:${MONTH}))`, "gu"),
  /\b(?<day>\d{1,2})[./](?<month>\d{1,2})[./](?:\d{4}|\d{2})?(?!\d)/gu,
];

interface JudgedSentence extends Judged {
  text: string;
}

/** Days that a text names, as "day/month", with their words. */
function listDays(text: string): { day: string; words: string }[] {
  const folded = foldText(normalizeText(text));
  return DAYS.flatMap((pattern) =>
    [...folded.matchAll(pattern)].map(({ 0: said, groups }) => ({
      day: `${Number(groups?.["day"])}/${MONTH_NUMBERS.get(groups?.["month"] ?? "") ?? Number(groups?.["month"])}`,
      words: said,
    })),
  );
}

/** "10/11". @param sentOn YYYY-MM-DD */
const toDay = (sentOn = ""): string => `${Number(sentOn.slice(8))}/${Number(sentOn.slice(5, 7))}`;

/** Judges what a follow-up says of what was before it. @param sentOn YYYY-MM-DD */
export function reviewFollowUp(
  judged: readonly JudgedSentence[],
  { cv, template, confirmed, company, language }: CheckInput,
  sentOn: readonly string[],
): JudgedSentence[] {
  const own = [cv, template, ...(confirmed ?? [])];
  const told = [...own, company.about].flatMap(listDays).map(({ day }) => day);
  const mails = describeSent(sentOn, company.name, language).map((quote, at) => ({ quote, day: toDay(sentOn[at]) }));
  const known = new Set([...told, ...mails.map(({ day }) => day)]);
  const said = toCompact(own.join("\n"));
  return judged.map((sentence) => {
    const days = listDays(sentence.text);
    const stranger = days.find(({ day }) => !known.has(day));
    if (stranger)
      return {
        ...sentence,
        status: "contradicted",
        sources: [],
        reasons: [...sentence.reasons, { code: "unknown_figure", detail: stranger.words }],
      };
    const happening = happenings.exec(foldText(normalizeText(sentence.text)));
    if (happening && !said.includes(toCompact(happening.text)) && sentence.status !== "contradicted")
      return { ...sentence, status: "unsupported", sources: [] };
    const named = mails.filter((mail) => days.some(({ day }) => day === mail.day));
    return sentence.status === "opinion" && named.length > 0
      ? { ...sentence, status: "supported", sources: named.map(({ quote }) => ({ kind: "sent", quote })) }
      : sentence;
  });
}
