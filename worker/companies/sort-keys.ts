import { toReadableDomain } from "../contract/readable-domain";
import { foldText } from "../lib/fold-text";

/** By what a company is sorted: its name and its site as people read them, without accents and case. */
export function toSortKeys({ name, website }: { name: string; website: string }): { nameKey: string; siteKey: string } {
  const site = toReadableSite(website);
  return { nameKey: foldText(name.trim() || site), siteKey: foldText(site) };
}

/** A site without scheme, `www.` and the last slash; any other text stays as it is. */
function toReadableSite(website: string): string {
  if (!URL.canParse(website)) return website;
  const { hostname, pathname } = new URL(website);
  return toReadableDomain(hostname.replace(/^www\./u, "")) + pathname.replace(/\/+$/u, "");
}
