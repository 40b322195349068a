import type { Language } from "../../../../worker/contract/field-schemas";
import type { NumbersTotal } from "../../../../worker/contract/numbers";
import { getLocale } from "../../../lib/format";

/** Below this, one answer more or less would change the share by a tenth: a percentage would say too much. */
export const FEW = 10;

type Answered = Pick<NumbersTotal, "applied" | "answered">;

/** "3 sur 7", and "12 sur 40 (30 %)" where there are enough. @param counts the first part, in words */
export function formatAnswered({ applied, answered }: Answered, counts: string, language: Language): string {
  if (applied < FEW) return counts;
  const share = new Intl.NumberFormat(getLocale(language), { style: "percent" }).format(answered / applied);
  // The sign stays on the line of its number.
  return `${counts} (${share.replaceAll(/\s/gu, "\u00a0")})`;
}
