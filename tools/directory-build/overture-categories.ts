/** Names of Overture's taxonomy with the categories of the catalogue. */
export interface OvertureCategories {
  /** Categories of a place by the names it carries, the most specific first; of the first name that has any. */
  find: (names: string[]) => string[];
  /** Ids that the file maps to. */
  gcids: string[];
}

/** @param tsv lines of `gcid<TAB>name name …`; "*" stands for any letters, "#" begins a remark */
export function parseOvertureCategories(tsv: string): OvertureCategories {
  const gcidsByName = new Map<string, string[]>();
  const patterns: { pattern: RegExp; gcid: string }[] = [];
  const gcids: string[] = [];
  for (const line of tsv.split("\n")) {
    const [gcid = "", names = ""] = line.split("\t").map((cell) => cell.trim());
    if (gcid === "" || gcid.startsWith("#")) continue;
    gcids.push(gcid);
    for (const name of names.split(" ").filter(Boolean))
      if (name.includes("*")) patterns.push({ pattern: new RegExp(`^${name.replaceAll("*", ".+")}$`, "u"), gcid });
      else gcidsByName.set(name, [...(gcidsByName.get(name) ?? []), gcid]);
  }
  const foundByName = new Map<string, string[]>();
  const findOne = (name: string): string[] => {
    const known = foundByName.get(name);
    if (known) return known;
    const general = patterns.filter(({ pattern }) => pattern.test(name)).map(({ gcid }) => gcid);
    const found = [...new Set([...(gcidsByName.get(name) ?? []), ...general])];
    foundByName.set(name, found);
    return found;
  };
  return {
    find: (names) => names.map(findOne).find((found) => found.length > 0) ?? [],
    gcids,
  };
}
