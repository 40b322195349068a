import { toLlmCaller, logBudgetMark } from "../auth/llm-budget";
import { isLlmCallCounted } from "../auth/rules-quotas";
import { consumeLlmCallQueries } from "../auth/store-quotas";
import { toCompany } from "../companies/company-dto";
import * as api from "../contract/messages";
import type { BatchResponse } from "../db/client";
import type { App, RequestContext, SignedInContext } from "../http/request-context";
import { type ClaimedSession, type RequestInput, route } from "../http/route";
import { invalidateActivity } from "../platform/activity-signals";
import { ApiError } from "../platform/api-error";
import { generateMessage } from "./generate/generate-message";
import { startGeneration } from "./generate/start-generation";
import { cancelGeneration, currentGenerationQueries } from "./generate/store-generations";
import { improveTemplate } from "./improve-template";
import { toGeneration } from "./rules-message";
import { toCheckContext, checkContextQueries } from "./store-check-context";
import {
  type Candidate,
  candidateQuery,
  type MessageClaim,
  isClaimHeld,
  messageClaimQueries,
  revokeClaim,
  releaseClaim,
  toClaimResult,
} from "./store-messages";

/** How long a finished generation is still told, so that its counts can be shown. Milliseconds. */
const FINISHED_SHOWN_MS = 10 * 60_000;

export function messageRoutes(app: App): void {
  route(app, api.generateMessage, {
    reads: generateOneQueries,
    undoReads: (context, { userId }, input) => releaseClaim(context.deps.db, toClaim(context, userId, input)),
    handler: generateOne,
  });
  route(app, api.cancelMessage, { handler: cancelOne });
  route(app, api.bulkGenerate, { handler: generateMany });
  route(app, api.getCurrentGeneration, {
    reads: ({ deps }, { userId }) =>
      currentGenerationQueries(deps.db, userId, new Date(deps.now().getTime() - FINISHED_SHOWN_MS).toISOString()),
    handler: (_context, _input, [[row], items]) => ({ generation: row ? toGeneration(row, items) : null }),
  });
  route(app, api.cancelGeneration, { handler: cancelMany });
  route(app, api.improveMessage, {
    reads: ({ deps }, { userId }) => [candidateQuery(deps.db, userId)] as const,
    handler: (context, { body }, [[candidate]]) => improve(context, candidate, body),
  });
}

type GenerateParams = Pick<RequestInput<typeof api.generateMessage>, "params">;

const toClaim = ({ at }: RequestContext, userId: string, { params }: GenerateParams): MessageClaim => ({
  userId,
  companyId: params.id,
  claimedAt: at.toISOString(),
});

/** All that a letter needs, in the round trip of the session: the claim, the first question under the day's ceiling, what it is held against. */
function generateOneQueries(context: RequestContext, { userId, isLive }: ClaimedSession, input: GenerateParams) {
  const { db, config } = context.deps;
  // Nothing is taken while nobody can write.
  context.deps.requireFeature("writing");
  const claim = toClaim(context, userId, input);
  return [
    ...messageClaimQueries(db, claim, isLive),
    ...consumeLlmCallQueries(db, toLlmCaller(config, userId), context.at, isClaimHeld(claim)),
    ...checkContextQueries(db, claim),
  ] as const;
}

async function generateOne(
  context: SignedInContext,
  input: GenerateParams,
  [before, candidate, claimed, everybody, own, ...besides]: BatchResponse<ReturnType<typeof generateOneQueries>>,
) {
  const { deps, user, signal, runAfterResponse } = context;
  for (const { count } of everybody) logBudgetMark(count, deps.config.modelCallsPerDay);
  const claim = toClaim(context, user.id, input);
  const writing = generateMessage(
    { db: deps.db, now: deps.now, writer: deps.getLlm(user.id, isLlmCallCounted([everybody, own]) ? 1 : 0) },
    {
      claim,
      claimResult: toClaimResult([before, candidate, claimed]),
      run: null,
      besides: async () => toCheckContext(besides),
    },
    signal,
  );
  // A client that leaves must not take the release of the claim with it; a failure is told by the await below.
  runAfterResponse(
    writing.then(
      () => undefined,
      () => undefined,
    ),
  );
  const { company, cvUsed } = await writing;
  return {
    generated_message: company.message,
    company: toCompany(company, deps.now()),
    cv_used: cvUsed,
    warnings: company.messageWarnings ?? [],
  };
}

async function cancelOne({ deps, user }: SignedInContext, { params }: RequestInput<typeof api.cancelMessage>) {
  const row = await revokeClaim(deps.db, user.id, params.id);
  if (!row) throw new ApiError("not_found");
  return { company: toCompany(row, deps.now()) };
}

async function generateMany({ deps, user }: SignedInContext, { body }: RequestInput<typeof api.bulkGenerate>) {
  deps.requireFeature("writing");
  const { company_ids: companyIds, overwrite } = body;
  if (user.templateMessage.trim() === "")
    return {
      generation_id: null,
      queued: [],
      skipped: companyIds.map((id) => ({ id, reason: "no_template" as const })),
    };
  return startGeneration(deps, user.id, { companyIds, overwrite });
}

async function cancelMany({ deps, user }: SignedInContext, { params }: RequestInput<typeof api.cancelGeneration>) {
  const { generation, items } = await cancelGeneration(deps.db, user.id, params.id, deps.now().toISOString());
  if (!generation) throw new ApiError("not_found");
  await invalidateActivity(deps, user.id);
  return { generation: toGeneration(generation, items) };
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
