import { defineBench } from "../harness/cli.ts";
import { measureLoad } from "./scale/measure-load.ts";
import { measureShards } from "./scale/measure-shards.ts";

/** Whether many people at once use what the simulation says, and are served as fast when they are spread. */
export const command = defineBench({
  options: { people: { about: "people at the same time", usual: 200, short: 10 } },
  open: async () => undefined,
  close: () => undefined,
  parts: {
    shards: (_, run) => measureShards(run, run.options.people),
    units: (_, run) => measureLoad(run, run.options.people),
  },
});
