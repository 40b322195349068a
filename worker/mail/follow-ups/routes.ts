import * as api from "../../contract/follow-ups";
import type { App, ShardContext } from "../../http/request-context";
import { type ClaimedSession, route } from "../../http/route";
import { candidateQuery } from "../../messages/store-candidate";
import { toLlmCaller } from "../../quotas/llm-budget";
import { toSendingDay } from "../../quotas/rules-daily-limit";
import { consumeLlmShareQuery } from "../../quotas/store-quotas";
import { previewEmail } from "../preview-email";
import { companyNamesQuery, sendContextQueries, toSendContext } from "../send/store-send-context";
import {
  answerDueFollowUps,
  answerFollowUp,
  describeFollowUp,
  recordCall,
  saveOwnFollowUp,
  undoCall,
  writeNextFollowUp,
} from "./follow-ups";
import { toContactCutoff } from "./rules-follow-up";
import { dueFollowUpsQuery, followUpStatesQuery } from "./store-follow-ups";

export function registerFollowUpRoutes(app: App): void {
  route(app, api.listFollowUps, {
    reads: ({ deps: { db, now } }, { userId }, { query }) =>
      [dueFollowUpsQuery(db, userId, toContactCutoff(now()), query.limit)] as const,
    handler: ({ deps }, _input, [rows]) => answerDueFollowUps(deps, rows),
  });
  route(app, api.getFollowUp, {
    reads: (context, { userId }, { params }) => [nextFollowUpQuery(context, userId, params.id)] as const,
    handler: ({ deps }, _input, [[row]]) => answerFollowUp(deps, row),
  });
  route(app, api.writeFollowUp, {
    reads: (context, session, input) => {
      const { db, config } = context.deps;
      // Nothing is counted while the LLM is not available.
      context.deps.requireFeature("writing");
      return [
        consumeLlmShareQuery(db, toLlmCaller(config, session.userId), context.at, session.isLive),
        ...textQueries(context, session, input),
      ] as const;
    },
    handler: (context, input, [share, [row], candidates, names]) =>
      writeNextFollowUp(context, input, { row, candidates, names }, share.length),
  });
  route(app, api.saveFollowUp, {
    reads: (context, { userId }, { params }) => [nextFollowUpQuery(context, userId, params.id)] as const,
    handler: (context, input, [[row]]) => saveOwnFollowUp(context, input, row),
  });
  route(app, api.checkFollowUp, {
    reads: textQueries,
    handler: (_context, input, [[row], candidates, names]) => describeFollowUp({ row, candidates, names }, input),
  });
  route(app, api.getFollowUpPreview, {
    reads: ({ deps: { db, now } }, { userId }, { params: { id } }) =>
      sendContextQueries(db, userId, { companyIds: [id], steps: { [id]: null } }, toSendingDay(now()).began),
    handler: async ({ deps }, { params }, rows) => {
      deps.requireFeature("gmail");
      return { preview: await previewEmail(params.id, toSendContext(rows, deps.now()), deps) };
    },
  });
  route(app, api.recordCall, { handler: recordCall });
  route(app, api.undoCall, { handler: undoCall });
}

const nextFollowUpQuery = ({ deps: { db } }: Pick<ShardContext, "deps">, userId: string, companyId: string) =>
  followUpStatesQuery(db, userId, [{ companyId, step: null }]);

/** What a text is made of, and checked against. */
const textQueries = (
  context: ShardContext,
  { userId }: Pick<ClaimedSession, "userId">,
  { params }: { params: { id: string } },
) =>
  [
    nextFollowUpQuery(context, userId, params.id),
    candidateQuery(context.deps.db, userId),
    companyNamesQuery(context.deps.db, userId),
  ] as const;
