import { AsyncLocalStorage } from "node:async_hooks";

const requests = new AsyncLocalStorage<string>();

/** Puts the id of a request, or of a run of a queue or the clock, into every line that is logged while `work` goes on. */
export const loggedAs = <T>(requestId: string | undefined, work: () => T): T =>
  requestId === undefined ? work() : requests.run(requestId, work);

type Fields = Record<string, string | number | boolean | null | undefined>;
const lineOf = (event: string, fields: Fields): string =>
  JSON.stringify({ event, requestId: requests.getStore(), ...fields });

/**
 * One JSON line an event, with the id of the request it belongs to. `fields` hold ids, counts, codes and durations, never names, addresses, texts or tokens.
 */
export function log(event: string, fields: Fields = {}): void {
  console.log(lineOf(event, fields));
}

/** The same for what somebody should know of, though nothing is broken. */
export function logWarning(event: string, fields: Fields = {}): void {
  console.warn(lineOf(event, fields));
}

/** The same for a fault that somebody should look at. */
export function logFault(event: string, error: unknown, fields: Fields = {}): void {
  const { name, message, stack } = withoutParameters(error);
  console.error(lineOf(event, { ...fields, error: name, message, stack }));
}

/** What Drizzle appends to the message of a statement that failed: all that it was given, names, texts and tokens. */
const PARAMETERS = /\nparams: [\s\S]*/u;

/** What V8 quotes of a text that is no JSON. */
const QUOTE = /["'`“][\s\S]*/u;

/** For an error that leaves an object: the platform logs it as it is. @returns one that says no more than the log would */
export function withoutData(error: unknown): Error {
  const { name, message, stack } = withoutParameters(error);
  return Object.assign(new Error(message), { name, stack });
}

/** The statement and its cause are enough. By the text and not by the class, which an error loses on its way out of an object. */
function withoutParameters(error: unknown): { name: string; message: string; stack: string | undefined } {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: undefined };
  const { name, message, stack, cause } = error;
  if (error instanceof SyntaxError) return { name, message: message.replace(QUOTE, "…"), stack: undefined };
  if (!PARAMETERS.test(message)) return { name, message, stack };
  const known = cause instanceof Error ? cause : undefined;
  return { name, message: `${message.replace(PARAMETERS, "")}: ${known?.message ?? "failed"}`, stack: known?.stack };
}
