import { issuePollToken, readPollToken, ACTIVITY_POLL_MAX_AGE_MS } from "../auth/poll-token";
import { readSessionCookie } from "../auth/session-lifecycle";
import { getActivity } from "../contract/activity";
import type { App, RequestContext } from "../http/request-context";
import { route } from "../http/route";
import { resolveActivity } from "./current-activity";
import { activityQueries } from "./store-activity";

export function activityRoutes(app: App): void {
  route(app, getActivity, {
    answerPoll,
    reads: ({ deps }, { userId }) => activityQueries(deps.db, userId),
    handler: async ({ c, deps, user, at }, _, [[search], [generation]]) => {
      await issuePollToken(c, deps.config.sessionSecret, user, at);
      return { activity: await resolveActivity(deps, search, generation) };
    },
  });
}

/** What the user's object says, which asks no D1 as a rule; null where the session has to be looked at. */
async function answerPoll({ c, deps, at }: RequestContext) {
  const token = await readPollToken(c, deps.config.sessionSecret, at, ACTIVITY_POLL_MAX_AGE_MS);
  // The cookie may be of somebody who used this browser before.
  if (!token || (await readSessionCookie(c))?.userId !== token.userId) return null;
  const known = await deps.activities.get(deps.activities.idFromName(token.userId)).status(token.userId, token.at);
  return known && { activity: known };
}
