import { requireRecentSignIn } from "../auth/rules-reauthentication";
import {
  needsRefresh,
  readSessionCookie,
  refreshSession,
  SESSION_IDLE_MS,
  type SessionCookie,
} from "../auth/session-lifecycle";
import { tokenExistsSql, type SessionUser, sessionQuery } from "../auth/store-sessions";
import type { Deps } from "../compose";
import type { Endpoint } from "../contract/endpoint";
import type { Statement } from "../db/client";
import { ApiError } from "../platform/api-error";
import { quotaError } from "../quotas/rules-quotas";
import { consumeQuotaQuery } from "../quotas/store-quotas";
import type { CheckedSession, RequestContext, ShardContext, SignedInContext } from "./request-context";

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
  return (await checkSession(context, await requireSessionCookie(context), guard, () => [])).context;
}

/**
 * Checks a session cookie against its row and counts the endpoint's quota, in one round trip with further statements.
 * @throws ApiError when the session does not meet the guard or the quota is used up
 */
export async function checkSession(
  context: RequestContext,
  cookie: SessionCookie,
  guard: SessionGuard,
  toStatements: (context: ShardContext) => readonly Statement[],
): Promise<CheckedSession> {
  const { config, now } = context.deps;
  const { quota } = guard;
  const found = await findInShards(context, cookie, async (deps) => {
    const { db } = deps;
    const inShard: ShardContext = { ...context, deps };
    context.c.set("shardContext", inShard);
    const session = sessionQuery(db, cookie, {
      at: context.at.toISOString(),
      idleSince: new Date(context.at.getTime() - SESSION_IDLE_MS).toISOString(),
    });
    const statements = toStatements(inShard);
    if (!quota) {
      const [[user], ...rows] = await db.batch([session, ...statements]);
      return { inShard, user, rows, mayGoOn: true };
    }
    const spending = { userId: cookie.userId, quota, limit: config.quotas[quota] };
    const spend = consumeQuotaQuery(db, spending, now(), tokenExistsSql(cookie));
    const [[user], spent, ...rows] = await db.batch([session, spend, ...statements]);
    return { inShard, user, rows, mayGoOn: spent.length > 0 };
  });
  if (!found?.user) throw new ApiError("unauthenticated");
  const { inShard, user, rows, mayGoOn } = found;
  await admit(inShard, cookie, user, guard);
  if (quota && !mayGoOn) throw quotaError(quota, now());
  return { context: { ...inShard, user }, rows };
}

/**
 * Asks the shard that the cookie hints at; only where it has no such session, the one that the directory says.
 * @throws ApiError `account_moving`
 */
async function findInShards<T extends { user: SessionUser | undefined }>(
  { deps }: RequestContext,
  { userId, shard }: SessionCookie,
  ask: (deps: Deps) => Promise<T>,
): Promise<T | undefined> {
  const hinted = deps.shards.includes(shard) ? await ask(deps.openShard(shard)) : undefined;
  if (hinted?.user || deps.shards.length === 1) return hinted;
  const own = await deps.openUserShard(userId);
  return own.shard === shard ? hinted : ask(own);
}

/** Retry-After for a user who writes too often. */
const WRITE_LIMIT_SECONDS = 60;

async function admit(
  { c, deps, at, runAfterResponse }: ShardContext,
  cookie: SessionCookie,
  user: SessionUser,
  guard: SessionGuard,
): Promise<void> {
  if (needsRefresh(user, cookie, deps.shard, at)) await refreshSession(c, deps, cookie, user, runAfterResponse);
  if (guard.access === "ready" && !user.wizardCompleted) throw new ApiError("wizard_incomplete");
  if (guard.recentSignIn) requireRecentSignIn(user, at);
  // After the session check: a cookie can name any user, and must not use up that user's budget.
  const mayWrite = guard.method === "GET" || (await deps.writeLimiter.tryConsume(user.id));
  if (!mayWrite) throw new ApiError("write_limit", { retryAfterSeconds: WRITE_LIMIT_SECONDS });
}
