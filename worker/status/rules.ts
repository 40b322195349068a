import { type OutsideError, OVER_BUDGET, OVER_SHARE, type Service } from "../ports";

/** The services whose state /api/health tells. */
export type Watched = "model" | "gmail" | "google" | "directory";

/** Why a service fails: `failure` is our word for it, `reason` its own. */
export interface Failure {
  failure: string;
  reason: string | null;
}

/** What is known of a service. Times are ISO 8601 UTC. */
export interface Standing {
  succeededAt: string | null;
  failingSince: string | null;
  /** Of the last failure, while it fails. */
  failed: Failure | null;
  /** When the log was told that it fails: a single failure is not worth it. */
  toldAt: string | null;
}

export const NOTHING_KNOWN: Standing = { succeededAt: null, failingSince: null, failed: null, toldAt: null };

/** A failure that is still there after this long is told; how often it is told again. Milliseconds. */
const CONFIRMED_MS = 2 * 60_000;
const TOLD_AGAIN_MS = 3_600_000;

const NAMES: Partial<Record<Service, Watched>> = {
  writer: "model",
  gmail: "gmail",
  google: "google",
  overpass: "directory",
  nominatim: "directory",
};
export const watchedName = (service: Service): Watched | undefined => NAMES[service];

const NO_ANSWER: ReadonlySet<string> = new Set(["timeout", "unreachable", "server_error", "misconfigured"]);

/** What Google says when it is the user who has ended a link, or has come back with an old code. */
const OF_THE_USER: ReadonlySet<string> = new Set(["invalid_grant", "invalid_token"]);

/** What was not even asked: there was no question left, or the recipient is a reserved name. */
const NOT_ASKED: ReadonlySet<string> = new Set([OVER_BUDGET, OVER_SHARE, "reserved"]);

/**
 * Whether an error says that the service itself is not there for us: not what a user has asked for wrongly, nor what one mailbox may no longer send.
 */
export function isOutOfService({ service, failure, details }: OutsideError): boolean {
  if (NO_ANSWER.has(failure)) return true;
  if (failure === "rate_limited") return service !== "gmail";
  if (failure === "refused")
    return service !== "gmail" && service !== "writer" && !OF_THE_USER.has(details.reason ?? "");
  return failure === "bad_answer" && service !== "writer";
}

/**
 * Whether the log is told of an error as a fault. What was given up, not asked or ended by the user is none, nor a token that is only to be
 * renewed; a wrong setting is told once, by the status object.
 */
export function isFault({ service, failure, details: { reason = "", status } }: OutsideError): boolean {
  if (failure === "aborted" || failure === "misconfigured" || (service === "gmail" && status === 401)) return false;
  return !OF_THE_USER.has(reason) && !NOT_ASKED.has(reason);
}

export const afterSuccess = (at: Date): Standing => ({ ...NOTHING_KNOWN, succeededAt: at.toISOString() });

/** @returns the standing, and whether the log is to be told now */
export function afterFailure(before: Standing, failed: Failure, at: Date): { standing: Standing; tell: boolean } {
  const failingSince = before.failingSince ?? at.toISOString();
  const sinceMs = at.getTime() - Date.parse(failingSince);
  const isDue = before.toldAt === null || at.getTime() - Date.parse(before.toldAt) >= TOLD_AGAIN_MS;
  // Nothing but the operator changes a wrong setting.
  const tell = isDue && (failed.failure === "misconfigured" || sinceMs >= CONFIRMED_MS);
  return { standing: { ...before, failingSince, failed, toldAt: tell ? at.toISOString() : before.toldAt }, tell };
}
