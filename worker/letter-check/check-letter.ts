import { checkFacts } from "./check-facts.ts";
import type { BlockingCode, CheckResult, Finding, WarningCode } from "./findings.ts";
import type { CheckInput } from "./input.ts";
import { separateOrders } from "./orders.ts";
import { findRefusals } from "./refusals.ts";
import { isEndless } from "./rules/check-form.ts";
import { measureSimilarity } from "./similarity.ts";
import { foldText } from "./tokenize.ts";

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
  const refusals = findRefusals(input, orders);
  const facts = checkFacts(input);
  const reasons = [...refusals.reasons, ...facts.reasons];
  const warnings = [...refusals.warnings, ...facts.warnings, ...ownWarnings(input, earlier)];
  return {
    ok: reasons.length === 0,
    reasons: once(reasons),
    warnings: once(warnings),
    sentences: facts.sentences,
  };
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
