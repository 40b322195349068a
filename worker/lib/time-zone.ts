/** Browsers name hundreds of zones, and any of them is valid in several spellings. */
const KEPT_FORMATS = 50;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which the clocks of a time zone (Europe/Paris) are ahead of UTC at an instant. */
export function getUtcOffset(timeZone: string, time: number): number {
  let format = formats.get(timeZone);
  if (!format) {
    const numeric = "2-digit";
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
      hourCycle: "h23",
    });
    if (formats.size >= KEPT_FORMATS) formats.clear();
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const local = `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`;
  return Date.parse(local) - Math.floor(time / 1000) * 1000;
}

/** The instant at which clocks of a time zone show a time. @param local that time, as if it were UTC */
export const toInstant = (timeZone: string, local: number): number =>
  local - getUtcOffset(timeZone, local - getUtcOffset(timeZone, local));
