/**
 * One JSON line an event. `fields` hold ids, counts, codes and durations, never names, addresses, texts or tokens.
 */
export function log(event: string, fields: Record<string, string | number | boolean | null | undefined> = {}): void {
  console.log(JSON.stringify({ event, ...fields }));
}

/** The same for a fault that somebody should look at. */
export function logFault(event: string, error: unknown, fields: Record<string, string | number | boolean | null | undefined> = {}): void {
  const { name, message, stack } = error instanceof Error ? error : { name: "Error", message: String(error), stack: undefined };
  console.error(JSON.stringify({ event, ...fields, error: name, message, stack }));
}
