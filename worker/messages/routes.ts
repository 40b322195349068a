import { wasCounted } from "../account/rules-spending";
import { modelCallQueries } from "../account/store-spending";
import { tellActivity } from "../activity/tell";
import { toCompany } from "../companies/rules";
import * as api from "../contract/messages";
import type { BatchResponse } from "../db/client";
import type { App, RequestContext, SignedInContext } from "../http/request-context";
import { type ClaimedSession, type RequestInput, route } from "../http/route";
import { askerFor, tellMark } from "../model-purse";
import { ApiError } from "../platform/api-error";
import { startGeneration } from "./bulk";
import { improveTemplate } from "./improve";
import { toGeneration } from "./rules";
import {
  type Candidate,
  candidateQuery,
  type Claim,
  claimHeld,
  claimQueries,
  dropClaim,
  releaseClaim,
  takenOf,
} from "./store";
import { cancelGeneration, currentQueries } from "./store-generations";
import { besidesOf, besidesQueries } from "./store-review";
import { writeMessage } from "./write";

/** How long a finished generation is still told, so that its counts can be shown. Milliseconds. */
const TOLD = 10 * 60_000;

export function messageRoutes(app: App): void {
  route(app, api.generateMessage, {
    reads: generateQueries,
    undoReads: (context, { userId }, input) => releaseClaim(context.deps.db, toClaim(context, userId, input)),
    handler: generate,
  });
  route(app, api.cancelMessage, { handler: cancelOne });
  route(app, api.bulkGenerate, { handler: generateMany });
  route(app, api.currentGeneration, {
    reads: ({ deps }, { userId }) =>
      currentQueries(deps.db, userId, new Date(deps.now().getTime() - TOLD).toISOString()),
    handler: (_context, _input, [[row], items]) => ({ generation: row ? toGeneration(row, items) : null }),
  });
  route(app, api.cancelGeneration, { handler: cancel });
  route(app, api.improveMessage, {
    reads: ({ deps }, { userId }) => [candidateQuery(deps.db, userId)] as const,
    handler: (context, { body }, [[candidate]]) => improve(context, candidate, body),
  });
}

type GenerateParams = Pick<RequestInput<typeof api.generateMessage>, "params">;

const toClaim = ({ at }: RequestContext, userId: string, { params }: GenerateParams): Claim => ({
  userId,
  companyId: params.id,
  claimedAt: at.toISOString(),
});

/** All that a letter needs, in the round trip of the session: the claim, the first question under the day's ceiling, what it is held against. */
function generateQueries(context: RequestContext, { userId, isLive }: ClaimedSession, input: GenerateParams) {
  const { db, config } = context.deps;
  // Nothing is taken while nobody can write.
  context.deps.require("writing");
  const claim = toClaim(context, userId, input);
  return [
    ...claimQueries(db, claim, isLive),
    ...modelCallQueries(db, askerFor(config, userId), context.at, claimHeld(claim)),
    ...besidesQueries(db, claim),
  ] as const;
}

async function generate(
  context: SignedInContext,
  input: GenerateParams,
  [before, candidate, claimed, everybody, own, ...besides]: BatchResponse<ReturnType<typeof generateQueries>>,
) {
  const { deps, user, signal, runAfterResponse } = context;
  for (const { count } of everybody) tellMark(count, deps.config.modelCallsPerDay);
  const claim = toClaim(context, user.id, input);
  const writing = writeMessage(
    { db: deps.db, now: deps.now, writer: deps.writerFor(user.id, wasCounted([everybody, own]) ? 1 : 0) },
    { claim, taken: takenOf([before, candidate, claimed]), run: null, besides: async () => besidesOf(besides) },
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
  const row = await dropClaim(deps.db, user.id, params.id);
  if (!row) throw new ApiError("not_found");
  return { company: toCompany(row, deps.now()) };
}

async function generateMany({ deps, user }: SignedInContext, { body }: RequestInput<typeof api.bulkGenerate>) {
  deps.require("writing");
  const { company_ids: companyIds, overwrite } = body;
  if (user.templateMessage.trim() === "")
    return {
      generation_id: null,
      queued: [],
      skipped: companyIds.map((id) => ({ id, reason: "no_template" as const })),
    };
  return startGeneration(deps, user.id, { companyIds, overwrite });
}

async function cancel({ deps, user }: SignedInContext, { params }: RequestInput<typeof api.cancelGeneration>) {
  const { generation, items } = await cancelGeneration(deps.db, user.id, params.id, deps.now().toISOString());
  if (!generation) throw new ApiError("not_found");
  await tellActivity(deps, user.id);
  return { generation: toGeneration(generation, items) };
}

async function improve(
  { deps, user, signal }: SignedInContext,
  candidate: Candidate | undefined,
  body: RequestInput<typeof api.improveMessage>["body"],
) {
  deps.require("writing");
  return {
    improved_message: await improveTemplate(
      { db: deps.db, writer: deps.writerFor(user.id) },
      user,
      candidate,
      body,
      signal,
    ),
  };
}
