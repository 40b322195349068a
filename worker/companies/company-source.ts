import { getCategoryName } from "../catalogue/category-names";
import { readStoredFacts } from "../company-facts/stored-facts";
import type { CompanyFact } from "../contract/companies";
import type { MessageLanguage } from "../contract/field-schemas";
import { type CompanyRow, splitList } from "./rules-recipient";

/** What a company's pages say of it. */
export const listCompanyFacts = ({ facts, about, website }: CompanyRow): CompanyFact[] =>
  readStoredFacts(facts, about, website);

/** What a message may state about a company: the facts on its pages and its categories. */
export function toCompanySource(company: CompanyRow) {
  const { name, website, city, country, businessType, language } = company;
  return {
    name,
    website,
    city,
    country,
    about: [formatSectors(businessType, language), ...listCompanyFacts(company).map(({ text }) => text)]
      .filter((text) => text !== "")
      .join("\n"),
  };
}

/** Names of a company's categories. */
export const formatSectors = (businessType: string, language: MessageLanguage) =>
  splitList(businessType)
    .map((category) => getCategoryName(category, language))
    .join(", ");
