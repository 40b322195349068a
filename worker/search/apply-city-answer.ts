import { LIMITS } from "../contract/limits";
import type { SearchWarning } from "../contract/search";
import type { CityAnswer } from "./directory-lookup";
import type { Frontier } from "./frontier";
import type { WantedKind } from "./rules-business-types";

/** Saves the answer about a city in the frontier. @returns warnings to show to the user */
export function applyCityAnswer(
  frontier: Frontier,
  city: string,
  answer: Exclude<CityAnswer, { outcome: "waiting" }>,
  wanted: WantedKind[],
  now: Date,
): SearchWarning[] {
  switch (answer.outcome) {
    case "postponed":
      frontier.postponeCity(city, now.getTime() + answer.seconds * 1000);
      return [];
    case "unknown":
      frontier.completeCity(city, "unknown");
      return ["city_not_found"];
    case "failed":
      frontier.completeCity(city, "failed");
      return [answer.warning];
    case "found": {
      const allFitted = frontier.addCompanies(
        answer.city,
        answer.country,
        answer.entries,
        wanted,
        answer.known,
        LIMITS.companiesPerSearch,
        now.toISOString(),
      );
      if (allFitted && answer.progress) frontier.saveCityProgress(city, answer.progress);
      else frontier.completeCity(city, "done");
      // `too_many_companies` already says that entries are missing.
      return allFitted
        ? answer.warnings
        : ["too_many_companies", ...answer.warnings.filter((code) => code !== "directory_limit")];
    }
  }
}
