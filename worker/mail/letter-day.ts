/** All the countries that are written to have this date, but for an hour at midnight. */
const DAY_FORMAT = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", dateStyle: "short" });

/** The date of a letter that is sent at a time, YYYY-MM-DD. */
export const toLetterDay = (time: Date): string => DAY_FORMAT.format(time);
