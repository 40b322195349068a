import { movingShapes } from "./moving";
import { obfuscatedShapes } from "./obfuscated";
import { plainShapes } from "./plain";
import { serverShapes } from "./servers";
import type { Shape } from "./shape";
import { structuredShapes } from "./structured";
import { emptyShapes, trapShapes } from "./traps";
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
  ...movingShapes((id) => shapes.findIndex((shape) => shape.id === id)),
];

const places = shapes.map((_, place) => place).filter((place) => !shapes[place]?.unlisted);
const isEmpty = (place: number): boolean =>
  [...emptyShapes, ...unreachableShapes].some(({ id }) => id === shapes[place]?.id);

/** Places of the shapes with an address to find, of those without, and of the rare among both. */
export const findable = places.filter((place) => !isEmpty(place) && !shapes[place]?.rare);
export const unfindable = places.filter((place) => isEmpty(place) && !shapes[place]?.rare);
export const rare = {
  findable: places.filter((place) => !isEmpty(place) && shapes[place]?.rare),
  unfindable: places.filter((place) => isEmpty(place) && shapes[place]?.rare),
};
