import * as api from "../contract/account";
import type { BatchResponse } from "../db/client";
import type { App, RequestContext, SignedInContext } from "../http/request-context";
import { type ClaimedSession, type RequestInput, route } from "../http/route";
import { ApiError } from "../platform/api-error";
import { endSessions } from "./end-sessions";
import { identify, takeState } from "./google";
import { passwordChecks, reauthenticate, reauthenticateByGoogle, setPassword } from "./reauthentication";
import { forgetSession, SESSION_IDLE } from "./session";
import { signInMeansQuery } from "./store";
import { SESSION_ID_LENGTH, sessionListQuery } from "./store-sessions";

/** How a user signs in, and where they are signed in. */
export function securityRoutes(app: App): void {
  route(app, api.reauthenticate, {
    reads: passwordChecks,
    handler: async (context, { body }, checks) => {
      await reauthenticate(context, checks, body.password);
      return { ok: true };
    },
  });
  route(app, api.reauthenticateWithGoogle, {
    reads: ({ deps }, { userId }) => [signInMeansQuery(deps.db, userId)] as const,
    handler: async (context, { body }, [[means]]) => {
      const { identity } = context.deps;
      takeState(context.c, body.state);
      await reauthenticateByGoogle(context, means, await identify(identity, body.code, context.signal));
      return { ok: true };
    },
  });
  route(app, api.recentSignIn, { handler: () => ({ ok: true }) });
  route(app, api.security, { reads: securityQueries, handler: showSecurity });
  route(app, api.setPassword, {
    reads: passwordChecks,
    handler: async (context, { body }, checks) => {
      await setPassword(context, checks, body);
      return { ok: true };
    },
  });
  route(app, api.endSession, { handler: endOne });
  route(app, api.endAllSessions, { handler: endAll });
}

const securityQueries = ({ deps, at }: RequestContext, { userId }: ClaimedSession) =>
  [
    signInMeansQuery(deps.db, userId),
    sessionListQuery(deps.db, userId, {
      at: at.toISOString(),
      idleSince: new Date(at.getTime() - SESSION_IDLE).toISOString(),
    }),
  ] as const;

function showSecurity(
  { user }: SignedInContext,
  _input: RequestInput<typeof api.security>,
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

async function endOne({ c, deps, user }: SignedInContext, { params }: RequestInput<typeof api.endSession>) {
  if (!(await endSessions(deps, user.id, { which: "by_id", id: params.id, device: user.deviceHash })).ended)
    throw new ApiError("not_found");
  if (user.sessionHash.slice(0, SESSION_ID_LENGTH) === params.id) forgetSession(c);
  return { ok: true as const };
}

async function endAll({ c, deps, user }: SignedInContext) {
  await endSessions(deps, user.id, { which: "all", device: user.deviceHash });
  forgetSession(c);
  return { ok: true as const };
}
