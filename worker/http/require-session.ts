import { quotaError } from "../auth/rules-quotas";
import { requireRecentSignIn } from "../auth/rules-reauthentication";
import { readSessionCookie, SESSION_IDLE_MS, type SessionCookie, refreshSession } from "../auth/session-lifecycle";
import { consumeQuotaQuery } from "../auth/store-quotas";
import { tokenExistsSql, type SessionUser, sessionQuery } from "../auth/store-sessions";
import type { Endpoint } from "../contract/endpoint";
import type { Statement } from "../db/client";
import { ApiError } from "../platform/api-error";
import type { RequestContext, SignedInContext } from "./request-context";

/** Requirements of an endpoint for the session. */
export type SessionGuard = Pick<Endpoint, "access" | "method" | "recentSignIn" | "quota">;

/** @throws ApiError `unauthenticated` without a session cookie */
export async function requireSessionCookie({ c }: Pick<RequestContext, "c">): Promise<SessionCookie> {
  const cookie = await readSessionCookie(c);
  if (!cookie) throw new ApiError("unauthenticated");
  return cookie;
}

/** The user of the request's session. @throws ApiError when the session does not meet the guard */
export async function requireSession(context: RequestContext, guard: SessionGuard): Promise<SignedInContext> {
  const { user } = await checkSession(context, await requireSessionCookie(context), guard, []);
  return { ...context, user };
}

/**
 * Checks a session cookie against its row and counts the endpoint's quota, in one round trip with further statements.
 * @throws ApiError when the session does not meet the guard or the quota is used up
 */
export async function checkSession(
  context: RequestContext,
  cookie: SessionCookie,
  guard: SessionGuard,
  statements: readonly Statement[],
): Promise<{ user: SessionUser; rows: readonly unknown[] }> {
  const { db, config, now } = context.deps;
  const { quota } = guard;
  const session = sessionQuery(db, cookie, {
    at: context.at.toISOString(),
    idleSince: new Date(context.at.getTime() - SESSION_IDLE_MS).toISOString(),
  });
  if (!quota) {
    const [[row], ...rows] = await db.batch([session, ...statements]);
    return { user: await admit(context, cookie, row, guard), rows };
  }
  const spending = { userId: cookie.userId, quota, limit: config.quotas[quota] };
  const spend = consumeQuotaQuery(db, spending, now(), tokenExistsSql(cookie));
  const [[row], spent, ...rows] = await db.batch([session, spend, ...statements]);
  const user = await admit(context, cookie, row, guard);
  if (spent.length === 0) throw quotaError(quota, now());
  return { user, rows };
}

/** Retry-After for a user who writes too often. */
const WRITE_LIMIT_SECONDS = 60;

async function admit(
  { c, deps, at, runAfterResponse }: RequestContext,
  cookie: SessionCookie,
  user: SessionUser | undefined,
  guard: SessionGuard,
): Promise<SessionUser> {
  if (!user) throw new ApiError("unauthenticated");
  await refreshSession(c, deps.db, cookie, user, deps.now(), runAfterResponse);
  if (guard.access === "ready" && !user.wizardCompleted) throw new ApiError("wizard_incomplete");
  if (guard.recentSignIn) requireRecentSignIn(user, at);
  // After the session check: a cookie can name any user, and must not use up that user's budget.
  const mayWrite = guard.method === "GET" || (await deps.writeLimiter.tryConsume(user.id));
  if (!mayWrite) throw new ApiError("write_limit", { retryAfterSeconds: WRITE_LIMIT_SECONDS });
  return user;
}
