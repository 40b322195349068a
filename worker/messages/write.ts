import type { CompanyRow } from "../companies/rules";
import { RHYTHM } from "../contract/limits";
import type { Deps } from "../deps";
import { ApiError } from "../platform/api-error";
import { OutsideError, type Writer } from "../ports";
import { answerOf } from "./ask";
import { type Cv, factsOf, readCv, shownOf } from "./cv";
import { isStrangers, objectionsBlock } from "./objections";
import { type Brief, letterPrompt } from "./prompt";
import { type Papers, type ReviewedLetter, reviewLetter } from "./review";
import { companyFacts, refusalOfSaving, refusalOfWriting, sectorOf } from "./rules";
import { type Candidate, type Claim, holdsClaim, releaseClaim, saveMessage, type Taken } from "./store";
import { beat, type Run } from "./store-generations";
import type { Besides } from "./store-review";
import { watchWanted } from "./watch";

type Ports = Pick<Deps, "db" | "now"> & { writer: Writer };

/** Writing ends before its claim goes stale and somebody else may take over. Milliseconds. */
const LONGEST = RHYTHM.staleGeneration - 10_000;

export interface Writing {
  claim: Claim;
  /** What was there when the claim was tried. */
  taken: Taken;
  /** The turn of a generation this is; null when the user asked for this one company. */
  run: Run | null;
  /** What the letter is held against. */
  besides(): Promise<Besides>;
}

/**
 * Writes the message of one company and saves it: brief, writer, gate, save by compare-and-set. Nothing is saved when the
 * signal fires, when it was cancelled, when the user has edited the message meanwhile, or when the mail is on its way. The claim
 * is always let go.
 * @throws ApiError not_found, already_sent, in_flight, generating, message_changed, no_template, generation_cancelled, message_refused, writer_failed
 * @throws OutsideError when the writer fails
 */
export async function writeMessage(
  deps: Ports,
  { claim, taken, run, besides }: Writing,
  signal?: AbortSignal,
): Promise<{ company: CompanyRow; cvUsed: boolean }> {
  const { claimed, before, candidate } = taken;
  if (!claimed || !before || !candidate)
    throw (
      refusalOfWriting(before, new Date(claim.claimedAt)) ?? new ApiError(candidate ? "message_changed" : "not_found")
    );

  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), LONGEST);
  const watch = watchWanted(() => (run ? beat(deps.db, run, deps.now().toISOString()) : holdsClaim(deps.db, claim)));
  const given = signal ? AbortSignal.any([signal, watch.signal]) : watch.signal;
  try {
    const { letter, cvUsed } = await compose(
      deps,
      { company: before, candidate, besides },
      AbortSignal.any([given, clock.signal]),
    );
    if (given.aborted) throw new ApiError("generation_cancelled");
    const at = deps.now();
    const version = before.messageVersion;
    const { saved, now: current } = await saveMessage(
      deps.db,
      claim,
      { subject: letter.subject, message: letter.body, warnings: letter.warnings, version },
      run,
      at.toISOString(),
    );
    if (!saved) throw refusalOfSaving(current, { claimedAt: claim.claimedAt, version }, at);
    return { company: saved, cvUsed };
  } catch (error) {
    await releaseClaim(deps.db, claim);
    if (given.aborted) throw new ApiError("generation_cancelled");
    throw clock.signal.aborted ? new OutsideError("writer", "timeout", "The message took too long") : error;
  } finally {
    clearTimeout(timer);
    watch.stop();
  }
}

async function compose(
  deps: Ports,
  { company, candidate, besides }: { company: CompanyRow; candidate: Candidate } & Pick<Writing, "besides">,
  signal: AbortSignal,
): Promise<{ letter: ReviewedLetter; cvUsed: boolean }> {
  if (candidate.template.trim() === "") throw new ApiError("no_template");
  const cv = await readCv(deps, company.userId, candidate, signal);
  const brief = briefOf(company, candidate, shownOf(cv, cv && (await factsOf(deps, company.userId, cv, signal))));
  const letter = await answerOf(
    deps.writer,
    // A letter that may have listened to the company's pages is written anew without them.
    (objections) =>
      letterPrompt(
        objections.some(isStrangers) ? { ...brief, company: { ...brief.company, about: "" } } : brief,
        objections.length > 0 ? objectionsBlock(objections) : "",
      ),
    async (written) => {
      const { others, earlier } = await besides();
      return reviewLetter(written, papersOf(company, candidate, cv, others), earlier);
    },
    signal,
  );
  return { letter, cvUsed: cv !== null };
}

function briefOf(company: CompanyRow, candidate: Candidate, cv: string): Brief {
  const { name, website, city, about, language, businessType } = company;
  return {
    language,
    cv,
    template: candidate.template,
    candidate: { name: candidate.name, cvAttached: candidate.attachCv && candidate.cvPath !== null },
    company: { name, website, city, about, sector: sectorOf(businessType, language) },
  };
}

/** The whole of what the letter may be true to: more than the writer was shown. */
const papersOf = (company: CompanyRow, candidate: Candidate, cv: Cv | null, others: string[]): Papers => ({
  language: company.language,
  others,
  company: companyFacts(company),
  cv: cv?.text ?? "",
  template: candidate.template,
  candidate: { name: candidate.name, email: candidate.email },
});
