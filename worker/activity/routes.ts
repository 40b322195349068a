import { readClaim } from "../account/session";
import { activity } from "../contract/messages";
import type { App, RequestContext } from "../http/request-context";
import { route } from "../http/route";
import { allowPolls, readPoll, TRUST_OF_ACTIVITY } from "./poll-cookie";
import { describeActivity } from "./read";
import { activityQueries } from "./store";

export function activityRoutes(app: App): void {
  route(app, activity, {
    answerPoll,
    reads: ({ deps }, { userId }) => activityQueries(deps.db, userId),
    handler: async ({ c, deps, user, at }, _, [[search], [generation]]) => {
      await allowPolls(c, deps.config.sessionSecret, user, at);
      return { activity: await describeActivity(deps, search, generation) };
    },
  });
}

/** What the user's object says, which asks no D1 as a rule; null where the session has to be looked at. */
async function answerPoll({ c, deps, at }: RequestContext) {
  const vouched = await readPoll(c, deps.config.sessionSecret, at, TRUST_OF_ACTIVITY);
  // The cookie may be of somebody who used this browser before.
  if (!vouched || (await readClaim(c))?.userId !== vouched.userId) return null;
  const known = await deps.activities
    .get(deps.activities.idFromName(vouched.userId))
    .status(vouched.userId, vouched.at);
  return known && { activity: known };
}
