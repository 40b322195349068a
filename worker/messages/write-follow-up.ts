import { formatSectors, listCompanyFacts } from "../companies/company-source";
import type { CompanyRow } from "../companies/rules-recipient";
import type { Deps } from "../compose";
import { INTERVALS_MS } from "../contract/limits";
import type { FollowUpStep } from "../contract/mail";
import { foldText } from "../lib/fold-text";
import { ApiError } from "../platform/api-error";
import { ExternalServiceError, type Llm } from "../platform/ports";
import { type CheckedMessage, checkWritten, type MessageSources, toMessageSources } from "./check-message";
import { formatCvForPrompt, loadCv, loadOrExtractCvFacts } from "./cv-context";
import { listKnownFacts } from "./facts/cv-facts";
import { toFactText } from "./facts/store-confirmed-facts";
import { type CheckedAnswer, generateWithRetry } from "./generate/generate-with-retry";
import { chooseAngle } from "./message-angle";
import { type FollowUpAnswer, toMessageDraft } from "./message-answer";
import { feedbackBlock, isInjected } from "./prompts/check-feedback";
import { buildFollowUpPrompt, type FollowUpInput } from "./prompts/prompt-follow-up";
import { readAgain } from "./second-reading";
import type { Candidate } from "./store-candidate";

/** As long as a message may take. Milliseconds. */
const MAX_WRITING_MS = INTERVALS_MS.staleGeneration - 10_000;
/** Sentences between greeting and closing. */
const SENTENCES = { min: 3, max: 4 };

export interface FollowUpOrder {
  /** The company, with its language and subject those of the follow-up. */
  company: CompanyRow;
  candidate: Candidate;
  step: FollowUpStep;
  /** The days on which mails were sent before, and the text of the application. */
  sent: FollowUpInput["sent"];
  /** Names of the user's other companies. */
  others: string[];
}

/**
 * Writes a follow-up: prompt, LLM, the check of every letter. Nothing is saved.
 * @throws ApiError generation_cancelled, message_refused, writer_failed, writer_declined, writer_cut_short
 * @throws ExternalServiceError when the LLM fails
 */
export async function writeFollowUp(
  deps: Pick<Deps, "db" | "now" | "config"> & { writer: Llm },
  { company, candidate, step, sent, others }: FollowUpOrder,
  signal: AbortSignal,
): Promise<Pick<CheckedMessage, "body" | "claims">> {
  const timeout = AbortSignal.timeout(MAX_WRITING_MS);
  const either = AbortSignal.any([signal, timeout]);
  try {
    const cv = await loadCv(deps, company.userId, candidate, either);
    const facts = cv && (await loadOrExtractCvFacts(deps, company.userId, cv, either));
    const { name, website, city, language } = company;
    const sector = formatSectors(company.businessType, language);
    const about = listCompanyFacts(company);
    const seed = `${company.id} follow-up ${step} ${company.messageVersion}`;
    const input: FollowUpInput = {
      language,
      step,
      candidate: { name: candidate.name },
      company: { name, website, city, sector, facts: about },
      template: candidate.template,
      cv: formatCvForPrompt(cv, facts),
      confirmed: candidate.confirmed.map(toFactText),
      focus: chooseAngle(listKnownFacts(facts, candidate.confirmed), { sector, facts: about }, seed).focus,
      sent,
    };
    const sources = toMessageSources(company, candidate, cv?.text ?? "", others, { sentOn: [...sent.on] });
    return await generateWithRetry(
      deps.writer,
      // After findings that the company's pages may have injected, it is written again without them.
      (objections) =>
        buildFollowUpPrompt(
          objections.findings.some(isInjected) ? { ...input, company: { ...input.company, facts: [] } } : input,
          feedbackBlock(objections),
        ),
      async (answer) =>
        readAgain(
          checkAnswer(answer, { company, candidate }, sources),
          deps.config.openai.readsAgain ? { reader: deps.writer, input, signal: either } : null,
        ),
      either,
    );
  } catch (error) {
    if (signal.aborted) throw new ApiError("generation_cancelled");
    throw timeout.aborted ? new ExternalServiceError("writer", "timeout", "The follow-up took too long") : error;
  }
}

/** Checks an answer, and that it is as short as was asked. */
function checkAnswer(
  { paragraphs }: FollowUpAnswer,
  { company, candidate }: Pick<FollowUpOrder, "company" | "candidate">,
  sources: MessageSources,
): CheckedAnswer<CheckedMessage> | null {
  const count = countSentences(
    paragraphs.flat().map(({ text }) => text),
    candidate.name,
  );
  if (count >= SENTENCES.min && count <= SENTENCES.max)
    return checkWritten(toMessageDraft({ subject: company.subject, paragraphs }), sources, []);
  const detail = `${count} sentences between greeting and closing, in place of three or four`;
  return { findings: [{ code: "length", detail }] };
}

/** The sentences between the greeting and the closing, which may have the name on a line of its own or beside it. */
function countSentences(sentences: readonly string[], name: string): number {
  const hasNameAlone = foldText(sentences.at(-1) ?? "") === foldText(name);
  return sentences.length - (hasNameAlone ? 3 : 2);
}
