import { parseCustomText } from "../catalogue/category-names";
import { toDirectoryTerms } from "../catalogue/directory-terms";
import { foldText } from "../lib/fold-text";
import type { DirectoryCompany, TagFilter } from "../platform/ports";

/** A kind of company a search asks for, and what to look for in a directory. */
export interface WantedKind {
  businessType: string;
  /** The category it is, or is taken for. */
  gcid?: string | undefined;
  filters: TagFilter[];
  nameContains?: string | undefined;
}

export const toWantedKinds = (businessTypes: string[]): WantedKind[] =>
  businessTypes.map((businessType) => ({ businessType, ...toDirectoryTerms(businessType) }));

const hasTag = (tags: Record<string, string>, [key, value]: readonly [string, string]): boolean =>
  (tags[key] ?? "").split(";").some((part) => part.trim() === value);

/** The asked kinds a directory entry is of, joined by `;`; all of them when its tags do not say which. */
export function matchBusinessTypes(
  { tags, name }: Pick<DirectoryCompany, "tags" | "name">,
  wanted: WantedKind[],
): string {
  const fits = wanted.filter(
    ({ gcid, filters, nameContains }) =>
      (gcid !== undefined && hasTag(tags, ["gcid", gcid])) ||
      filters.some((filter) => filter.every((tag) => hasTag(tags, tag))) ||
      (nameContains !== undefined && foldText(name).includes(foldText(nameContains))),
  );
  return (fits.length > 0 ? fits : wanted).map(({ businessType }) => businessType).join(";");
}

/** Whether a business type may be asked for: one of the catalogue, or a text of the user's own. */
export const isKnownBusinessType = (businessType: string, inCatalogue: (gcid: string) => boolean): boolean =>
  parseCustomText(businessType) !== undefined || inCatalogue(businessType);
