import { type ProfileRow, profilesQuery } from "../account/profiles/store-profiles";
import { toCompany } from "../companies/company-dto";
import { companyQuery } from "../companies/store-companies";
import { patchCompany } from "../contract/companies";
import * as api from "../contract/messages";
import type { BatchResponse } from "../db/client";
import type { App, RequestContext, ShardContext, SignedInContext } from "../http/request-context";
import { type ClaimedSession, type RequestInput, route } from "../http/route";
import { logError } from "../lib/log";
import { invalidateActivity } from "../platform/activity-signals";
import { ApiError } from "../platform/api-error";
import { toLlmCaller } from "../quotas/llm-budget";
import { consumeLlmShareQuery } from "../quotas/store-quotas";
import { toHurriedUntil } from "./batch/rules-batch";
import { describeSentences, findChangedWarnings } from "./describe-sentences";
import { editCompany, editReads } from "./edit-company";
import { registerFactRoutes } from "./facts/routes";
import { generateMessage } from "./generate/generate-message";
import { getGenerationObject, revokeLetters } from "./generate/generation-signals";
import { isWaiting, toGeneration } from "./generate/rules-generation";
import { startGeneration } from "./generate/start-generation";
import {
  cancelGeneration,
  currentGenerationQueries,
  shortenBatchWait,
  singleClaimQueries,
} from "./generate/store-generations";
import {
  isClaimHeldSql,
  type MessageClaim,
  releaseClaim,
  revokeClaim,
  toClaimResult,
} from "./generate/store-message-claims";
import { improveTemplate } from "./improve-template";
import { markRead, restoreMessage, toMessageVersions } from "./message-versions";
import { type Candidate, candidateQuery, requireCandidate } from "./store-candidate";
import { checkContextQueries, otherNamesQuery, toCheckContext } from "./store-check-context";
import { messageVersionQueries } from "./store-message-versions";
import { saveWarnings } from "./store-messages";

/** How long a finished generation is still returned, so that its counts can be shown. Milliseconds. */
const FINISHED_SHOWN_MS = 10 * 60_000;

export function registerMessageRoutes(app: App): void {
  route(app, api.generateMessage, {
    reads: generateOneQueries,
    undoReads: (context, { userId }, input) => releaseClaim(context.deps.db, toClaim(context, userId, input)),
    handler: generateOne,
  });
  route(app, patchCompany, { reads: editReads, handler: editCompany });
  route(app, api.checkMessage, {
    reads: ({ deps: { db } }, { userId }, { params }) =>
      [
        companyQuery(db, userId, params.id),
        candidateQuery(db, userId),
        otherNamesQuery(db, { userId, companyId: params.id }),
      ] as const,
    handler: async ({ deps }, { body }, [[company], candidates, others]) => {
      if (!company || candidates.length === 0) throw new ApiError("not_found");
      const names = others.map(({ name }) => name);
      const described = describeSentences(company, candidates, names, body);
      const warnings = findChangedWarnings(company, body, described);
      if (warnings) await saveWarnings(deps.db, company, warnings);
      return described;
    },
  });
  route(app, api.cancelMessage, { handler: cancelOne });
  route(app, api.bulkGenerate, {
    reads: ({ deps }, { userId }) => [profilesQuery(deps.db, userId)] as const,
    handler: (context, input, [profiles]) => generateMany(context, input, profiles),
  });
  route(app, api.getCurrentGeneration, {
    reads: ({ deps }, { userId }) =>
      currentGenerationQueries(deps.db, userId, new Date(deps.now().getTime() - FINISHED_SHOWN_MS).toISOString()),
    handler: ({ deps }, _input, [[row], items]) => ({ generation: row ? toGeneration(row, items, deps.now()) : null }),
  });
  route(app, api.cancelGeneration, { handler: cancelMany });
  route(app, api.hurryGeneration, { handler: hurryMany });
  route(app, api.listMessageVersions, {
    reads: ({ deps }, { userId }, { params }) => messageVersionQueries(deps.db, userId, params.id),
    handler: (_context, _input, [[row], kept]) => ({ versions: toMessageVersions(row, kept) }),
  });
  route(app, api.restoreMessageVersion, { handler: restoreMessage });
  route(app, api.markMessageRead, { handler: markRead });
  route(app, api.improveMessage, {
    reads: ({ deps }, { userId }) => [candidateQuery(deps.db, userId)] as const,
    handler: (context, { query, body }, [candidates]) =>
      improve(context, requireCandidate(candidates, query.profile_id), body),
  });
  registerFactRoutes(app);
}

type GenerateInput = RequestInput<typeof api.generateMessage>;
type GenerateParams = Pick<GenerateInput, "params">;

