/** The day of the daily cap, in UTC: when it began and when it ends. ISO 8601. */
export function toSendingDay(now: Date): { began: string; ends: string } {
  const toMidnight = (days: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days)).toISOString();
  return { began: toMidnight(0), ends: toMidnight(1) };
}
