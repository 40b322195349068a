import type { Language } from "../../worker/contract/field-schemas";
import { formatClockTime } from "./format";

const MIDNIGHT: Record<Language, string> = { fr: "minuit", en: "midnight", de: "Mitternacht" };
const NOON: Record<Language, string> = { fr: "midi", en: "noon", de: "12\u00a0Uhr" };

/**
 * "9 h", "09:00", "9 Uhr": a time within a sentence. In French and German at night it says so, and minutes are left out
 * if there are none; in English it is as in a list, which may be beside it.
 */
export function formatSpokenTime(iso: string, language: Language): string {
  const time = new Date(iso);
  const hour = time.getHours();
  const minutes = time.getMinutes() === 0 ? "" : String(time.getMinutes()).padStart(2, "0");
  if (hour % 12 === 0 && minutes === "") return (hour === 0 ? MIDNIGHT : NOON)[language];
  if (language === "en") return formatClockTime(iso, language);
  // Otherwise "1 h" reads as in one hour.
  const isNight = hour > 0 && hour < 5;
  if (language === "fr") return `${hour}\u00a0h${minutes && `\u00a0${minutes}`}${isNight ? " du matin" : ""}`;
  return `${hour}${minutes && `:${minutes}`}\u00a0Uhr${isNight ? " nachts" : ""}`;
}
