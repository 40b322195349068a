import type { Deps } from "../../compose";
import type { Statement, UserDatabase } from "../../db/client";
import { type ApiError, toServiceError } from "../../platform/api-error";
import type { LlmRefusal } from "../../platform/durable-objects";
import type { NamedPrompt } from "../../platform/ports";
import { toLlmCaller, toShareRefusal, toUsedUpError } from "../../quotas/llm-budget";
import { quotaError } from "../../quotas/rules-quotas";
import { consumeLlmShareQuery, consumeQuotaQuery, refundLlmShare } from "../../quotas/store-quotas";
import { loadCandidateMaterial, toMessageInput } from "../generate/message-input";
import { queuedLetterQueries } from "../generate/store-generations";
import { buildMessagePrompt } from "../prompts/prompt-message";
import { findWriteError } from "../rules-message";
import { chooseCandidate } from "../store-candidate";
import { toPromptId } from "./batch-answers";

/** For the text of a CV that was just uploaded, and for its facts. Milliseconds. */
const MATERIAL_TIMEOUT_MS = 90_000;

type Letter = NamedPrompt & { companyId: string };

/** The first prompts of the letters of a generation, as they would be asked for now; of those that can be written. */
export async function prepareLetters(deps: Deps, userId: string, generationId: string): Promise<Letter[]> {
  const [items, companies, candidates] = await deps.db.batch(queuedLetterQueries(deps.db, userId, generationId));
  const signal = AbortSignal.timeout(MATERIAL_TIMEOUT_MS);
  const writer = deps.getLlm(userId);
  const materials = new Map<string, ReturnType<typeof loadCandidateMaterial>>();
  const letters: Letter[] = [];
  for (const { companyId, messageVersion, profileId } of items) {
    const company = companies.find(({ id }) => id === companyId);
    const candidate = chooseCandidate(candidates, profileId ?? company?.profileId);
    if (!company || company.messageVersion !== messageVersion || findWriteError(company, deps.now())) continue;
    if (!candidate || candidate.template.trim() === "") continue;
    const { profileId: of } = candidate;
    const material =
      materials.get(of) ?? loadCandidateMaterial({ db: deps.db, now: deps.now, writer }, userId, candidate, signal);
    materials.set(of, material);
    const prompt = buildMessagePrompt(toMessageInput(company, candidate, await material, null));
    letters.push({ companyId, id: await toPromptId(companyId, prompt), prompt });
  }
  return letters;
}

/**
 * Counts letters as the consumer counts each: under the user's quota of the hour, their share of the day's calls, and
 * the calls of all users.
 * @returns how many may be written, and why no more
 */
export async function countLetters(
  deps: Deps,
  userId: string,
  wanted: number,
  takeCall: () => Promise<LlmRefusal | null>,
): Promise<{ counted: number; refusal: ApiError | null }> {
  const { db, config } = deps;
  const now = deps.now();
  const quota = { userId, quota: "generation" as const, limit: config.quotas.generation };
  let counted = await countRows(db, wanted, () => consumeQuotaQuery(db, quota, now));
  let refusal = counted < wanted ? quotaError("generation", now) : null;
  const shares = await countRows(db, counted, () => consumeLlmShareQuery(db, toLlmCaller(config, userId), now));
  if (shares < counted) refusal = toServiceError(toUsedUpError(toShareRefusal(config), now));
  counted = shares;
  for (let taken = 0; taken < counted; taken += 1) {
    const refused = await takeCall();
    if (refused === null) continue;
    await refundLlmShare(db, userId, now, counted - taken);
    refusal = toServiceError(toUsedUpError(refused, now));
    counted = taken;
  }
  return { counted, refusal };
}

/** Runs a statement so many times at once. @returns how often it had a row */
async function countRows(db: UserDatabase, times: number, create: () => Statement): Promise<number> {
  const [first, ...others] = Array.from({ length: times }, create);
  const results: unknown[] = first ? await db.batch([first, ...others]) : [];
  return results.filter((rows) => Array.isArray(rows) && rows.length > 0).length;
}
