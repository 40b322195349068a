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
];

const places = shapes.map((_, place) => place);
const firstEmpty = shapes.length - emptyShapes.length - unreachableShapes.length;

/** Places of the shapes with an address to find, of those without, and of the rare among both. */
export const findable = places.filter((place) => place < firstEmpty && !shapes[place]?.rare);
export const unfindable = places.filter((place) => place >= firstEmpty && !shapes[place]?.rare);
export const rare = {
  findable: places.filter((place) => place < firstEmpty && shapes[place]?.rare),
  unfindable: places.filter((place) => place >= firstEmpty && shapes[place]?.rare),
};
