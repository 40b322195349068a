import type { ServiceStatus, MonitoredService, ServiceFailure } from "../platform/durable-objects";
import {
  type ExternalServiceError,
  BUDGET_EXCEEDED,
  THREAD_NOT_FOUND,
  USER_SHARE_EXCEEDED,
  type Service,
} from "../platform/ports";

export const UNKNOWN_STATUS: ServiceStatus = { succeededAt: null, failingSince: null, failed: null, toldAt: null };

/** A failure is logged after this long, and again at this interval. Milliseconds. */
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

/** Reasons when the user has revoked a link, has returned with an old code, or has deleted a conversation in Gmail. */
const USER_CAUSED_REASONS: ReadonlySet<string> = new Set(["invalid_grant", "invalid_token", THREAD_NOT_FOUND]);

/** The service was not called: the budget was used up, or the recipient is a reserved name. */
const NOT_REQUESTED_REASONS: ReadonlySet<string> = new Set([BUDGET_EXCEEDED, USER_SHARE_EXCEEDED, "reserved"]);

/** Whether an error means that the service itself is down: not a bad request of a user, nor a limit of one mailbox. */
export function isServiceDown({ service, failure, details }: ExternalServiceError): boolean {
  if (OUTAGE_FAILURES.has(failure)) return true;
  if (failure === "rate_limited") return service !== "gmail";
  if (failure === "refused")
    return service !== "gmail" && service !== "writer" && !USER_CAUSED_REASONS.has(details.reason ?? "");
  return failure === "bad_answer" && service !== "writer";
}

/**
 * Whether to log an error. Not one that was aborted, not sent or caused by the user, nor a token to be renewed; the
 * status object logs a wrong setting once.
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
  // Only the operator can correct a wrong setting.
  const shouldAlert = isDue && (failed.failure === "misconfigured" || sinceMs >= ALERT_AFTER_MS);
  return {
    status: { ...before, failingSince, failed, toldAt: shouldAlert ? at.toISOString() : before.toldAt },
    shouldAlert,
  };
}
