/** The time zone of the browser: Europe/Paris. */
export const getTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The day of the browser's clock: YYYY-MM-DD. */
export const toLocalDay = (time: Date): string =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
