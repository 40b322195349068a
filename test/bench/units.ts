import { defineBench } from "../harness/cli.ts";
import { measureBytes } from "./scale/measure-bytes.ts";
import { compareUnitsInObjects, measureUnits } from "./scale/measure-units.ts";

/** Counts what each action uses of the platform, for `npm run bench scale`, and what of it lies in a user's rows. */
export const command = defineBench({
  open: async () => undefined,
  close: () => undefined,
  parts: {
    units: (_, run) => measureUnits(run),
    objects: (_, run) => compareUnitsInObjects(run),
    bytes: (_, run) => measureBytes(run),
  },
});
