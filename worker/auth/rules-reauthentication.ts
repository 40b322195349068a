import { LIMITS } from "../contract/limits";
import { ApiError } from "../platform/api-error";

/**
 * Irreversible calls need a recent sign-in: deletion, export, ending sessions, a first password.
 * @param authenticatedAt time of the last sign-in, ISO 8601
 * @throws ApiError `reauthentication_required` when it was longer ago than `LIMITS.recentSignInMs`
 */
export function requireRecentSignIn({ authenticatedAt }: { authenticatedAt: string }, now: Date): void {
  const earliest = new Date(now.getTime() - LIMITS.recentSignInMs).toISOString();
  if (authenticatedAt <= earliest) throw new ApiError("reauthentication_required");
}
