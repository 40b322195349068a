import { formatSectors, toCompanySource } from "../../companies/company-source";
import type { CompanyRow } from "../../companies/rules-recipient";
import type { Deps } from "../../compose";
import { INTERVALS_MS } from "../../contract/limits";
import { ApiError } from "../../platform/api-error";
import { ExternalServiceError, type Llm } from "../../platform/ports";
import { type MessageSources, type CheckedMessage, checkWritten } from "../check-message";
import { type CandidateCv, loadOrExtractCvFacts, loadCv, formatCvForPrompt } from "../cv-context";
import { isInjected, feedbackBlock } from "../prompts/check-feedback";
import { type MessageInput, buildMessagePrompt } from "../prompts/prompt-message";
import { toSaveError, findWriteError } from "../rules-message";
import type { CheckContext } from "../store-check-context";
import {
  type Candidate,
  type MessageClaim,
  hasClaim,
  releaseClaim,
  saveMessage,
  type MessageClaimResult,
} from "../store-messages";
import { pollCancellation } from "./cancellation-poll";
import { generateWithRetry } from "./generate-with-retry";
import { renewItem, type ItemAttempt } from "./store-generations";

type GenerateMessagePorts = Pick<Deps, "db" | "now"> & { writer: Llm };

/** Writing ends before its claim goes stale and somebody else may take over. Milliseconds. */
const MAX_GENERATION_MS = INTERVALS_MS.staleGeneration - 10_000;

export interface GenerateMessageInput {
  claim: MessageClaim;
  /** What was there when the claim was tried. */
  claimResult: MessageClaimResult;
  /** The turn of a generation this is; null when the user asked for this one company. */
  run: ItemAttempt | null;
  /** What the letter is held against. */
  besides(): Promise<CheckContext>;
}

/**
 * Writes the message of one company and saves it: brief, writer, gate, save by compare-and-set. Nothing is saved when the
 * signal fires, when it was cancelled, when the user has edited the message meanwhile, or when the mail is on its way. The claim
 * is always let go.
 * @throws ApiError not_found, already_sent, in_flight, generating, message_changed, no_template, generation_cancelled, message_refused, writer_failed
 * @throws ExternalServiceError when the writer fails
 */
export async function generateMessage(
  deps: GenerateMessagePorts,
  { claim, claimResult: taken, run, besides }: GenerateMessageInput,
  signal?: AbortSignal,
): Promise<{ company: CompanyRow; cvUsed: boolean }> {
  const { claimed, before, candidate } = taken;
  if (!claimed || !before || !candidate)
    throw (
      findWriteError(before, new Date(claim.claimedAt)) ?? new ApiError(candidate ? "message_changed" : "not_found")
    );

  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), MAX_GENERATION_MS);
  const watch = pollCancellation(() =>
    run ? renewItem(deps.db, run, deps.now().toISOString()) : hasClaim(deps.db, claim),
  );
  const given = signal ? AbortSignal.any([signal, watch.signal]) : watch.signal;
  try {
    const { letter, cvUsed } = await writeAndCheck(
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
    if (!saved) throw toSaveError(current, { claimedAt: claim.claimedAt, version }, at);
    return { company: saved, cvUsed };
  } catch (error) {
    await releaseClaim(deps.db, claim);
    if (given.aborted) throw new ApiError("generation_cancelled");
    throw clock.signal.aborted ? new ExternalServiceError("writer", "timeout", "The message took too long") : error;
  } finally {
    clearTimeout(timer);
    watch.stop();
  }
}

async function writeAndCheck(
  deps: GenerateMessagePorts,
  {
    company,
    candidate,
    besides,
  }: { company: CompanyRow; candidate: Candidate } & Pick<GenerateMessageInput, "besides">,
  signal: AbortSignal,
): Promise<{ letter: CheckedMessage; cvUsed: boolean }> {
  if (candidate.template.trim() === "") throw new ApiError("no_template");
  const cv = await loadCv(deps, company.userId, candidate, signal);
  const input = toMessageInput(
    company,
    candidate,
    formatCvForPrompt(cv, cv && (await loadOrExtractCvFacts(deps, company.userId, cv, signal))),
  );
  const letter = await generateWithRetry(
    deps.writer,
    // A letter that may have listened to the company's pages is written anew without them.
    (findings) =>
      buildMessagePrompt(
        findings.some(isInjected) ? { ...input, company: { ...input.company, about: "" } } : input,
        findings.length > 0 ? feedbackBlock(findings) : "",
      ),
    async (written) => {
      const { others, earlier } = await besides();
      return checkWritten(written, toMessageSources(company, candidate, cv, others), earlier);
    },
    signal,
  );
  return { letter, cvUsed: cv !== null };
}

function toMessageInput(company: CompanyRow, candidate: Candidate, cv: string): MessageInput {
  const { name, website, city, about, language, businessType } = company;
  return {
    language,
    cv,
    template: candidate.template,
    candidate: { name: candidate.name, cvAttached: candidate.attachCv && candidate.cvPath !== null },
    company: { name, website, city, about, sector: formatSectors(businessType, language) },
  };
}

/** The whole of what the letter may be true to: more than the writer was shown. */
const toMessageSources = (
  company: CompanyRow,
  candidate: Candidate,
  cv: CandidateCv | null,
  others: string[],
): MessageSources => ({
  language: company.language,
  others,
  company: toCompanySource(company),
  cv: cv?.text ?? "",
  template: candidate.template,
  candidate: { name: candidate.name, email: candidate.email },
});
