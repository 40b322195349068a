import { toReadableDomain } from "./readable-domain";

/** The host of a web address, without `www.`; the text itself when it is none. */
export function toHost(website: string): string {
  return URL.canParse(website) ? new URL(website).hostname.replace(/^www\./u, "") : website;
}

/** The same as people write it. */
export const toReadableHost = (website: string): string => toReadableDomain(toHost(website));

/** What a company is called on screen. */
export const formatCompanyName = ({ name, website }: { name: string; website: string }): string =>
  name.trim() === "" ? toReadableHost(website) : name;
