import type { Language } from "../../worker/contract/field-schemas";

const MIDNIGHT: Record<Language, string> = { fr: "minuit", en: "midnight", de: "Mitternacht" };
const NOON: Record<Language, string> = { fr: "midi", en: "noon", de: "12\u00a0Uhr" };

/** "9 h", "9 am", "9 Uhr", with the minutes if there are any: a time within a sentence. At night it says so. */
export function formatSpokenTime(iso: string, language: Language): string {
  const time = new Date(iso);
  const hour = time.getHours();
  const minutes = time.getMinutes() === 0 ? "" : String(time.getMinutes()).padStart(2, "0");
  if (hour % 12 === 0 && minutes === "") return (hour === 0 ? MIDNIGHT : NOON)[language];
  // Otherwise "1 h" reads as in one hour.
  const isNight = hour > 0 && hour < 5;
  if (language === "fr") return `${hour}\u00a0h${minutes && `\u00a0${minutes}`}${isNight ? " du matin" : ""}`;
  if (language === "de") return `${hour}${minutes && `:${minutes}`}\u00a0Uhr${isNight ? " nachts" : ""}`;
  return `${hour % 12 || 12}${minutes && `:${minutes}`}\u00a0${hour < 12 ? "am" : "pm"}`;
}
