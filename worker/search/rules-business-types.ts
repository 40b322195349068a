import { parseCustomText } from "../catalogue/category-names";
import { toDirectoryTerms } from "../catalogue/directory-terms";
import { foldText } from "../lib/fold-text";
import type { DirectoryCompany, TagFilter } from "../platform/ports";

/** A business type of a search, and how to find it in a directory. */
export interface WantedKind {
  businessType: string;
  /** Its category, or the one its text is close to. */
  gcid?: string | undefined;
  filters: TagFilter[];
  nameContains?: string | undefined;
}

export const toWantedKinds = (businessTypes: string[]): WantedKind[] =>
  businessTypes.map((businessType) => ({ businessType, ...toDirectoryTerms(businessType) }));

const hasTag = (tags: Record<string, string>, [key, value]: readonly [string, string]): boolean =>
  (tags[key] ?? "").split(";").some((part) => part.trim() === value);

/** The wanted types that an entry matches, joined by `;`; all of them when its tags match none. */
export function matchBusinessTypes(
  { tags, name }: Pick<DirectoryCompany, "tags" | "name">,
  wanted: WantedKind[],
): string {
  const matches = wanted.filter(
    ({ gcid, filters, nameContains }) =>
      (gcid !== undefined && hasTag(tags, ["gcid", gcid])) ||
      filters.some((filter) => filter.every((tag) => hasTag(tags, tag))) ||
      (nameContains !== undefined && foldText(name).includes(foldText(nameContains))),
  );
  return (matches.length > 0 ? matches : wanted).map(({ businessType }) => businessType).join(";");
}

/** True for a category of the catalogue and for the user's own text. */
export const isKnownBusinessType = (businessType: string, inCatalogue: (gcid: string) => boolean): boolean =>
  parseCustomText(businessType) !== undefined || inCatalogue(businessType);
