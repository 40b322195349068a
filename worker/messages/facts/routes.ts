import * as api from "../../contract/account";
import type { App, ShardContext, SignedInContext } from "../../http/request-context";
import { type ClaimedSession, route } from "../../http/route";
import { EXTRACT_ON_REQUEST, extractCvFacts, loadCv } from "../cv-context";
import type { Candidate } from "../store-candidate";
import { addFact, changeFact, chooseProfile, factsQueries, type FactsRows, removeFact } from "./change-facts";
import { toFactsAnswer } from "./facts-answer";

export function registerFactRoutes(app: App): void {
  const reads = ({ deps }: ShardContext, { userId }: ClaimedSession) => factsQueries(deps.db, userId);
  route(app, api.listFacts, { reads, handler: (context, { query }, rows) => toAnswer(context, query, rows) });
  route(app, api.extractFacts, {
    reads,
    handler: async (context, { query }, rows) => {
      const [[candidate]] = chooseProfile(rows, query.profile_id);
      await extract(context, candidate);
      return toAnswer(context, query, await context.deps.db.batch(factsQueries(context.deps.db, context.user.id)));
    },
  });
  route(app, api.addFact, {
    reads,
    handler: async (context, { query, body }, rows) => {
      const { deps, user, at } = context;
      chooseProfile(rows, query.profile_id);
      return toAnswer(context, query, await addFact(deps.db, user.id, body, at.toISOString()));
    },
  });
  route(app, api.patchFact, {
    reads,
    handler: async (context, { params, query, body }, rows) => {
      const { deps, user, at } = context;
      const known = chooseProfile(rows, query.profile_id);
      return toAnswer(context, query, await changeFact(deps.db, user.id, params.id, body, at.toISOString(), known));
    },
  });
  route(app, api.removeFact, {
    reads,
    handler: async (context, { params, query }, rows) => {
      const known = chooseProfile(rows, query.profile_id);
      return toAnswer(context, query, await removeFact(context.deps.db, context.user.id, params.id, known));
    },
  });
}

function toAnswer({ deps }: SignedInContext, { profile_id }: { profile_id?: string | undefined }, rows: FactsRows) {
  const [[candidate], confirmed] = chooseProfile(rows, profile_id);
  return toFactsAnswer(candidate, confirmed, deps.now());
}

async function extract({ deps, user, runAfterResponse }: SignedInContext, candidate: Candidate | undefined) {
  deps.requireFeature("writing");
  const ports = { db: deps.db, now: deps.now, writer: deps.getLlm(user.id) };
  // Not the client's signal: who leaves the page finds the facts read when they return.
  const { signal } = new AbortController();
  const extraction = (async () => {
    const cv = await loadCv(deps, user.id, candidate, signal);
    if (cv && !cv.storedFacts?.found) await extractCvFacts(ports, user.id, cv, signal, EXTRACT_ON_REQUEST);
  })();
  runAfterResponse(extraction.catch(() => undefined));
  await extraction;
}
