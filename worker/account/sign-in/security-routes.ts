import { endSessions } from "../../auth/end-sessions";
import { clearSessionCookie, SESSION_IDLE_MS } from "../../auth/session-lifecycle";
import { SESSION_ID_LENGTH, sessionListQuery } from "../../auth/store-sessions";
import * as api from "../../contract/account";
import type { BatchResponse } from "../../db/client";
import type { App, ShardContext, SignedInContext } from "../../http/request-context";
import { type ClaimedSession, type RequestInput, route } from "../../http/route";
import { ApiError } from "../../platform/api-error";
import { signInMeansQuery } from "../store-accounts";
import { identifyGoogleUser, consumeState } from "./google-sign-in";
import { reauthenticateByPassword, reauthenticateWithGoogle, setPassword } from "./reauthentication";

/** Sign-in methods and sessions of a user. */
export function registerSecurityRoutes(app: App): void {
  route(app, api.reauthenticate, {
    reads: meansQueries,
    handler: async (context, { body }, [[means]]) => {
      await reauthenticateByPassword(context, means, body.password);
      return { ok: true };
    },
  });
  route(app, api.reauthenticateWithGoogle, {
    reads: meansQueries,
    handler: async (context, { body }, [[means]]) => {
      const { googleAuth } = context.deps;
      consumeState(context.c, body.state);
      await reauthenticateWithGoogle(context, means, await identifyGoogleUser(googleAuth, body.code, context.signal));
      return { ok: true };
    },
  });
  route(app, api.checkRecentSignIn, { handler: () => ({ ok: true }) });
  route(app, api.getSecurity, { reads: securityQueries, handler: showSecurity });
  route(app, api.setPassword, {
    reads: meansQueries,
    handler: async (context, { body }, [[means]]) => {
      await setPassword(context, means, body);
      return { ok: true };
    },
  });
  route(app, api.endSession, { handler: endOneSession });
  route(app, api.endAllSessions, { handler: endEverySession });
}

const meansQueries = ({ deps }: ShardContext, { userId }: ClaimedSession) =>
  [signInMeansQuery(deps.db, userId)] as const;

const securityQueries = ({ deps, at }: ShardContext, { userId }: ClaimedSession) =>
  [
    signInMeansQuery(deps.db, userId),
    sessionListQuery(deps.db, userId, {
      at: at.toISOString(),
      idleSince: new Date(at.getTime() - SESSION_IDLE_MS).toISOString(),
    }),
  ] as const;

function showSecurity(
  { user }: SignedInContext,
  _input: RequestInput<typeof api.getSecurity>,
  [[means], rows]: BatchResponse<ReturnType<typeof securityQueries>>,
) {
  const sessions = [
    ...rows.filter(({ firstHash }) => firstHash === user.sessionHash),
    ...rows.filter(({ firstHash }) => firstHash !== user.sessionHash),
  ];
  return {
    has_password: typeof means?.passwordHash === "string",
    has_google: typeof means?.googleSub === "string",
    sessions: sessions.map(({ id, label, startedAt, lastSeenAt, firstHash }) => ({
      id,
      device: label,
      started_at: startedAt,
      last_seen_at: lastSeenAt,
      current: firstHash === user.sessionHash,
    })),
  };
}

async function endOneSession({ c, deps, user }: SignedInContext, { params }: RequestInput<typeof api.endSession>) {
  if (!(await endSessions(deps, user.id, { which: "by_id", id: params.id, device: user.deviceHash })).ended)
    throw new ApiError("not_found");
  if (user.sessionHash.slice(0, SESSION_ID_LENGTH) === params.id) clearSessionCookie(c);
  return { ok: true as const };
}

async function endEverySession({ c, deps, user }: SignedInContext) {
  await endSessions(deps, user.id, { which: "all", device: user.deviceHash });
  clearSessionCookie(c);
  return { ok: true as const };
}
