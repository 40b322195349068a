import { log, logError } from "../lib/log";
import type { StatusRpc, ServiceFailure, MonitoredService } from "../platform/durable-objects";
import { ExternalServiceError } from "../platform/ports";
import { isLoggedAsError, isServiceDown, toMonitoredService } from "./rules-service-status";

/** How often the same outcome is reported again: success, failure. Milliseconds. */
const SUCCESS_REPORT_INTERVAL_MS = 5 * 60_000;
const FAILURE_REPORT_INTERVAL_MS = 60_000;

/** Outcome of a call to a service. */
export type OutcomeReporter = (service: MonitoredService, error: ExternalServiceError | null) => Promise<void>;

/**
 * Logs external failures and reports outcomes to the status object: a success at most every five minutes, a failure
 * every minute. Failed reports are logged and ignored.
 */
export function createReporter(
  status: () => Pick<DurableObjectStub<StatusRpc>, "recordOutcome">,
  now: () => Date,
): OutcomeReporter {
  const lastReports = new Map<MonitoredService, { at: number; failed: boolean }>();
  return async (service, error) => {
    if (error) logExternalError(error);
    if (error && !isServiceDown(error)) return;
    const failed: ServiceFailure | null = error && { failure: error.failure, reason: error.details.reason ?? null };
    const last = lastReports.get(service);
    const at = now().getTime();
    const isNews =
      last === undefined ||
      (failed === null && last.failed) ||
      at - last.at >= (failed ? FAILURE_REPORT_INTERVAL_MS : SUCCESS_REPORT_INTERVAL_MS);
    if (!isNews) return;
    lastReports.set(service, { at, failed: failed !== null });
    try {
      await status().recordOutcome(service, failed);
    } catch (fault) {
      logError("status_not_told", fault, { service });
    }
  };
}

const loggedErrors = new WeakSet<ExternalServiceError>();

/** Logs an external error once. */
export function logExternalError(error: ExternalServiceError): void {
  if (loggedErrors.has(error)) return;
  loggedErrors.add(error);
  const {
    service,
    failure,
    details: { status, reason },
  } = error;
  if (isLoggedAsError(error)) logError("outside_failed", error, { service, failure, status, reason });
  else log("outside_failed", { service, failure, status, reason });
}

/**
 * Wraps a port so that every call is reported. Results and errors stay unchanged.
 * @param idle calls whose success proves nothing about the service
 */
export const withReporting = <P extends object>(
  port: P,
  service: MonitoredService,
  report: OutcomeReporter,
  ...idle: (keyof P)[]
): P =>
  new Proxy(port, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name, of);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, of, args);
        return result instanceof Promise
          ? reportOutcome(result, service, report, idle.includes(name as keyof P))
          : result;
      };
    },
  });

async function reportOutcome(
  work: Promise<unknown>,
  service: MonitoredService,
  report: OutcomeReporter,
  isIdle: boolean,
): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await work;
  } catch (error) {
    if (error instanceof ExternalServiceError) await report(toMonitoredService(error.service) ?? service, error);
    throw error;
  }
  if (!isIdle) await report(service, null);
  return answer;
}
