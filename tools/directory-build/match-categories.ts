import { catalogue, type TagFilter } from "../../worker/catalogue/catalogue";

/** Filters by their last tag, the most specific one. */
const filtersByTag = new Map<string, { gcid: string; filter: TagFilter }[]>();
for (const { gcid, filters } of catalogue)
  for (const filter of filters) {
    const key = (filter.at(-1) ?? []).join("=");
    filtersByTag.set(key, [...(filtersByTag.get(key) ?? []), { gcid, filter }]);
  }
const filterKeys = new Set([...filtersByTag.keys()].map((tag) => tag.slice(0, tag.indexOf("="))));

const hasTag = (tags: Record<string, string>, [key, value]: TagFilter[number]): boolean => {
  const text = tags[key];
  return text === value || (text?.includes(";") === true && text.split(";").some((part) => part.trim() === value));
};

/** Every category whose tags an element carries, all tags of a filter; `a;b` is two values. */
export function matchCategories(tags: Record<string, string>): string[] {
  const gcids: string[] = [];
  for (const key in tags) {
    if (!filterKeys.has(key)) continue;
    for (const value of (tags[key] ?? "").split(";"))
      for (const { gcid, filter } of filtersByTag.get(`${key}=${value.trim()}`) ?? [])
        if (!gcids.includes(gcid) && filter.every((tag) => hasTag(tags, tag))) gcids.push(gcid);
  }
  return gcids.toSorted();
}
