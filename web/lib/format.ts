import type { Language } from "../../worker/contract/field-schemas";

/** British English: English-speaking users are in the United Kingdom. */
const LOCALES: Record<Language, string> = { fr: "fr-FR", en: "en-GB", de: "de-DE" };

export const getLocale = (language: Language): string => LOCALES[language];

/** In French the first day of a month is an ordinal, which Intl does not know. */
export const formatDateWith = (format: Intl.DateTimeFormat, time: Date, language: Language): string => {
  const text = format.format(time);
  return language === "fr" ? text.replace(/(?<!\d)1(?=\s\p{L})/u, "1er") : text;
};

/** "21 novembre 2026". */
export const formatDate = (iso: string, language: Language): string =>
  formatDateWith(new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long" }), new Date(iso), language);

/** "21 nov. 2026", for table cells; the formatter is reused because every row has one. */
export function formatShortDate(iso: string, language: Language): string {
  const format = shortDateFormats.get(language) ?? new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "medium" });
  shortDateFormats.set(language, format);
  return formatDateWith(format, new Date(iso), language);
}
const shortDateFormats = new Map<Language, Intl.DateTimeFormat>();

/** "21 nov. 2026, 10:05", in the user's own time zone. */
export const formatDateTime = (iso: string, language: Language): string =>
  formatDateWith(
    new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "medium", timeStyle: "short" }),
    new Date(iso),
    language,
  );

/** "10:05", in the user's own time zone. */
export const formatClockTime = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { timeStyle: "short" }).format(new Date(iso));

/** "10:05" today, "mar. 24 nov., 10:05" on another day, in the user's own time zone. */
export function formatDayAndTime(iso: string, language: Language, now = new Date()): string {
  const time = new Date(iso);
  if (time.toDateString() === now.toDateString()) return formatClockTime(iso, language);
  const format =
    dayAndTimeFormats.get(language) ??
    new Intl.DateTimeFormat(LOCALES[language], {
      weekday: "short",
      day: "numeric",
      month: "short",
      hour: "2-digit",
      minute: "2-digit",
    });
  dayAndTimeFormats.set(language, format);
  return formatDateWith(format, time, language);
}
const dayAndTimeFormats = new Map<Language, Intl.DateTimeFormat>();

/** "10:05" today, "24/11 10:05" on another day, for table cells. */
export function formatBriefDayAndTime(iso: string, language: Language, now = new Date()): string {
  const time = new Date(iso);
  if (time.toDateString() === now.toDateString()) return formatClockTime(iso, language);
  const format =
    briefDayAndTimeFormats.get(language) ??
    new Intl.DateTimeFormat(LOCALES[language], {
      day: "2-digit",
      month: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
  briefDayAndTimeFormats.set(language, format);
  return format.format(time);
}
const briefDayAndTimeFormats = new Map<Language, Intl.DateTimeFormat>();

/** "mardi 24 novembre". */
export const formatDay = (iso: string, language: Language): string =>
  formatDateWith(
    new Intl.DateTimeFormat(LOCALES[language], { weekday: "long", day: "numeric", month: "long" }),
    new Date(iso),
    language,
  );

/** "dans 40 secondes", "dans 12 minutes", "dans 5 heures": rounded up. */
export function formatTimeUntil(seconds: number, language: Language): string {
  const [amount, unit] =
    seconds < 90
      ? ([seconds, "second"] as const)
      : seconds < 90 * 60
        ? ([seconds / 60, "minute"] as const)
        : ([seconds / 3_600, "hour"] as const);
  return new Intl.RelativeTimeFormat(LOCALES[language]).format(Math.ceil(amount), unit);
}

/** The name of a country code. */
export function formatCountry(code: string, language: Language): string {
  const names = countryNames.get(language) ?? new Intl.DisplayNames(language, { type: "region" });
  countryNames.set(language, names);
  return /^[A-Z]{2}$/u.test(code) ? (names.of(code) ?? code) : code;
}
/** "allemand", as in "en allemand". */
export const formatLanguageName = (code: string, language: Language): string =>
  new Intl.DisplayNames(language, { type: "language" }).of(code) ?? code;

const countryNames = new Map<Language, Intl.DisplayNames>();

/** Small amounts have one decimal; the unit stays on the line of its number. */
const formatAmount = (amount: number, unit: string, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { style: "unit", unit, maximumFractionDigits: amount < 10 ? 1 : 0 })
    .format(amount)
    .replaceAll(" ", "\u00a0");

/** "1,2 km", "25 km". */
export const formatKilometres = (km: number, language: Language): string => formatAmount(km, "kilometer", language);

/** "840 kB" or "1,2 MB", in the units of the language. */
export function formatBytes(bytes: number, language: Language): string {
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kilobyte"] : [bytes / 1_000_000, "megabyte"];
  return formatAmount(amount, unit, language);
}
