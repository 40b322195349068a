import * as api from "../../contract/inbox";
import type { App } from "../../http/request-context";
import { route } from "../../http/route";
import { closeInbox, openInbox, patchInbox, renewInboxAddress, toInboxAnswer } from "./inbox-settings";
import { inboxQueries } from "./store-inboxes";

export function registerInboxRoutes(app: App): void {
  route(app, api.getInbox, {
    reads: ({ deps: { db } }, { userId }) => inboxQueries(db, userId),
    handler: (context, _input, rows) => toInboxAnswer(context, rows),
  });
  route(app, api.openInbox, { handler: openInbox });
  route(app, api.renewInboxAddress, { handler: renewInboxAddress });
  route(app, api.patchInbox, { handler: patchInbox });
  route(app, api.closeInbox, { handler: closeInbox });
}
