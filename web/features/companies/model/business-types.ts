import type { Company } from "../../../../worker/contract/companies";
import { LIMITS } from "../../../../worker/contract/limits";
import { CUSTOM_CATEGORY_PREFIX } from "../../../../worker/contract/search";
import { splitList } from "../../../lib/split-list";

/** The distinct business types of many companies, sorted. */
export const listBusinessTypes = (companies: readonly Pick<Company, "business_type">[]): string[] =>
  [...new Set([...new Set(companies.map(({ business_type }) => business_type))].flatMap(splitList))]
    .sort()
    .slice(0, LIMITS.translations);

/** A readable form of a business type until its name is loaded. */
export const toReadableType = (type: string): string =>
  type.startsWith(CUSTOM_CATEGORY_PREFIX)
    ? type.slice(CUSTOM_CATEGORY_PREFIX.length)
    : type.charAt(0).toUpperCase() + type.slice(1).replaceAll("_", " ");
