import type { z } from "zod";
import { endSessions } from "../../auth/end-sessions";
import { requireRecentSignIn } from "../../auth/rules-reauthentication";
import { signInBlockedError } from "../../auth/rules-sign-in-attempts";
import { replaceToken, type SessionCookie } from "../../auth/session-lifecycle";
import { tokenExistsSql } from "../../auth/store-sessions";
import { clearAttempts, countAttempt } from "../../auth/store-sign-in-attempts";
import type { Deps } from "../../compose";
import type { PasswordBody } from "../../contract/account";
import { LIMITS } from "../../contract/limits";
import type { SignedInContext } from "../../http/request-context";
import { requireSessionCookie } from "../../http/require-session";
import { ApiError } from "../../platform/api-error";
import type { GoogleUser } from "../../platform/ports";
import { updatePasswordQuery, type SignInMeans } from "../store-accounts";
import { hashPassword, verifyPassword } from "./password-hash";

/**
 * Counts the check of a repeated password. It counts against this session: a stolen one can neither guess on for long
 * nor lock the owner out of another.
 * @throws ApiError `sign_in_blocked`
 */
async function requireAttemptAllowed({ deps, at }: SignedInContext, { tokenHash }: SessionCookie): Promise<void> {
  const limits = [{ key: tokenHash, most: LIMITS.signInFailures }];
  const { counted, blockedUntil } = await countAttempt(deps.sharedDb, limits, at);
  if (counted.length === 0) throw signInBlockedError(blockedUntil, at);
}

/** @throws ApiError `password_wrong` with the field name */
async function confirmPassword(password: string, { passwordHash }: SignInMeans, field: string): Promise<void> {
  if (!(await verifyPassword(password, passwordHash)))
    throw new ApiError("password_wrong", { fields: { [field]: "password_wrong" } });
}

/** Confirms by password who the user is. @throws ApiError `password_wrong`, `sign_in_blocked` */
export async function reauthenticateByPassword(
  context: SignedInContext,
  means: SignInMeans | undefined,
  password: string,
): Promise<void> {
  const cookie = await requireSessionCookie(context);
  await requireAttemptAllowed(context, cookie);
  await confirmPassword(password, requireOpen(means), "password");
  await renewAuthentication(context, cookie);
}

/** @throws ApiError `unauthenticated` when the account was closed in the meantime */
function requireOpen(means: SignInMeans | undefined): SignInMeans {
  if (!means) throw new ApiError("unauthenticated");
  return means;
}

/** The same by the linked Google account. @throws ApiError `google_other_account` */
export async function reauthenticateWithGoogle(
  context: SignedInContext,
  means: SignInMeans | undefined,
  person: GoogleUser,
): Promise<void> {
  if (!means?.googleSub || means.googleSub !== person.sub) throw new ApiError("google_other_account");
  await renewAuthentication(context, await requireSessionCookie(context));
}

/** The session continues under a new token, as one just signed in. */
async function renewAuthentication({ c, deps, user }: SignedInContext, cookie: SessionCookie): Promise<void> {
  const { statements, setCookies } = await replaceToken(
    c,
    deps,
    { cookie, expiresAt: user.sessionEndsAt, endsPrevious: false },
    deps.now(),
  );
  await clearAttempts(deps.sharedDb, cookie.tokenHash);
  await deps.db.batch(statements);
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
  means: SignInMeans | undefined,
  body: z.output<typeof PasswordBody>,
): Promise<void> {
  const { c, user, at } = context;
  const deps: Pick<Deps, "db" | "shard" | "sharedDb" | "activities" | "now"> = context.deps;
  const cookie = await requireSessionCookie(context);
  await requireAttemptAllowed(context, cookie);
  const known = requireOpen(means);
  if (known.passwordHash === null) {
    requireRecentSignIn(user, at);
  } else {
    if (body.current_password === undefined)
      throw new ApiError("invalid", { fields: { current_password: "required" } });
    await confirmPassword(body.current_password, known, "current_password");
  }
  await clearAttempts(deps.sharedDb, cookie.tokenHash);
  const passwordHash = await hashPassword(body.new_password);
  const { statements, setCookies } = await replaceToken(
    c,
    deps,
    { cookie, expiresAt: user.sessionEndsAt, endsPrevious: true },
    deps.now(),
  );
  const {
    extraQueries: [changed],
  } = await endSessions(deps, user.id, { which: "others", cookie, device: user.deviceHash }, [
    updatePasswordQuery(deps.db, user.id, passwordHash, tokenExistsSql(cookie)),
    ...statements,
  ]);
  // The session ended elsewhere while the password was hashed: nothing was changed.
  if (!Array.isArray(changed) || changed.length === 0) throw new ApiError("unauthenticated");
  setCookies();
}
