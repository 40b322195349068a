import { littleWords, parseCompanyName } from "./company-name.ts";
import { readEvidence } from "./evidence.ts";
import type { CheckResult } from "./findings.ts";
import type { CheckInput } from "./input.ts";
import { judgeSentences } from "./judge-sentences.ts";
import { reviewFollowUp } from "./review-follow-up.ts";
import { readText } from "./sentences.ts";
import { normalizeText, tokenize } from "./tokenize.ts";

/**
 * Compares each sentence of a letter with what the sources say.
 * @param input with sources that hold no instructions
 */
export function checkFacts(input: CheckInput): Pick<CheckResult, "reasons" | "warnings" | "sentences"> {
  const { company, candidate, text, language } = input;
  const own = `${company.name} ${company.city} ${candidate.name} ${candidate.email}`;
  const known = new Set(tokenize(normalizeText(own)).tokens.map(({ word }) => word));
  const name = new Set(parseCompanyName(company.name).core.filter((word) => !littleWords.has(word)));
  const said = blankContacts(text, [candidate.email, ...(candidate.contacts ?? [])]);
  const letter = readText(said, language, ({ word, capital }) => capital && name.has(word), known);
  const judged = judgeSentences(letter, readEvidence(input), input.claims ?? []).map((each, at) => ({
    ...each,
    text: text.slice(letter.sentences[at]?.at, letter.sentences[at]?.end),
  }));
  const reviewed = input.followUp ? reviewFollowUp(judged, input, input.followUp.sentOn) : judged;
  const sentences = reviewed.map(({ text: said, status, sources }) => ({ text: said, status, sources }));
  return {
    reasons: reviewed.flatMap(({ reasons }) => reasons),
    warnings: sentences
      .filter(({ status }) => status === "unsupported")
      .map((sentence) => ({ code: "unsupported_sentence", detail: sentence.text })),
    sentences,
  };
}

/** The same text, equally long, without the candidate's own addresses and links: a year in one is no figure. */
const blankContacts = (text: string, contacts: string[]): string =>
  contacts
    .filter((contact) => contact !== "")
    .reduce((rest, contact) => rest.replaceAll(contact, " ".repeat(contact.length)), text);
