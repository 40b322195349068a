import { defineBench } from "../harness/cli.ts";
import { measureLoad } from "./scale/measure-load.ts";

/** Whether many people at once use what the simulation says. */
export const command = defineBench({
  options: { people: { about: "people at the same time", usual: 200, short: 10 } },
  open: async () => undefined,
  close: () => undefined,
  parts: { load: (_, run) => measureLoad(run, run.options.people) },
});
