import type { ServiceStatus, MonitoredService, ServiceFailure } from "../platform/durable-objects";
import { type ExternalServiceError, BUDGET_EXCEEDED, USER_SHARE_EXCEEDED, type Service } from "../platform/ports";

export const UNKNOWN_STATUS: ServiceStatus = { succeededAt: null, failingSince: null, failed: null, toldAt: null };

/** A failure that is still there after this long is told; how often it is told again. Milliseconds. */
const ALERT_AFTER_MS = 2 * 60_000;
const ALERT_INTERVAL_MS = 3_600_000;

const MONITORED_BY_SERVICE: Partial<Record<Service, MonitoredService>> = {
  writer: "model",
  gmail: "gmail",
  google: "google",
  overpass: "directory",
  nominatim: "directory",
};
export const toMonitoredService = (service: Service): MonitoredService | undefined => MONITORED_BY_SERVICE[service];

const OUTAGE_FAILURES: ReadonlySet<string> = new Set(["timeout", "unreachable", "server_error", "misconfigured"]);

/** What Google says when it is the user who has ended a link, or has come back with an old code. */
const USER_CAUSED_REASONS: ReadonlySet<string> = new Set(["invalid_grant", "invalid_token"]);

/** What was not even asked: there was no question left, or the recipient is a reserved name. */
const NOT_REQUESTED_REASONS: ReadonlySet<string> = new Set([BUDGET_EXCEEDED, USER_SHARE_EXCEEDED, "reserved"]);

/**
 * Whether an error says that the service itself is not there for us: not what a user has asked for wrongly, nor what one mailbox may no longer send.
 */
export function isServiceDown({ service, failure, details }: ExternalServiceError): boolean {
  if (OUTAGE_FAILURES.has(failure)) return true;
  if (failure === "rate_limited") return service !== "gmail";
  if (failure === "refused")
    return service !== "gmail" && service !== "writer" && !USER_CAUSED_REASONS.has(details.reason ?? "");
  return failure === "bad_answer" && service !== "writer";
}

/**
 * Whether the log is told of an error as a fault. What was given up, not asked or ended by the user is none, nor a token that is only to be
 * renewed; a wrong setting is told once, by the status object.
 */
export function isLoggedAsError({ service, failure, details: { reason = "", status } }: ExternalServiceError): boolean {
  if (failure === "aborted" || failure === "misconfigured" || (service === "gmail" && status === 401)) return false;
  return !USER_CAUSED_REASONS.has(reason) && !NOT_REQUESTED_REASONS.has(reason);
}

export const applySuccess = (at: Date): ServiceStatus => ({ ...UNKNOWN_STATUS, succeededAt: at.toISOString() });

/** @returns the new status, and whether it is time for an alert in the log */
export function applyFailure(
  before: ServiceStatus,
  failed: ServiceFailure,
  at: Date,
): { status: ServiceStatus; shouldAlert: boolean } {
  const failingSince = before.failingSince ?? at.toISOString();
  const sinceMs = at.getTime() - Date.parse(failingSince);
  const isDue = before.toldAt === null || at.getTime() - Date.parse(before.toldAt) >= ALERT_INTERVAL_MS;
  // Nothing but the operator changes a wrong setting.
  const shouldAlert = isDue && (failed.failure === "misconfigured" || sinceMs >= ALERT_AFTER_MS);
  return {
    status: { ...before, failingSince, failed, toldAt: shouldAlert ? at.toISOString() : before.toldAt },
    shouldAlert,
  };
}
