import { defineBench } from "../harness/cli.ts";
import { measureFence } from "./api/measure-fence.ts";
import { measureIdle } from "./api/measure-idle.ts";
import { measureMemory } from "./api/measure-memory.ts";
import { measureRoundTrips } from "./api/measure-round-trips.ts";
import { measureSpeed } from "./api/measure-speed.ts";

/**
 * What the calls of the API cost: their round trips to D1 and the rows read and written, counted by a wrapped database;
 * their rate beside a bare Hono route with the same statements in the same workerd; what they leave in memory; what a
 * tab that is left alone for an hour requests; what the checks cost that let users be moved.
 */
export const command = defineBench({
  open: async () => undefined,
  close: () => undefined,
  parts: {
    trips: async () => measureRoundTrips(),
    speed: (_, { short }) => measureSpeed(short),
    memory: (_, { short }) => measureMemory(short),
    idle: () => measureIdle(),
    fence: () => measureFence(),
  },
});
