/**
 * Seconds that a Retry-After header asks to wait, given in seconds or as a date.
 * @returns undefined without a header, or for one that is neither
 */
export function parseRetryAfter(header: string | null | undefined, now = Date.now()): number | undefined {
  if (!header?.trim()) return undefined;
  const seconds = Number(header);
  if (!Number.isNaN(seconds)) return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, (time - now) / 1_000);
}
