import type { Env } from "../env";
import { type GateAnswer, type OpenStreetMap, OutsideError } from "../ports";

/** OpenStreetMap behind the one gate of the product. Errors lose their class between objects and get it back here. */
export function createGatedOsm(gate: Env["OSM_GATE"]): OpenStreetMap {
  const stub = () => gate.get(gate.idFromName("osm"));
  return {
    locate: async (asker, city) => opened(await stub().locate(asker, city)),
    find: async (asker, query) => opened(await stub().find(asker, query)),
    leave: async (searchId) => stub().leave(searchId),
  };
}

function opened<T>(answer: GateAnswer<T>): T {
  if (answer.ok) return answer.value;
  const { service, failure, message, details } = answer.error;
  throw new OutsideError(service, failure, message, details);
}
