import { defineBench } from "../harness/cli.ts";
import { measureUnits } from "./scale/measure-units.ts";

/** Counts what each action uses of the platform, for `npm run bench scale`. */
export const command = defineBench({
  open: async () => undefined,
  close: () => undefined,
  parts: { units: (_, run) => measureUnits(run) },
});
