import { checkFacts } from "./check-facts.ts";
import type { BlockingCode, CheckResult, Finding, WarningCode } from "./findings.ts";
import type { CheckInput } from "./input.ts";
import { parseLetter } from "./parse-letter.ts";
import { parseSources } from "./parse-sources.ts";
import { withoutOrders } from "./prompt-injection.ts";
import { talkFindings } from "./rules/check-assistant-chatter.ts";
import { companyFindings } from "./rules/check-company-name.ts";
import { contactFindings } from "./rules/check-contact-details.ts";
import { harmFindings } from "./rules/check-harmful-requests.ts";
import { orderFindings } from "./rules/check-injection.ts";
import { letterLanguageFindings } from "./rules/check-letter-language.ts";
import { formFindings, isEndless } from "./rules/check-placeholders-and-length.ts";
import { privateFindings } from "./rules/check-sensitive-claims.ts";
import { shapeFindings } from "./rules/check-structure.ts";
import { measureSimilarity } from "./similarity.ts";
import { foldText } from "./tokenize.ts";
import { toTrustedCompanyName } from "./trusted-company-name.ts";

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
  const believed = toTrustedCompanyName(given.company.name, given.company.website);
  const input = { ...given, company: { ...given.company, name: believed.name } };
  const read = parseSources(input);
  const sources = { ...read, orders: [...read.orders, ...believed.orders] };
  const letter = parseLetter(input);
  const form = formFindings(input);
  const orders = orderFindings(letter, sources);
  const trusted = {
    ...input,
    cv: withoutOrders(input.cv, false).kept,
    template: withoutOrders(input.template, false).kept,
    company: { ...input.company, about: withoutOrders(input.company.about, true).kept },
  };
  const facts = checkFacts(trusted);
  const reasons = [
    ...companyFindings(input, letter, sources),
    ...form.reasons,
    ...talkFindings(input, sources),
    ...harmFindings(input, sources),
    ...privateFindings(input, sources),
    ...shapeFindings(input, letter, sources),
    ...contactFindings(input, sources),
    ...letterLanguageFindings(letter, sources),
    ...orders.reasons,
    ...facts.reasons,
  ];
  const warnings = [...form.warnings, ...orders.warnings, ...facts.warnings, ...ownWarnings(input, earlier)];
  return { ok: reasons.length === 0, reasons: once(reasons), warnings: once(warnings), sentences: facts.sentences };
}

function ownWarnings({ text, company, candidate }: CheckInput, earlier: EarlierMessage[]): Finding<WarningCode>[] {
  const warnings: Finding<WarningCode>[] = [];
  const twin = earlier.find((other) => measureSimilarity({ text, company: company.name }, other) >= SAME);
  if (twin) warnings.push({ code: "nearly_same", detail: twin.company });
  const last = foldText(candidate.name).split(/\s+/u).at(-1) ?? "";
  if (last !== "" && !foldText(text).includes(last)) warnings.push({ code: "not_signed", detail: candidate.name });
  return warnings;
}

/** Removes duplicate findings and shortens their details. */
function once<Code extends BlockingCode | WarningCode>(findings: Finding<Code>[]): Finding<Code>[] {
  const seen = new Set<string>();
  return findings
    .filter(({ code, detail }) => !seen.has(`${code} ${detail}`) && seen.add(`${code} ${detail}`))
    .map(({ code, detail }) => ({ code, detail: detail.replace(/\s+/gu, " ").slice(0, 160) }));
}
