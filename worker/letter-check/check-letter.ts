import { findMonth } from "./amounts.ts";
import { littleWords, parseCompanyName } from "./company-name.ts";
import { type Evidence, readEvidence } from "./evidence.ts";
import type { BlockingCode, CheckResult, Finding, WarningCode } from "./findings.ts";
import type { CheckInput } from "./input.ts";
import { judgeSentences, listContradictions } from "./judge-sentences.ts";
import { separateOrders } from "./orders.ts";
import { readLetter, readRefusalSources } from "./refusal-texts.ts";
import { reviewFollowUp } from "./review-follow-up.ts";
import { companyFindings } from "./rules/check-company.ts";
import { contactFindings } from "./rules/check-contacts.ts";
import { formFindings, isEndless } from "./rules/check-form.ts";
import { languageFindings } from "./rules/check-language.ts";
import { orderFindings } from "./rules/check-orders.ts";
import { phraseFindings } from "./rules/check-phrases.ts";
import { structureFindings } from "./rules/check-structure.ts";
import { type ReadText, readText, sliceText } from "./sentences.ts";
import { measureSimilarity } from "./similarity.ts";
import { training } from "./timeline.ts";
import { foldText, normalizeText, tokenize } from "./tokenize.ts";

/** Another message of the same user, and the company it is for. */
export interface EarlierMessage {
  text: string;
  company: string;
}

/** Shared runs of words from which two messages count as the same. */
const SAME = 0.9;

/**
 * Decides whether a letter may be saved: it names its company, states only facts of the sources, and is a letter.
 * Pure; takes a few milliseconds.
 * @param earlier the user's other messages, for a warning when this one is nearly the same
 */
export function checkLetter(given: CheckInput, earlier: EarlierMessage[] = []): CheckResult {
  if (isEndless(given))
    return { ok: false, reasons: [{ code: "length", detail: "far too long" }], warnings: [], sentences: [] };
  const { trusted: input, orders } = separateOrders(given);
  const [letter, sources] = [readLetter(input), readRefusalSources(input)];
  const form = formFindings(input, letter, sources);
  const obeyed = orderFindings(letter, sources, orders);
  const evidence = readEvidence(input);
  const read = createFactReader(input);
  const [text, subject] = [read(input.text), read(input.subject)];
  const judged = judgeFacts(input, text, evidence);
  const written = [
    { text: input.text, tokens: text.tokens },
    { text: input.subject, tokens: subject.tokens },
  ];
  const reasons = [
    ...companyFindings(input, letter, sources),
    ...form.reasons,
    ...phraseFindings(letter, sources),
    ...structureFindings(input, letter, sources),
    ...contactFindings(input, letter, sources),
    ...languageFindings(letter, sources),
    ...obeyed.reasons,
    // That of a follow-up has been sent already.
    ...(input.followUp ? [] : subjectFindings(subject, evidence)),
    ...judged.flatMap((sentence) => sentence.reasons),
  ];
  const sentences = judged.map(({ text, status, sources }) => ({ text, status, sources }));
  const unsupported = sentences.filter(({ status }) => status === "unsupported");
  return {
    ok: reasons.length === 0,
    reasons: once(reasons.map(({ code, detail }) => ({ code, detail: quote(detail, written) }))),
    warnings: once([
      ...form.warnings,
      ...obeyed.warnings,
      ...unsupported.map(({ text }) => ({ code: "unsupported_sentence" as const, detail: text })),
      ...ownWarnings(input, earlier),
    ]),
    sentences,
  };
}

/** Judges each sentence of a letter, with the signs by which it was weighed. */
export function judgeLetter(given: CheckInput) {
  const { trusted: input } = separateOrders(given);
  return judgeFacts(input, createFactReader(input)(input.text), readEvidence(input));
}

