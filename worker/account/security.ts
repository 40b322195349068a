import * as api from "../contract/account";
import type { BatchResponse } from "../db/client";
import { type App, type Input, serve, serveBeside, serveRead, type UserCall } from "../http";
import { Refusal } from "../refusal";
import { endSessions } from "./end-sessions";
import { identify, takeState } from "./google";
import { passwordChecks, reauthenticate, reauthenticateByGoogle, setPassword } from "./reauthentication";
import { forgetSession, SESSION_IDLE } from "./session";
import { signInMeansQuery } from "./store";
import { SESSION_ID_LENGTH, sessionListQuery } from "./store-sessions";

/** How a user signs in, and where they are signed in. */
export function securityRoutes(app: App): void {
  serveBeside(app, api.reauthenticate, passwordChecks, async (checks, call, { body }) => {
    await reauthenticate(call, checks, body.password);
    return { ok: true as const };
  });
  serveBeside(
    app,
    api.reauthenticateWithGoogle,
    ({ deps }, userId) => [signInMeansQuery(deps.db, userId)] as const,
    async ([[means]], call, { body }) => {
      const { identity } = call.deps;
      takeState(call.c, body.state);
      await reauthenticateByGoogle(call, means, await identify(identity, body.code, call.signal));
      return { ok: true as const };
    },
  );
  serve(app, api.recentSignIn, async () => ({ ok: true as const }));
  serveRead(app, api.security, securityQueries, showSecurity);
  serveBeside(app, api.setPassword, passwordChecks, async (checks, call, { body }) => {
    await setPassword(call, checks, body);
    return { ok: true as const };
  });
  serve(app, api.endSession, endOne);
  serve(app, api.endAllSessions, endAll);
}

const securityQueries = ({ deps, at }: Pick<UserCall, "deps" | "at">, userId: string) =>
  [
    signInMeansQuery(deps.db, userId),
    sessionListQuery(deps.db, userId, {
      at: at.toISOString(),
      idleSince: new Date(at.getTime() - SESSION_IDLE).toISOString(),
    }),
  ] as const;

function showSecurity([[means], rows]: BatchResponse<ReturnType<typeof securityQueries>>, { user }: UserCall) {
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

async function endOne({ c, deps, user }: UserCall, { params }: Input<typeof api.endSession>) {
  if (!(await endSessions(deps, user.id, { which: "by_id", id: params.id, device: user.deviceHash })).ended)
    throw new Refusal("not_found");
  if (user.sessionHash.slice(0, SESSION_ID_LENGTH) === params.id) forgetSession(c);
  return { ok: true as const };
}

async function endAll({ c, deps, user }: UserCall) {
  await endSessions(deps, user.id, { which: "all", device: user.deviceHash });
  forgetSession(c);
  return { ok: true as const };
}
