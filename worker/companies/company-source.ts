import { getCategoryName } from "../catalogue/category-names";
import type { MessageLanguage } from "../contract/field-schemas";
import { type CompanyRow, splitList } from "./rules-recipient";

/** The facts of a company that a message may state: its own description and its categories. */
export function toCompanySource({ name, website, city, country, about, businessType, language }: CompanyRow) {
  return {
    name,
    website,
    city,
    country,
    about: [formatSectors(businessType, language), about].filter((text) => text !== "").join("\n"),
  };
}

/** Names of a company's categories. */
export const formatSectors = (businessType: string, language: MessageLanguage) =>
  splitList(businessType)
    .map((category) => getCategoryName(category, language))
    .join(", ");
