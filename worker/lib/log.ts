import { AsyncLocalStorage } from "node:async_hooks";

const requestIds = new AsyncLocalStorage<string>();

/** Adds a request id to every log line written during `work`: of a request, a queue batch or a cron run. */
export const withRequestId = <T>(requestId: string | undefined, work: () => T): T =>
  requestId === undefined ? work() : requestIds.run(requestId, work);

/** Of ordinary lines, how many requests in a hundred are logged. */
let samplePercent = 100;

/** Sets it, for all lines from here on. */
export function sampleLogs(percent: number): void {
  samplePercent = percent;
}

const RANDOM_DIGITS = 8;
/** Decided by the request's id, a random UUID, so that all ordinary lines of a request are there, or none. */
const isSampled = (requestId: string | undefined): boolean =>
  (requestId === undefined
    ? Math.random()
    : Number.parseInt(requestId.slice(0, RANDOM_DIGITS), 16) / 16 ** RANDOM_DIGITS) *
    100 <
  samplePercent;

type LogFields = Record<string, string | number | boolean | null | undefined>;
const formatLogLine = (event: string, fields: LogFields): string =>
  JSON.stringify({ event, requestId: requestIds.getStore(), ...fields });

/**
 * Writes one JSON line, with the request id. `fields` hold ids, counts, codes and durations, never names, addresses,
 * texts or tokens.
 */
export function log(event: string, fields: LogFields = {}): void {
  console.log(formatLogLine(event, fields));
}

/** The same for what every request does: at many users a sample of it says all. Never for a refusal or a failure. */
export function logOrdinary(event: string, fields: LogFields = {}): void {
  if (isSampled(requestIds.getStore())) log(event, fields);
}

/** The same for a notable event that is no failure. */
export function logWarning(event: string, fields: LogFields = {}): void {
  console.warn(formatLogLine(event, fields));
}

/** The same for an error that needs attention. */
export function logError(event: string, error: unknown, fields: LogFields = {}): void {
  const { name, message, stack } = stripQueryParameters(error);
  console.error(formatLogLine(event, { ...fields, error: name, message, stack }));
}

/** Drizzle appends all parameters to the message of a failed statement: names, texts and tokens. */
const DRIZZLE_PARAMETERS = /\nparams: [\s\S]*/u;

/** V8 quotes the text in its message about invalid JSON. */
const V8_JSON_QUOTE = /["'`“][\s\S]*/u;

/** The platform logs errors thrown across RPC verbatim. @returns one without data, as the log writes it */
export function stripErrorData(error: unknown): Error {
  const { name, message, stack } = stripQueryParameters(error);
  return Object.assign(new Error(message), { name, stack });
}

/** The statement and its cause are enough. Matches by text: an error loses its class across RPC. */
function stripQueryParameters(error: unknown): { name: string; message: string; stack: string | undefined } {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: undefined };
  const { name, message, stack, cause } = error;
  if (error instanceof SyntaxError) return { name, message: message.replace(V8_JSON_QUOTE, "…"), stack: undefined };
  if (!DRIZZLE_PARAMETERS.test(message)) return { name, message, stack };
  const knownCause = cause instanceof Error ? cause : undefined;
  return {
    name,
    message: `${message.replace(DRIZZLE_PARAMETERS, "")}: ${knownCause?.message ?? "failed"}`,
    stack: knownCause?.stack,
  };
}