const toClaim = ({ at }: RequestContext, userId: string, { params }: GenerateParams): MessageClaim => ({
  userId,
  companyId: params.id,
  claimedAt: at.toISOString(),
});

/** All statements of a message in the round trip of the session: claim, share of the first LLM call, check context. */
function generateOneQueries(context: ShardContext, { userId, isLive }: ClaimedSession, input: GenerateParams) {
  const { db, config } = context.deps;
  // No claim while the LLM is not available.
  context.deps.requireFeature("writing");
  const claim = toClaim(context, userId, input);
  return [
    ...singleClaimQueries(db, claim, isLive),
    consumeLlmShareQuery(db, toLlmCaller(config, userId), context.at, isClaimHeldSql(claim)),
    ...checkContextQueries(db, claim),
  ] as const;
}

async function generateOne(
  context: SignedInContext,
  input: GenerateInput,
  [waiting, before, candidates, claimed, share, ...checkRows]: BatchResponse<ReturnType<typeof generateOneQueries>>,
) {
  const { deps, user, signal } = context;
  const { db, now, config, generations } = deps;
  const claim = toClaim(context, user.id, input);
  const writer = deps.getLlm(user.id, share.length);
  const { profile_id: profileId } = input.body;
  try {
    if (waiting[0]) throw new ApiError(waiting[0].batchEndedAt === null ? "message_waits" : "generating");
    if (profileId !== undefined && !candidates.some((candidate) => candidate.profileId === profileId)) {
      await releaseClaim(deps.db, claim);
      throw new ApiError("not_found");
    }
    const { company, cvUsed, wishLeftOut } = await generateMessage(
      { db, now, config, generations, writer },
      {
        claim,
        claimResult: toClaimResult([before, candidates, claimed], profileId),
        run: null,
        rewrite: input.body,
        loadCheckContext: async () => toCheckContext(checkRows),
      },
      signal,
    );
    return {
      generated_message: company.message,
      company: toCompany(company, deps.now()),
      cv_used: cvUsed,
      wish_left_out: wishLeftOut,
      warnings: company.messageWarnings ?? [],
    };
  } finally {
    await writer.giveUnusedBack();
  }
}

async function cancelOne({ deps, user }: SignedInContext, { params }: RequestInput<typeof api.cancelMessage>) {
  const row = await revokeClaim(deps.db, user.id, params.id);
  if (!row) throw new ApiError("not_found");
  await revokeLetters(deps, user.id, { companyId: params.id, startedBy: deps.now().toISOString() });
  return { company: toCompany(row, deps.now()) };
}

async function generateMany(
  { deps, user }: SignedInContext,
  { body }: RequestInput<typeof api.bulkGenerate>,
  profiles: ProfileRow[],
) {
  deps.requireFeature("writing");
  const { company_ids: companyIds, overwrite, profile_id: profileId = null, may_wait: mayWait } = body;
  const named = profileId === null ? profiles : profiles.filter(({ id }) => id === profileId);
  if (named.length === 0) throw new ApiError("not_found");
  if (named.every(({ templateMessage }) => templateMessage.trim() === ""))
    return {
      generation_id: null,
      queued: [],
      skipped: companyIds.map((id) => ({ id, reason: "no_template" as const })),
    };
  return startGeneration(deps, user.id, { companyIds, overwrite, profileId, mayWait });
}

async function cancelMany({ deps, user }: SignedInContext, { params }: RequestInput<typeof api.cancelGeneration>) {
  const { generation, items } = await cancelGeneration(deps.db, user.id, params.id, deps.now().toISOString());
  if (!generation) throw new ApiError("not_found");
  await revokeLetters(deps, user.id, { generationId: params.id });
  await invalidateActivity(deps, user.id);
  return { generation: toGeneration(generation, items, deps.now()) };
}

async function hurryMany({ deps, user }: SignedInContext, { params }: RequestInput<typeof api.hurryGeneration>) {
  const now = deps.now();
  const { generation, items } = await shortenBatchWait(deps.db, user.id, params.id, toHurriedUntil(now));
  if (!generation) throw new ApiError("not_found");
  if (isWaiting(generation)) {
    // Now, or with the next alarm.
    await getGenerationObject(deps, user.id)
      .watch(user.id, 0)
      .catch((error: unknown) => logError("letter_batch_delayed", error));
  }
  return { generation: toGeneration(generation, items, now) };
}

async function improve(
  { deps, user, signal }: SignedInContext,
  candidate: Candidate | undefined,
  body: RequestInput<typeof api.improveMessage>["body"],
) {
  deps.requireFeature("writing");
  return {
    improved_message: await improveTemplate(
      { db: deps.db, writer: deps.getLlm(user.id) },
      user,
      candidate,
      body,
      signal,
    ),
  };
}
