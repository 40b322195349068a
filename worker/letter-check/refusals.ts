import type { BlockingCode, Finding, WarningCode } from "./findings.ts";
import type { CheckInput } from "./input.ts";
import type { Order } from "./orders.ts";
import { readLetter, readRefusalSources } from "./refusal-texts.ts";
import { companyFindings } from "./rules/check-company.ts";
import { contactFindings } from "./rules/check-contacts.ts";
import { formFindings } from "./rules/check-form.ts";
import { languageFindings } from "./rules/check-language.ts";
import { orderFindings } from "./rules/check-orders.ts";
import { phraseFindings } from "./rules/check-phrases.ts";
import { structureFindings } from "./rules/check-structure.ts";

/**
 * What no letter may have, whatever its facts: the wrong company, placeholders, foreign contacts, obeyed instructions,
 * words of a machine or against the candidate.
 * @param input with sources that hold no instructions
 * @param orders the instructions that were in them
 */
export function findRefusals(
  input: CheckInput,
  orders: Order[],
): { reasons: Finding<BlockingCode>[]; warnings: Finding<WarningCode>[] } {
  const letter = readLetter(input);
  const sources = readRefusalSources(input);
  const form = formFindings(input, letter, sources);
  const obeyed = orderFindings(letter, sources, orders);
  return {
    reasons: [
      ...companyFindings(input, letter, sources),
      ...form.reasons,
      ...phraseFindings(letter, sources),
      ...structureFindings(input, letter, sources),
      ...contactFindings(input, letter, sources),
      ...languageFindings(letter, sources),
      ...obeyed.reasons,
    ],
    warnings: [...form.warnings, ...obeyed.warnings],
  };
}
