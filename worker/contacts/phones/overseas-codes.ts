/**
 * France's overseas departments share its national numbers and have country codes of their own: 0590 12 34 56 is
 * +590 590 12 34 56, and +33 590 12 34 56 does not exist. Source: Arcep's numbering plan.
 */
const OVERSEAS_RANGES: readonly (readonly [code: string, national: RegExp])[] = [
  ["590", /^(?:590|69[01])/],
  ["596", /^(?:596|69[67])/],
  ["594", /^[56]94/],
  // 0639 98 is kept for films.
  ["262", /^(?:26[239]|639(?!98)|69[23])/],
];
/** ISO 3166-1 codes under which national numbers are those of France. */
const FRENCH_OVERSEAS_COUNTRIES = new Set(["GP", "MF", "BL", "MQ", "GF", "RE", "YT"]);

/** The country whose numbers are dialled there: FR for its overseas departments. @param country ISO-2, upper case */
export const getNumberingPlan = (country: string): string => (FRENCH_OVERSEAS_COUNTRIES.has(country) ? "FR" : country);

/** +33590… → +590590…; any other number as it is. @param number E.164 */
export function addOverseasCode(number: string): string {
  const national = /^\+33(\d{9})$/.exec(number)?.[1];
  const code = national === undefined ? undefined : OVERSEAS_RANGES.find(([, range]) => range.test(national))?.[0];
  return code === undefined ? number : `+${code}${national}`;
}
