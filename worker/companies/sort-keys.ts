import { formatSite } from "../contract/readable-domain";
import { foldText } from "../lib/fold-text";

/** By what a company is sorted: its name and its site as people read them, without accents and case. */
export function toSortKeys({ name, website }: { name: string; website: string }): { nameKey: string; siteKey: string } {
  const site = URL.canParse(website) ? formatSite(new URL(website)) : website;
  return { nameKey: foldText(name.trim() || site), siteKey: foldText(site) };
}
