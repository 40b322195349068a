import { wasCounted } from "../account/rules-spending";
import { modelCallQueries } from "../account/store-spending";
import { tellActivity } from "../activity/tell";
import { toCompany } from "../companies/rules";
import * as api from "../contract/messages";
import type { BatchResponse, Condition } from "../db/client";
import { type App, type Call, type Input, serve, serveBeside, serveRead, type UserCall } from "../http";
import { askerFor, tellMark } from "../model-purse";
import { Refusal } from "../refusal";
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
  serveBeside(app, api.generateMessage, generateQueries, generate, (call, userId) =>
    releaseClaim(call.deps.db, claimOf(call, userId)),
  );
  serve(app, api.cancelMessage, cancelOne);
  serve(app, api.bulkGenerate, generateMany);
  serveRead(
    app,
    api.currentGeneration,
    ({ deps }, userId) => currentQueries(deps.db, userId, new Date(deps.now().getTime() - TOLD).toISOString()),
    ([[row], items]) => ({ generation: row ? toGeneration(row, items) : null }),
  );
  serve(app, api.cancelGeneration, cancel);
  serveBeside(
    app,
    api.improveMessage,
    ({ deps }, userId) => [candidateQuery(deps.db, userId)] as const,
    ([[candidate]], call, { body }) => improve(call, candidate, body),
  );
}

const claimOf = ({ c, at }: Call, userId: string): Claim => ({
  userId,
  companyId: c.req.param("id") ?? "",
  claimedAt: at.toISOString(),
});

/** All that a letter needs, in the round trip of the session: the claim, the first question under the day's ceiling, what it is held against. */
function generateQueries(call: Call, userId: string, signedIn: Condition) {
  const { db, config } = call.deps;
  // Nothing is taken while nobody can write.
  call.deps.require("writing");
  const claim = claimOf(call, userId);
  return [
    ...claimQueries(db, claim, signedIn),
    ...modelCallQueries(db, askerFor(config, userId), call.at, claimHeld(claim)),
    ...besidesQueries(db, claim),
  ] as const;
}

async function generate(
  [before, candidate, claimed, everybody, own, ...besides]: BatchResponse<ReturnType<typeof generateQueries>>,
  call: UserCall,
) {
  const { deps, user, signal, later } = call;
  for (const { count } of everybody) tellMark(count, deps.config.modelCallsPerDay);
  const claim = claimOf(call, user.id);
  const writing = writeMessage(
    { db: deps.db, now: deps.now, writer: deps.writerFor(user.id, wasCounted([everybody, own]) ? 1 : 0) },
    { claim, taken: takenOf([before, candidate, claimed]), run: null, besides: async () => besidesOf(besides) },
    signal,
  );
  // A client that leaves must not take the release of the claim with it; a failure is told by the await below.
  later(
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

async function cancelOne({ deps, user }: UserCall, { params }: Input<typeof api.cancelMessage>) {
  const row = await dropClaim(deps.db, user.id, params.id);
  if (!row) throw new Refusal("not_found");
  return { company: toCompany(row, deps.now()) };
}

async function generateMany({ deps, user }: UserCall, { body }: Input<typeof api.bulkGenerate>) {
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

async function cancel({ deps, user }: UserCall, { params }: Input<typeof api.cancelGeneration>) {
  const { generation, items } = await cancelGeneration(deps.db, user.id, params.id, deps.now().toISOString());
  if (!generation) throw new Refusal("not_found");
  await tellActivity(deps, user.id);
  return { generation: toGeneration(generation, items) };
}

async function improve(
  { deps, user, signal }: UserCall,
  candidate: Candidate | undefined,
  body: Input<typeof api.improveMessage>["body"],
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
