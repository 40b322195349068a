import { shapes } from "./shapes/table";
import { siteOf } from "./site";

/**
 * What an honest reader of a sandbox site finds there, in no order.
 * @param host of a company's website, with or without "www."
 * @returns addresses in lower case and telephones as E.164; both empty for a host that nobody has
 */
export function expectedContacts(host: string): { emails: string[]; phones: string[] } {
  const site = siteOf(host);
  const shape = site && shapes[site.shape];
  if (!site || !shape) return { emails: [], phones: [] };
  return { emails: shape.emails(site), phones: shape.phones?.(site) ?? [site.phone.e164] };
}

/** The name of a site's shape, to say which one a test failed on. */
export const shapeIdOf = (host: string): string | undefined => shapes[siteOf(host)?.shape ?? -1]?.id;
