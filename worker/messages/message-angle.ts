import type { Fact } from "../contract/account";
import type { CompanyFact } from "../contract/companies";
import { foldText } from "../lib/fold-text";

/** What a letter begins with, and the part of the CV that carries it: one candidate's letters must not be alike. */
export interface MessageAngle {
  opening: "company" | "experience" | "wish";
  /** A job or a diploma, as the prompt shows it; empty without one. */
  focus: string;
}

/** A known fact, as far as an angle needs it. */
type AngleFact = Pick<Fact, "kind" | "text" | "details">;

/** Jobs that a letter may be built on: those nearest to the company's work. */
const MAX_JOBS = 3;
const MIN_WORD_CHARS = 4;

/**
 * Chooses the angle of a letter.
 * @param facts of the CV, as the user has corrected them, and what they have stated
 * @param company what is known of its work
 * @param seed another one gives another angle: the company's id and the version that is written
 */
export function chooseAngle(
  facts: readonly AngleFact[],
  company: { sector: string; facts: readonly Pick<CompanyFact, "text">[] },
  seed: string,
): MessageAngle {
  const focuses = listFocuses(facts, [company.sector, ...company.facts.map(({ text }) => text)].join(" "));
  const openings: MessageAngle["opening"][] = [
    ...(company.facts.length === 0 ? [] : (["company"] as const)),
    ...(focuses.length === 0 ? [] : (["experience"] as const)),
    "wish",
  ];
  const number = toNumber(seed);
  return {
    opening: openings[number % openings.length] ?? "wish",
    focus: focuses[Math.floor(number / openings.length) % Math.max(focuses.length, 1)] ?? "",
  };
}

/** The jobs nearest to a company's work, latest first among equals; without any, the diplomas. */
function listFocuses(facts: readonly AngleFact[], work: string): string[] {
  const wanted = new Set(splitWords(work));
  const jobs = facts.filter(({ kind }) => kind === "job");
  if (jobs.length === 0)
    return facts
      .filter(({ kind }) => kind === "study")
      .map(({ text }) => text)
      .slice(0, MAX_JOBS);
  const countShared = ({ text, details }: AngleFact) =>
    new Set(splitWords([text, ...details].join(" ")).filter((word) => wanted.has(word))).size;
  return jobs
    .map((job) => ({ text: job.text, near: countShared(job) }))
    .sort((first, second) => second.near - first.near)
    .slice(0, MAX_JOBS)
    .map(({ text }) => text);
}

const splitWords = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= MIN_WORD_CHARS);

/** FNV-1a, 32 bits: seeds that differ in one sign must give other numbers. */
function toNumber(seed: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < seed.length; at++) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
