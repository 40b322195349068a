import { toCompany } from "../companies/rules";
import * as api from "../contract/messages";
import { type App, type Input, serve, serveBeside, serveRead, type UserCall } from "../http";
import { Refusal } from "../refusal";
import { startGeneration } from "./bulk";
import { improveTemplate } from "./improve";
import { toGeneration } from "./rules";
import { type Candidate, candidateQuery, dropClaim } from "./store";
import { cancelGeneration, currentQueries } from "./store-generations";
import { writeMessage } from "./write";

/** How long a finished generation is still told, so that its counts can be shown. Milliseconds. */
const TOLD = 10 * 60_000;

export function messageRoutes(app: App): void {
  serve(app, api.generateMessage, generate);
  serve(app, api.cancelMessage, cancelOne);
  serve(app, api.bulkGenerate, generateMany);
  serveRead(app, api.currentGeneration,
    ({ deps }, userId) => currentQueries(deps.db, userId, new Date(deps.now().getTime() - TOLD).toISOString()),
    ([[row], items]) => ({ generation: row ? toGeneration(row, items) : null }));
  serve(app, api.cancelGeneration, cancel);
  serveBeside(app, api.improveMessage, ({ deps }, userId) => [candidateQuery(deps.db, userId)] as const, ([[candidate]], call, { body }) => improve(call, candidate, body));
}

async function generate({ deps, user, signal, later }: UserCall, { params }: Input<typeof api.generateMessage>) {
  deps.require("writing");
  const writing = writeMessage(deps, { userId: user.id, companyId: params.id }, null, signal);
  // A client that leaves must not take the release of the claim with it; a failure is told by the await below.
  later(writing.then(() => undefined, () => undefined));
  const { company, cvUsed } = await writing;
  return { generated_message: company.message, company: toCompany(company, deps.now()), cv_used: cvUsed, warnings: company.messageWarnings ?? [] };
}

async function cancelOne({ deps, user }: UserCall, { params }: Input<typeof api.cancelMessage>) {
  const row = await dropClaim(deps.db, user.id, params.id);
  if (!row) throw new Refusal("not_found");
  return { company: toCompany(row, deps.now()) };
}

async function generateMany({ deps, user }: UserCall, { body }: Input<typeof api.bulkGenerate>) {
  deps.require("writing");
  const { company_ids: companyIds, overwrite } = body;
  if (user.templateMessage.trim() === "") return { generation_id: null, queued: [], skipped: companyIds.map((id) => ({ id, reason: "no_template" as const })) };
  return startGeneration(deps, user.id, { companyIds, overwrite });
}

async function cancel({ deps, user }: UserCall, { params }: Input<typeof api.cancelGeneration>) {
  const { generation, items } = await cancelGeneration(deps.db, user.id, params.id, deps.now().toISOString());
  if (!generation) throw new Refusal("not_found");
  return { generation: toGeneration(generation, items) };
}

async function improve({ deps, user, signal }: UserCall, candidate: Candidate | undefined, body: Input<typeof api.improveMessage>["body"]) {
  deps.require("writing");
  return { improved_message: await improveTemplate(deps, user, candidate, body, signal) };
}
