import { formatSite, toReadableDomain } from "../../worker/contract/readable-domain";

/** The host of a URL without `www.`; any other text stays as it is. */
export function toHost(website: string): string {
  return URL.canParse(website) ? new URL(website).hostname.replace(/^www\./u, "") : website;
}

/** The host as people write it, with its accents. */
export const toReadableHost = (website: string): string => toReadableDomain(toHost(website));

/** The site as people write it; any other text stays as it is. */
export const toReadableSite = (website: string): string =>
  URL.canParse(website) ? formatSite(new URL(website)) : website;

/** The name of a company on screen: its host when it has none. */
export const formatCompanyName = ({ name, website }: { name: string; website: string }): string =>
  name.trim() === "" ? toReadableHost(website) : name;
