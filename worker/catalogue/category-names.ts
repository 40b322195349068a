import type { Language, MessageLanguage } from "../contract/field-schemas";
import { CUSTOM_CATEGORY_PREFIX } from "../contract/search";
import { findCategory } from "./catalogue";

/** What a custom category says, or undefined for a gcid. */
export function parseCustomText(businessType: string): string | undefined {
  return businessType.startsWith(CUSTOM_CATEGORY_PREFIX)
    ? businessType.slice(CUSTOM_CATEGORY_PREFIX.length).trim()
    : undefined;
}

/** Name to show for a business type: the category's, the custom text itself, or what was given when nobody knows it. */
export function getCategoryName(businessType: string, language: MessageLanguage): string {
  return findCategory(businessType)?.name[language] ?? (parseCustomText(businessType) || businessType);
}

/** Names of many business types, by the string that was given. */
export function translateCategoryNames(businessTypes: string[], language: Language): Record<string, string> {
  return Object.fromEntries(
    businessTypes.map((businessType) => [businessType, getCategoryName(businessType, language)]),
  );
}