/** Compares each sentence of a letter with what the sources say. */
function judgeFacts(input: CheckInput, letter: ReadText, evidence: Evidence) {
  const judged = judgeSentences(letter, evidence, input.claims ?? []).map((each, at) => ({
    ...each,
    text: input.text.slice(letter.sentences[at]?.at, letter.sentences[at]?.end),
  }));
  return input.followUp ? reviewFollowUp(judged, input, input.followUp.sentOn) : judged;
}

/** What a subject may not invent; the posts and names in it may be those that are applied for. */
const SUBJECT_CODES: ReadonlySet<BlockingCode> = new Set([
  "unknown_figure",
  "unknown_skill",
  "unknown_diploma",
  "language_level",
]);
/** The day one can start, or of the advertisement, may stand there; how long one has worked may not. */
const SUBJECT_DATE = /(?:19|20)\d\d/u;

const subjectFindings = (subject: ReadText, evidence: Evidence): Finding<BlockingCode>[] => {
  // "Apprentissage BTS électrotechnique": the diploma is what one would learn for.
  const isToLearn = training.test(foldText(subject.text));
  return listContradictions(subject, evidence)
    .flat()
    .filter(({ code, detail }) => SUBJECT_CODES.has(code) && !SUBJECT_DATE.test(detail))
    .filter(({ code, detail }) => code !== "unknown_figure" || findMonth(foldText(detail)) === 0)
    .filter(({ code }) => !(isToLearn && code === "unknown_diploma"));
};

/** Reads texts for what they state, with what is no statement: the company, the candidate and their contacts. */
function createFactReader({ company, candidate, language }: CheckInput): (text: string) => ReadText {
  const own = `${company.name} ${company.city} ${candidate.name} ${candidate.email}`;
  const known = new Set(tokenize(normalizeText(own)).tokens.map(({ word }) => word));
  const name = new Set(parseCompanyName(company.name).core.filter((word) => !littleWords.has(word)));
  const contacts = [candidate.email, ...(candidate.contacts ?? [])];
  return (text) =>
    readText(withoutContacts(text, contacts), language, ({ word, capital }) => capital && name.has(word), known);
}

/** The same text, equally long, without the candidate's own addresses and links: a year in one is no figure. */
const withoutContacts = (text: string, contacts: string[]): string =>
  contacts
    .filter((contact) => contact !== "")
    .reduce((rest, contact) => rest.replaceAll(contact, " ".repeat(contact.length)), text);

function ownWarnings({ text, company, candidate }: CheckInput, earlier: EarlierMessage[]): Finding<WarningCode>[] {
  const warnings: Finding<WarningCode>[] = [];
  const twin = earlier.find((other) => measureSimilarity({ text, company: company.name }, other) >= SAME);
  if (twin) warnings.push({ code: "nearly_same", detail: twin.company });
  const last = foldText(candidate.name).split(/\s+/u).at(-1) ?? "";
  if (last !== "" && !foldText(text).includes(last)) warnings.push({ code: "not_signed", detail: candidate.name });
  return warnings;
}

/** The words of a finding as the letter has them, where a rule has them folded; the same ones where it has none. */
function quote(words: string, texts: Pick<ReadText, "text" | "tokens">[]): string {
  const wanted = tokenize(words).tokens;
  if (wanted.length === 0 || texts.some(({ text }) => text.includes(words))) return words;
  const places = texts.flatMap((text) => {
    const from = text.tokens.findIndex((_, at) =>
      wanted.every(({ word }, next) => text.tokens[at + next]?.word === word),
    );
    return from < 0 ? [] : [sliceText({ from, to: from + wanted.length }, text)];
  });
  return places[0] ?? words;
}

/** Removes duplicate findings and shortens their details. */
function once<Code extends BlockingCode | WarningCode>(findings: Finding<Code>[]): Finding<Code>[] {
  const seen = new Set<string>();
  return findings
    .filter(({ code, detail }) => !seen.has(`${code} ${detail}`) && seen.add(`${code} ${detail}`))
    .map(({ code, detail }) => ({ code, detail: detail.replace(/\s+/gu, " ").slice(0, 160) }));
}
