import { log, logFault } from "../log";
import type { Status } from "../objects";
import { OutsideError } from "../ports";
import { type Failure, isFault, isOutOfService, type Watched, watchedName } from "./rules";

/** How often the same is told again: that it works, that it fails. Milliseconds. */
const WORKS_MS = 5 * 60_000;
const FAILS_MS = 60_000;

/** What a call to a service came to. */
export type Reporter = (service: Watched, error: OutsideError | null) => Promise<void>;

/**
 * Logs what fails outside, and tells the status object how the services do: at most once in five minutes that one works, once a minute that it does not.
 * What cannot be told is logged and harms nobody.
 */
export function createReporter(status: () => Pick<DurableObjectStub<Status>, "note">, now: () => Date): Reporter {
  const told = new Map<Watched, { at: number; failed: boolean }>();
  return async (service, error) => {
    if (error) logOutside(error);
    if (error && !isOutOfService(error)) return;
    const failed: Failure | null = error && { failure: error.failure, reason: error.details.reason ?? null };
    const last = told.get(service);
    const at = now().getTime();
    const isNews =
      last === undefined || (failed === null && last.failed) || at - last.at >= (failed ? FAILS_MS : WORKS_MS);
    if (!isNews) return;
    told.set(service, { at, failed: failed !== null });
    try {
      await status().note(service, failed);
    } catch (fault) {
      logFault("status_not_told", fault, { service });
    }
  };
}

const logged = new WeakSet<OutsideError>();

/** The line of an error from outside, once. */
export function logOutside(error: OutsideError): void {
  if (logged.has(error)) return;
  logged.add(error);
  const {
    service,
    failure,
    details: { status, reason },
  } = error;
  if (isFault(error)) logFault("outside_failed", error, { service, failure, status, reason });
  else log("outside_failed", { service, failure, status, reason });
}

/**
 * A port whose every call is reported. What it answers and how it fails stays as it is.
 * @param idle calls whose success says nothing of the service
 */
export const reported = <P extends object>(port: P, service: Watched, report: Reporter, ...idle: (keyof P)[]): P =>
  new Proxy(port, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name, of);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        const result: unknown = Reflect.apply(value, of, given);
        return result instanceof Promise ? watched(result, service, report, idle.includes(name as keyof P)) : result;
      };
    },
  });

async function watched(work: Promise<unknown>, service: Watched, report: Reporter, isIdle: boolean): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await work;
  } catch (error) {
    if (error instanceof OutsideError) await report(watchedName(error.service) ?? service, error);
    throw error;
  }
  if (!isIdle) await report(service, null);
  return answer;
}
