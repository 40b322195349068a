import { createCvPageFinder } from "../../account/cv/cv-pages";
import type { Fact, FactsStatus, listFacts } from "../../contract/account";
import type { Answer } from "../../contract/endpoint";
import { isExtracting, toCandidateCv } from "../cv-context";
import type { Candidate } from "../store-candidate";
import { listKnownFacts } from "./cv-facts";
import type { ConfirmedFact } from "./store-confirmed-facts";

/** What is known of a user: the facts of their CV that were not removed, and what they have stated. */
export function toFactsAnswer(
  candidate: Candidate | undefined,
  confirmed: readonly ConfirmedFact[],
  now: Date,
): Answer<typeof listFacts> {
  const cv = toCandidateCv(candidate);
  const findPage = createCvPageFinder(cv?.markedText ?? "");
  const facts = listKnownFacts(cv?.storedFacts ?? null, confirmed).map((known): Fact => {
    const { id, kind, text, details } = known;
    return "phrases" in known
      ? { id, kind, source: "cv", text, details, cv_page: findPage(known.phrases[0] ?? "") }
      : { id, kind, source: "confirmed", text, details, cv_page: null };
  });
  return { status: toStatus(candidate, now), facts };
}

function toStatus(candidate: Candidate | undefined, now: Date): FactsStatus {
  if (candidate?.cvTextStatus === "pending") return "pending";
  const stored = toCandidateCv(candidate)?.storedFacts;
  if (!stored) return "none";
  if (stored.found) return "ready";
  return isExtracting(stored, now) ? "pending" : "failed";
}
