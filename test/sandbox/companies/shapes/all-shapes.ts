import { parseSite } from "../site";
import { emptyShapes, trapShapes } from "./misleading";
import { obfuscatedShapes } from "./obfuscated";
import { plainShapes } from "./plain";
import { createRedirectingShapes } from "./redirecting";
import { serverShapes } from "./server-behaviours";
import type { Shape } from "./shape";
import { structuredShapes } from "./structured-data";
import { unreachableShapes } from "./unreachable";

/** Every shape; a site's host names its index here. */
export const shapes: readonly Shape[] = [
  ...plainShapes,
  ...obfuscatedShapes,
  ...structuredShapes,
  ...serverShapes,
  ...trapShapes,
  ...emptyShapes,
  ...unreachableShapes,
  ...createRedirectingShapes((id) => shapes.findIndex((shape) => shape.id === id)),
];

const listedPlaces = shapes.map((_, place) => place).filter((place) => !shapes[place]?.unlisted);
const hasNoContact = (place: number): boolean =>
  [...emptyShapes, ...unreachableShapes].some(({ id }) => id === shapes[place]?.id);

/** Indexes of the shapes with an address, without one, and of the rare ones among both. */
export const shapesWithContacts = listedPlaces.filter((place) => !hasNoContact(place) && !shapes[place]?.rare);
export const shapesWithoutContacts = listedPlaces.filter((place) => hasNoContact(place) && !shapes[place]?.rare);
export const rareShapes = {
  findable: listedPlaces.filter((place) => !hasNoContact(place) && shapes[place]?.rare),
  unfindable: listedPlaces.filter((place) => hasNoContact(place) && shapes[place]?.rare),
};

/**
 * The contacts of a sandbox site, unordered.
 * @param host of a company's website, with or without "www."
 * @returns addresses in lower case and telephones as E.164; both empty for an unknown host
 */
export function listExpectedContacts(host: string): { emails: string[]; phones: string[] } {
  const site = parseSite(host);
  const shape = site && shapes[site.shape];
  if (!site || !shape) return { emails: [], phones: [] };
  return { emails: shape.emails(site), phones: shape.phones?.(site) ?? [site.phone.e164] };
}

/** The name of a site's shape, for failure messages. */
export const findShapeId = (host: string): string | undefined => shapes[parseSite(host)?.shape ?? -1]?.id;
