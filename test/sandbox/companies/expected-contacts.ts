import { shapes } from "./shapes/all-shapes";
import { parseSite } from "./site";

/**
 * What an honest reader of a sandbox site finds there, in no order.
 * @param host of a company's website, with or without "www."
 * @returns addresses in lower case and telephones as E.164; both empty for a host that nobody has
 */
export function listExpectedContacts(host: string): { emails: string[]; phones: string[] } {
  const site = parseSite(host);
  const shape = site && shapes[site.shape];
  if (!site || !shape) return { emails: [], phones: [] };
  return { emails: shape.emails(site), phones: shape.phones?.(site) ?? [site.phone.e164] };
}

/** The name of a site's shape, to say which one a test failed on. */
export const findShapeId = (host: string): string | undefined => shapes[parseSite(host)?.shape ?? -1]?.id;
