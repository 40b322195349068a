import { believedName } from "./believed-name.ts";
import type { Finding, GateCase, Reason, Verdict, Warning } from "./case.ts";
import { borrowedFindings } from "./check-borrowed.ts";
import { claimFindings, leaderFindings } from "./check-claims.ts";
import { commitmentFindings } from "./check-commitments.ts";
import { companyFindings } from "./check-company.ts";
import { contactFindings } from "./check-contacts.ts";
import { pairFindings, spanFindings } from "./check-context.ts";
import { figureFindings } from "./check-figures.ts";
import { formFindings, isEndless } from "./check-form.ts";
import { harmFindings } from "./check-harm.ts";
import { languageOfLetter } from "./check-language.ts";
import { languageFindings } from "./check-languages.ts";
import { movedFindings } from "./check-moved.ts";
import { nameFindings } from "./check-names.ts";
import { orderFindings } from "./check-orders.ts";
import { postFindings } from "./check-posts.ts";
import { privateFindings } from "./check-private.ts";
import { shapeFindings } from "./check-shape.ts";
import { talkFindings } from "./check-talk.ts";
import { letterOf } from "./letter.ts";
import { likeness } from "./likeness.ts";
import { sourcesOf } from "./sources.ts";
import { fold } from "./text.ts";

/** Another message of the same user, and the company it is for. */
export interface Earlier {
  text: string;
  company: string;
}

/** From here on two messages are one, sent twice. Share of runs of words. */
const SAME = 0.9;

/**
 * Whether a letter may be saved: it names its company, says of the candidate only what the sources hold, is a letter.
 * Pure, a few milliseconds.
 * @param earlier the user's other messages, for a warning when this one is nearly the same
 */
export function judge(given: GateCase, earlier: Earlier[] = []): Verdict {
  if (isEndless(given)) return { ok: false, reasons: [{ code: "length", detail: "far too long" }], warnings: [] };
  const believed = believedName(given.company.name, given.company.website);
  const input = { ...given, company: { ...given.company, name: believed.name } };
  const read = sourcesOf(input);
  const sources = { ...read, orders: [...read.orders, ...believed.orders] };
  const letter = letterOf(input);
  const form = formFindings(input);
  const figures = figureFindings(letter, sources);
  const commitments = commitmentFindings(letter, sources);
  const orders = orderFindings(letter, sources);
  const reasons = [
    ...companyFindings(input, letter, sources),
    ...form.reasons,
    ...talkFindings(input, sources),
    ...harmFindings(input, sources),
    ...privateFindings(input, sources),
    ...shapeFindings(input, letter, sources),
    ...contactFindings(input, sources),
    ...languageOfLetter(letter, sources),
    ...orders.reasons,
    ...figures.reasons,
    ...spanFindings(letter, sources),
    ...pairFindings(letter, sources),
    ...commitments.reasons,
    ...claimFindings(letter, sources),
    ...postFindings(letter, sources),
    ...leaderFindings(letter, sources),
    ...languageFindings(letter, sources),
    ...nameFindings(input, letter, sources),
    ...movedFindings(letter, sources),
    ...borrowedFindings(letter, sources),
  ];
  const warnings = [
    ...form.warnings,
    ...figures.warnings,
    ...commitments.warnings,
    ...orders.warnings,
    ...ownWarnings(input, earlier),
  ];
  return { ok: reasons.length === 0, reasons: once(reasons), warnings: once(warnings) };
}

function ownWarnings({ text, company, candidate }: GateCase, earlier: Earlier[]): Finding<Warning>[] {
  const warnings: Finding<Warning>[] = [];
  const twin = earlier.find((other) => likeness({ text, company: company.name }, other) >= SAME);
  if (twin) warnings.push({ code: "nearly_same", detail: twin.company });
  const last = fold(candidate.name).split(/\s+/u).at(-1) ?? "";
  if (last !== "" && !fold(text).includes(last)) warnings.push({ code: "not_signed", detail: candidate.name });
  return warnings;
}

/** Each finding once, short. */
function once<Code extends Reason | Warning>(findings: Finding<Code>[]): Finding<Code>[] {
  const seen = new Set<string>();
  return findings
    .filter(({ code, detail }) => !seen.has(`${code} ${detail}`) && seen.add(`${code} ${detail}`))
    .map(({ code, detail }) => ({ code, detail: detail.replace(/\s+/gu, " ").slice(0, 160) }));
}
