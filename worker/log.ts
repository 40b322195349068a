/**
 * One JSON line an event. `fields` hold ids, counts, codes and durations, never names, addresses, texts or tokens.
 */
export function log(event: string, fields: Record<string, string | number | boolean | null | undefined> = {}): void {
  console.log(JSON.stringify({ event, ...fields }));
}

/** The same for a fault that somebody should look at. */
export function logFault(event: string, error: unknown, fields: Record<string, string | number | boolean | null | undefined> = {}): void {
  const { name, message, stack } = withoutParameters(error);
  console.error(JSON.stringify({ event, ...fields, error: name, message, stack }));
}

/** What Drizzle appends to the message of a statement that failed: all that it was given, names, texts and tokens. */
const PARAMETERS = /\nparams: [\s\S]*/u;

/** The statement and its cause are enough. By the text and not by the class, which an error loses on its way out of an object. */
function withoutParameters(error: unknown): { name: string; message: string; stack: string | undefined } {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: undefined };
  const { name, message, stack, cause } = error;
  if (!PARAMETERS.test(message)) return { name, message, stack };
  const known = cause instanceof Error ? cause : undefined;
  return { name, message: `${message.replace(PARAMETERS, "")}: ${known?.message ?? "failed"}`, stack: known?.stack };
}
