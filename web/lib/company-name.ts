import { toReadableDomain } from "./readable-domain";

/** The host of a URL without `www.`; any other text stays as it is. */
export function toHost(website: string): string {
  return URL.canParse(website) ? new URL(website).hostname.replace(/^www\./u, "") : website;
}

/** The host as people write it, with its accents. */
export const toReadableHost = (website: string): string => toReadableDomain(toHost(website));

/** The name of a company on screen: its host when it has none. */
export const formatCompanyName = ({ name, website }: { name: string; website: string }): string =>
  name.trim() === "" ? toReadableHost(website) : name;
