import * as api from "../../contract/account";
import type { App, RequestContext, SignedInContext } from "../../http/request-context";
import { type ClaimedSession, route } from "../../http/route";
import { EXTRACT_ON_REQUEST, extractCvFacts, loadCv } from "../cv-context";
import type { Candidate } from "../store-candidate";
import { addFact, changeFact, factsQueries, type FactsRows, removeFact } from "./change-facts";
import { toFactsAnswer } from "./facts-answer";

export function registerFactRoutes(app: App): void {
  const reads = ({ deps }: RequestContext, { userId }: ClaimedSession) => factsQueries(deps.db, userId);
  route(app, api.listFacts, { reads, handler: (context, _input, rows) => toAnswer(context, rows) });
  route(app, api.extractFacts, { reads, handler: (context, _input, [[candidate]]) => extract(context, candidate) });
  route(app, api.addFact, {
    handler: async (context, { body }) =>
      toAnswer(context, await addFact(context.deps.db, context.user.id, body, context.at.toISOString())),
  });
  route(app, api.patchFact, {
    reads,
    handler: async (context, { params, body }, rows) => {
      const { deps, user, at } = context;
      return toAnswer(context, await changeFact(deps.db, user.id, params.id, body, at.toISOString(), rows));
    },
  });
  route(app, api.removeFact, {
    reads,
    handler: async (context, { params }, rows) =>
      toAnswer(context, await removeFact(context.deps.db, context.user.id, params.id, rows)),
  });
}

const toAnswer = ({ deps }: SignedInContext, [[candidate], confirmed]: FactsRows) =>
  toFactsAnswer(candidate, confirmed, deps.now());

async function extract(context: SignedInContext, candidate: Candidate | undefined) {
  const { deps, user, runAfterResponse } = context;
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
  return toAnswer(context, await deps.db.batch(factsQueries(deps.db, user.id)));
}
