import { ACTIVITY_POLL_MAX_AGE_MS, issuePollToken, readPollToken } from "../auth/poll-token";
import { readSessionCookie } from "../auth/session-lifecycle";
import { getActivity } from "../contract/activity";
import type { RequestContext } from "../http/request-context";
import { requireSession } from "../http/require-session";
import { getActivityObject } from "../platform/activity-signals";
import { ApiError } from "../platform/api-error";
import { type SocketOwner, toSocketUrl } from "./socket-owner";

/** Who the signed cookie says has a session; null when the session must be checked. */
export async function readCheckedSession({ c, deps, at }: RequestContext) {
  const token = await readPollToken(c, deps.config.sessionSecret, at, ACTIVITY_POLL_MAX_AGE_MS);
  // The cookie may belong to a previous user of this browser.
  return token && (await readSessionCookie(c))?.userId === token.userId ? token : null;
}

/**
 * Opens the socket of a tab, in the user's object. Who asks is checked as for a poll: by the signed cookie without D1,
 * else by the session.
 * @throws ApiError not_found for what is no handshake; cross_site without the Origin that every browser sends with one
 */
export async function openSocket(context: RequestContext): Promise<Response> {
  const { c, deps, at } = context;
  if (c.req.header("upgrade")?.toLowerCase() !== "websocket") throw new ApiError("not_found");
  // Cookies go along with a handshake of any site's page. A foreign Origin is refused for every call.
  if (c.req.header("origin") === undefined) throw new ApiError("cross_site");
  const token = await readCheckedSession(context);
  const known =
    token &&
    (await askObject(context, {
      userId: token.userId,
      checkedAt: token.at,
      checkedUntil: token.at + ACTIVITY_POLL_MAX_AGE_MS,
    }));
  if (known && known.status !== 401) return toAnswer(context, known);
  const { user } = await requireSession(context, getActivity);
  await issuePollToken(c, deps.config.sessionSecret, user, at);
  const checkedUntil = Math.min(at.getTime() + ACTIVITY_POLL_MAX_AGE_MS, Date.parse(user.sessionEndsAt));
  return toAnswer(context, await askObject(context, { userId: user.id, checkedAt: at.getTime(), checkedUntil }));
}

const askObject = ({ deps }: RequestContext, owner: SocketOwner): Promise<Response> =>
  getActivityObject(deps, owner.userId).fetch(toSocketUrl(owner), { headers: { upgrade: "websocket" } });

/** The handshake's answer with the cookies of this request. */
function toAnswer({ c }: RequestContext, { status, webSocket }: Response): Response {
  if (webSocket) return new Response(null, { status: 101, webSocket, headers: c.res.headers });
  throw new ApiError(status === 429 ? "too_many_requests" : "unauthenticated");
}
