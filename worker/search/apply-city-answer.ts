import { LIMITS } from "../contract/limits";
import type { SearchWarning } from "../contract/search";
import type { CityAnswer } from "./directory-lookup";
import type { Frontier } from "./frontier";
import type { WantedKind } from "./rules-business-types";

/** Takes into the frontier what was answered about a city. @returns what the user is to know of it */
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
      const fitted = frontier.addCompanies(
        answer.city,
        answer.country,
        answer.entries,
        wanted,
        answer.known,
        LIMITS.companiesPerSearch,
        now.toISOString(),
      );
      if (fitted && answer.looked) frontier.saveCityProgress(city, answer.looked);
      else frontier.completeCity(city, "done");
      // What a directory kept back is no news where there was no room for what it gave.
      return fitted
        ? answer.warnings
        : ["too_many_companies", ...answer.warnings.filter((code) => code !== "directory_limit")];
    }
  }
}
