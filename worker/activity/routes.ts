import { issuePollToken, readPollToken, ACTIVITY_POLL_MAX_AGE_MS } from "../auth/poll-token";
import { readSessionCookie } from "../auth/session-lifecycle";
import { getActivity } from "../contract/activity";
import type { App, RequestContext } from "../http/request-context";
import { route } from "../http/route";
import { resolveActivity } from "./current-activity";
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
}

/** The answer of the user's object, usually without D1; null when the session must be checked. */
async function answerPoll({ c, deps, at }: RequestContext) {
  const token = await readPollToken(c, deps.config.sessionSecret, at, ACTIVITY_POLL_MAX_AGE_MS);
  // The cookie may belong to a previous user of this browser.
  if (!token || (await readSessionCookie(c))?.userId !== token.userId) return null;
  const known = await deps.activities.get(deps.activities.idFromName(token.userId)).status(token.userId, token.at);
  return known && { activity: known };
}
