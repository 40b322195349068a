import { emptyShapes, trapShapes } from "./misleading";
import { obfuscatedShapes } from "./obfuscated";
import { plainShapes } from "./plain";
import { createRedirectingShapes } from "./redirecting";
import { serverShapes } from "./server-behaviours";
import type { Shape } from "./shape";
import { structuredShapes } from "./structured-data";
import { unreachableShapes } from "./unreachable";

/** Every shape; a site's host names its place here. */
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

/** Places of the shapes with an address to find, of those without, and of the rare among both. */
export const shapesWithContacts = listedPlaces.filter((place) => !hasNoContact(place) && !shapes[place]?.rare);
export const shapesWithoutContacts = listedPlaces.filter((place) => hasNoContact(place) && !shapes[place]?.rare);
export const rareShapes = {
  findable: listedPlaces.filter((place) => !hasNoContact(place) && shapes[place]?.rare),
  unfindable: listedPlaces.filter((place) => hasNoContact(place) && shapes[place]?.rare),
};
