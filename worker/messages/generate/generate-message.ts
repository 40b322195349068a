import type { CompanyRow } from "../../companies/rules-recipient";
import type { Deps } from "../../compose";
import { INTERVALS_MS } from "../../contract/limits";
import type { RewriteBody } from "../../contract/messages";
import { ApiError } from "../../platform/api-error";
import { ExternalServiceError, type Llm } from "../../platform/ports";
import { type CheckedMessage, checkWritten, toMessageSources } from "../check-message";
import { removeLeftOut } from "../left-out-sentences";
import { type MessageDraft, toMessageDraft } from "../message-answer";
import { isInjected, feedbackBlock } from "../prompts/check-feedback";
import { buildMessagePrompt, type WrittenAnswer } from "../prompts/prompt-message";
import { findWriteError, toSaveError } from "../rules-message";
import { readAgain } from "../second-reading";
import type { Candidate } from "../store-candidate";
import type { CheckContext } from "../store-check-context";
import { saveMessage } from "../store-messages";
import { typesetLetter } from "../typeset-letter";
import { pollCancellation } from "./cancellation-poll";
import { type CheckedAnswer, generateWithRetry } from "./generate-with-retry";
import { getGenerationObject } from "./generation-signals";
import { loadCandidateMaterial, toMessageInput } from "./message-input";
import type { ItemAttempt } from "./store-generations";
import { type MessageClaim, type MessageClaimResult, releaseClaim } from "./store-message-claims";

type GenerateMessagePorts = Pick<Deps, "db" | "now" | "generations" | "config"> & { writer: Llm };

/** Writing ends before its claim becomes stale and another run may take it. Milliseconds. */
const MAX_GENERATION_MS = INTERVALS_MS.staleGeneration - 10_000;

export interface GenerateMessageInput {
  claim: MessageClaim;
  claimResult: MessageClaimResult;
  /** The item of a generation; null when the user requested this one message. */
  run: ItemAttempt | null;
  /** How the present message is to be written again; null writes it anew. */
  rewrite: RewriteBody | null;
  /** Loads the other companies and messages that the message is checked against. */
  loadCheckContext(): Promise<CheckContext>;
}

export interface GeneratedMessage {
  company: CompanyRow;
  cvUsed: boolean;
  /** The text does without something that the user asked for. */
  wishLeftOut: boolean;
  /** It was the last letter of its generation. */
  generationEnded: boolean;
}

/**
 * Writes the message of one company and saves it: prompt, LLM, letter check, save by compare-and-set. Nothing is saved
 * when the signal fires, the item is cancelled, the user has edited the message since, or the mail is being sent. The
 * claim is always released.
 * @throws ApiError not_found, already_sent, in_flight, generating, message_changed, no_template, generation_cancelled,
 *   message_refused, writer_failed
 * @throws ExternalServiceError when the LLM fails
 */
export async function generateMessage(
  deps: GenerateMessagePorts,
  { claim, claimResult, run, rewrite, loadCheckContext }: GenerateMessageInput,
  signal?: AbortSignal,
): Promise<GeneratedMessage> {
  const { claimed, before, candidate, profileId } = claimResult;
  if (!claimed || !before || !candidate) {
    const writeError = findWriteError(before, new Date(claim.claimedAt));
    throw writeError ?? new ApiError(candidate ? "message_changed" : "not_found");
  }

  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), MAX_GENERATION_MS);
  const { userId, companyId, claimedAt: startedAt } = claim;
  const poll = pollCancellation((isNew) =>
    getGenerationObject(deps, userId).renew(
      userId,
      { companyId, startedAt, generationId: run?.generationId ?? null },
      isNew,
    ),
  );
  const cancelled = signal ? AbortSignal.any([signal, poll.signal]) : poll.signal;
  try {
    const {
      message: { subject, body, claims, warnings, wishLeftOut },
      cvUsed,
    } = await writeAndCheck(
      deps,
      { company: before, candidate, rewrite, loadCheckContext },
      AbortSignal.any([cancelled, timeout.signal]),
    );
    if (cancelled.aborted) throw new ApiError("generation_cancelled");
    const at = deps.now();
    const version = before.messageVersion;
    const typeset = (text: string) => typesetLetter(text, before.language);
    const {
      saved,
      now: current,
      generationEnded,
    } = await saveMessage(
      deps.db,
      claim,
      {
        subject: typeset(subject),
        message: typeset(body),
        claims: claims.map((claim) => ({ ...claim, sentence: typeset(claim.sentence) })),
        warnings,
        version,
        profileId,
      },
      run,
      at.toISOString(),
    );
    if (!saved) throw toSaveError(current, { claimedAt: claim.claimedAt, version }, at);
    return { company: saved, cvUsed, wishLeftOut, generationEnded };
  } catch (error) {
    await releaseClaim(deps.db, claim);
    if (cancelled.aborted) throw new ApiError("generation_cancelled");
    throw timeout.signal.aborted ? new ExternalServiceError("writer", "timeout", "The message took too long") : error;
  } finally {
    clearTimeout(timer);
    poll.stop();
  }
}

interface WrittenMessage extends CheckedMessage {
  wishLeftOut: boolean;
}

async function writeAndCheck(
  deps: GenerateMessagePorts,
  source: { company: CompanyRow; candidate: Candidate } & Pick<GenerateMessageInput, "rewrite" | "loadCheckContext">,
  signal: AbortSignal,
): Promise<{ message: WrittenMessage; cvUsed: boolean }> {
  const { company, candidate, loadCheckContext } = source;
  if (candidate.template.trim() === "") throw new ApiError("no_template");
  const material = await loadCandidateMaterial(deps, company.userId, candidate, signal);
  const input = toMessageInput(company, candidate, material, source.rewrite);
  const { cv } = material;
  const message = await generateWithRetry(
    deps.writer,
    // After findings that the company's pages may have injected, the message is written again without them.
    (objections) =>
      buildMessagePrompt(
        objections.findings.some(isInjected) ? { ...input, company: { ...input.company, facts: [] } } : input,
        feedbackBlock(objections),
      ),
    async (written) => {
      const { others, earlier } = await loadCheckContext();
      const sources = toMessageSources(company, candidate, cv?.text ?? "", others);
      const checked = checkAnswer(written, input.rewrite?.without ?? [], (draft) =>
        checkWritten(draft, sources, earlier),
      );
      return readAgain(checked, deps.config.openai.readsAgain ? { reader: deps.writer, input, signal } : null);
    },
    signal,
  );
  return { message, cvUsed: cv !== null };
}

/** Checks an answer without its sentences that were to be left out; with such a sentence there is a doubt about it. */
function checkAnswer(
  written: WrittenAnswer,
  without: readonly string[],
  check: (draft: MessageDraft) => CheckedAnswer<CheckedMessage> | null,
): CheckedAnswer<WrittenMessage> | null {
  const { answer, removed } = removeLeftOut(written, without);
  const checked = check(toMessageDraft(answer));
  return checked && "accepted" in checked
    ? {
        accepted: { ...checked.accepted, wishLeftOut: written.wish_left_out ?? false },
        doubts: { unsupported: [], ...checked.doubts, repeated: removed },
      }
    : checked;
}
