import type { z } from "zod";
import { endSessions } from "../../auth/end-sessions";
import { requireRecentSignIn } from "../../auth/rules-reauthentication";
import { signInBlockedError } from "../../auth/rules-sign-in-attempts";
import { replaceToken } from "../../auth/session-lifecycle";
import { tokenExistsSql } from "../../auth/store-sessions";
import { countAttemptQuery, clearAttemptsQuery, type AttemptKeys, waitQuery } from "../../auth/store-sign-in-attempts";
import type { Deps } from "../../compose";
import type { PasswordBody } from "../../contract/account";
import { LIMITS } from "../../contract/limits";
import type { BatchResponse } from "../../db/client";
import type { RequestContext, SignedInContext } from "../../http/request-context";
import { requireSessionCookie } from "../../http/require-session";
import type { ClaimedSession } from "../../http/route";
import { ApiError } from "../../platform/api-error";
import type { GoogleUser } from "../../platform/ports";
import { updatePasswordQuery, type SignInMeans, signInMeansQuery } from "../store-accounts";
import { hashPassword, verifyPassword } from "./password-hash";

/**
 * Queries that check a repeated password, sent with the session check. The attempt counts against this session: a
 * stolen session can neither guess on for long nor lock the owner out of another.
 */
export function passwordCheckQueries({ deps }: RequestContext, { userId, tokenHash, isLive }: ClaimedSession) {
  const keys: AttemptKeys = { isKnown: isLive, known: [{ key: tokenHash, most: LIMITS.signInFailures }], unknown: [] };
  const now = deps.now();
  return [
    countAttemptQuery(deps.db, keys, now),
    waitQuery(deps.db, keys, now),
    signInMeansQuery(deps.db, userId),
  ] as const;
}
type PasswordChecks = BatchResponse<ReturnType<typeof passwordCheckQueries>>;

/** @throws ApiError `sign_in_blocked`, or `unauthenticated` when the account was closed in the meantime */
function requireAttemptAllowed([counted, [wait], [means]]: PasswordChecks, now: Date): SignInMeans {
  if (counted.length === 0) throw signInBlockedError(wait?.until, now);
  if (!means) throw new ApiError("unauthenticated");
  return means;
}

/** @throws ApiError `password_wrong` with the field name */
async function confirmPassword(password: string, { passwordHash }: SignInMeans, field: string): Promise<void> {
  if (!(await verifyPassword(password, passwordHash)))
    throw new ApiError("password_wrong", { fields: { [field]: "password_wrong" } });
}

/** Confirms by password who the user is. @throws ApiError `password_wrong`, `sign_in_blocked` */
export async function reauthenticateByPassword(
  context: SignedInContext,
  checks: PasswordChecks,
  password: string,
): Promise<void> {
  await confirmPassword(password, requireAttemptAllowed(checks, context.at), "password");
  await renewAuthentication(context);
}

/** The same by the linked Google account. @throws ApiError `google_other_account` */
export async function reauthenticateWithGoogle(
  context: SignedInContext,
  means: SignInMeans | undefined,
  person: GoogleUser,
): Promise<void> {
  if (!means?.googleSub || means.googleSub !== person.sub) throw new ApiError("google_other_account");
  await renewAuthentication(context);
}

/** The session continues under a new token, as one just signed in. */
async function renewAuthentication({ c, deps, user }: SignedInContext): Promise<void> {
  const cookie = await requireSessionCookie({ c });
  const { statements, setCookies } = await replaceToken(
    c,
    deps.db,
    { cookie, expiresAt: user.sessionEndsAt, endsPrevious: false },
    deps.now(),
  );
  await deps.db.batch([...statements, clearAttemptsQuery(deps.db, cookie.tokenHash)]);
  setCookies();
}

/**
 * Sets a new password. All other sessions end, other devices are forgotten, and this session continues under a new
 * token.
 * @throws ApiError `password_wrong`, `sign_in_blocked`; `reauthentication_required` for a first password too long after
 * the last sign-in
 */
export async function setPassword(
  context: SignedInContext,
  checks: PasswordChecks,
  body: z.output<typeof PasswordBody>,
): Promise<void> {
  const { c, user, at } = context;
  const deps: Pick<Deps, "db" | "activities" | "now"> = context.deps;
  const means = requireAttemptAllowed(checks, at);
  if (means.passwordHash === null) {
    requireRecentSignIn(user, at);
  } else {
    if (body.current_password === undefined)
      throw new ApiError("invalid", { fields: { current_password: "required" } });
    await confirmPassword(body.current_password, means, "current_password");
  }
  const passwordHash = await hashPassword(body.new_password);
  const cookie = await requireSessionCookie({ c });
  const { statements, setCookies } = await replaceToken(
    c,
    deps.db,
    { cookie, expiresAt: user.sessionEndsAt, endsPrevious: true },
    deps.now(),
  );
  const {
    extraQueries: [changed],
  } = await endSessions(deps, user.id, { which: "others", cookie, device: user.deviceHash }, [
    updatePasswordQuery(deps.db, user.id, passwordHash, tokenExistsSql(cookie)),
    clearAttemptsQuery(deps.db, cookie.tokenHash),
    ...statements,
  ]);
  // The session ended elsewhere while the password was hashed: nothing was changed.
  if (!Array.isArray(changed) || changed.length === 0) throw new ApiError("unauthenticated");
  setCookies();
}
