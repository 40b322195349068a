import { companyQuery } from "../companies/store-companies";
import * as api from "../contract/applications";
import * as numbersApi from "../contract/numbers";
import type { App } from "../http/request-context";
import { route } from "../http/route";
import { registerInboxRoutes } from "./inbox/routes";
import { clearNextDate, sendNextDateFile, setNextDate } from "./next-dates";
import { toNumbers, toNumbersSpan } from "./numbers/numbers";
import { numbersQueries } from "./numbers/store-numbers";
import { confirmProposal, dismissProposal, readAnswer, setOutcome, takeOutcomeBack, toProposal } from "./outcomes";
import { registerReportRoutes } from "./report/routes";
import { companyEventQueries, latestEventQueries, proposalsQuery } from "./store-outcomes";

export function registerApplicationRoutes(app: App): void {
  registerReportRoutes(app);
  registerInboxRoutes(app);
  route(app, numbersApi.getNumbers, {
    reads: ({ deps: { db, now } }, { userId }, { query }) =>
      numbersQueries(db, userId, toNumbersSpan(query.zone, now())),
    handler: (_context, _input, rows) => toNumbers(rows),
  });
  route(app, api.setOutcome, {
    reads: ({ deps: { db } }, { userId }, { params }) => latestEventQueries(db, { userId, companyId: params.id }),
    handler: (context, input, rows) => setOutcome(context, input, rows),
  });
  route(app, api.takeOutcomeBack, {
    reads: ({ deps: { db } }, { userId }, { params }) =>
      companyEventQueries(db, { userId, companyId: params.id }, params.event),
    handler: (context, input, rows) => takeOutcomeBack(context, input, rows),
  });
  route(app, api.readAnswer, {
    reads: ({ deps: { db } }, { userId }, { params }) => [companyQuery(db, userId, params.id)] as const,
    handler: (context, input, [[row]]) => readAnswer(context, input, row),
  });
  route(app, api.listProposals, {
    reads: ({ deps: { db } }, { userId }) => [proposalsQuery(db, userId)] as const,
    handler: (_context, _input, [rows]) => ({ proposals: rows.map(toProposal) }),
  });
  route(app, api.confirmProposal, {
    reads: ({ deps: { db } }, { userId }, { params }) =>
      companyEventQueries(db, { userId, companyId: params.id }, params.event),
    handler: (context, input, rows) => confirmProposal(context, input, rows),
  });
  route(app, api.dismissProposal, {
    reads: ({ deps: { db } }, { userId }, { params }) =>
      companyEventQueries(db, { userId, companyId: params.id }, params.event),
    handler: (context, input, rows) => dismissProposal(context, input, rows),
  });
  route(app, api.setNextDate, { handler: setNextDate });
  route(app, api.clearNextDate, { handler: clearNextDate });
  route(app, api.getNextDateFile, {
    reads: ({ deps: { db } }, { userId }, { params }) => [companyQuery(db, userId, params.id)] as const,
    handler: (context, _input, [[row]]) => sendNextDateFile(context, row),
  });
}
