import { issuePollToken } from "../auth/poll-token";
import { getActivity } from "../contract/activity";
import { LIVE_PATH } from "../contract/live";
import type { App, RequestContext } from "../http/request-context";
import { route } from "../http/route";
import { getActivityObject } from "../platform/activity-signals";
import { resolveActivity } from "./current-activity";
import { openSocket, readCheckedSession } from "./open-socket";
import { activityQueries } from "./store-activity";

export function registerActivityRoutes(app: App): void {
  route(app, getActivity, {
    answerPoll,
    reads: ({ deps }, { userId }) => activityQueries(deps.db, userId),
    handler: async ({ c, deps, user, at }, _, [[search], [generation]]) => {
      await issuePollToken(c, deps.config.sessionSecret, user, at);
      return { activity: await resolveActivity(deps, user.id, search, generation) };
    },
  });
  app.get(LIVE_PATH, (c) => openSocket(c.get("context")));
}

/** The answer of the user's object, usually without D1; null when the session must be checked. */
async function answerPoll(context: RequestContext) {
  const session = await readCheckedSession(context);
  if (!session) return null;
  const known = await getActivityObject(context.deps, session.userId).status(session.userId, session.at);
  return known && { activity: known };
}
