import type { Language, MessageLanguage } from "../contract/field-schemas";
import { CUSTOM_CATEGORY_PREFIX } from "../contract/search";
import { findCategory } from "./catalogue";
import { findSectorName } from "./sectors";

/** The text of a custom category; undefined for a gcid. */
export function parseCustomText(businessType: string): string | undefined {
  return businessType.startsWith(CUSTOM_CATEGORY_PREFIX)
    ? businessType.slice(CUSTOM_CATEGORY_PREFIX.length).trim()
    : undefined;
}

/** The name of the category, the custom text, or the business type itself if it is unknown. */
export function getCategoryName(businessType: string, language: MessageLanguage): string {
  return findCategory(businessType)?.name[language] ?? (parseCustomText(businessType) || businessType);
}

/** Names by business type, and those of sectors by their ids. */
export function translateCategoryNames(businessTypes: string[], language: Language): Record<string, string> {
  return Object.fromEntries(
    businessTypes.map((businessType) => [
      businessType,
      findSectorName(businessType, language) ?? getCategoryName(businessType, language),
    ]),
  );
}
