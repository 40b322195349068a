import { AsyncLocalStorage } from "node:async_hooks";

const requestIds = new AsyncLocalStorage<string>();

/** Puts the id of a request, or of a run of a queue or the clock, into every line that is logged while `work` goes on. */
export const withRequestId = <T>(requestId: string | undefined, work: () => T): T =>
  requestId === undefined ? work() : requestIds.run(requestId, work);

type LogFields = Record<string, string | number | boolean | null | undefined>;
const formatLogLine = (event: string, fields: LogFields): string =>
  JSON.stringify({ event, requestId: requestIds.getStore(), ...fields });

/**
 * One JSON line an event, with the id of the request it belongs to. `fields` hold ids, counts, codes and durations, never names, addresses, texts or tokens.
 */
export function log(event: string, fields: LogFields = {}): void {
  console.log(formatLogLine(event, fields));
}

/** The same for what somebody should know of, though nothing is broken. */
export function logWarning(event: string, fields: LogFields = {}): void {
  console.warn(formatLogLine(event, fields));
}

/** The same for a fault that somebody should look at. */
export function logError(event: string, error: unknown, fields: LogFields = {}): void {
  const { name, message, stack } = stripQueryParameters(error);
  console.error(formatLogLine(event, { ...fields, error: name, message, stack }));
}

/** What Drizzle appends to the message of a statement that failed: all that it was given, names, texts and tokens. */
const DRIZZLE_PARAMETERS = /\nparams: [\s\S]*/u;

/** What V8 quotes of a text that is no JSON. */
const V8_JSON_QUOTE = /["'`“][\s\S]*/u;

/** For an error that leaves an object: the platform logs it as it is. @returns one that says no more than the log would */
export function stripErrorData(error: unknown): Error {
  const { name, message, stack } = stripQueryParameters(error);
  return Object.assign(new Error(message), { name, stack });
}

/** The statement and its cause are enough. By the text and not by the class, which an error loses on its way out of an object. */
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
