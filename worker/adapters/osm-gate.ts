import type { Env } from "../env";
import { type CompanyDirectory, type GateAnswer, type Geocoder, OutsideError } from "../ports";

/** OpenStreetMap's services behind the one gate of the product. Errors lose their class on the way between objects and get it back here. */
export function createGatedOsm(gate: Env["OSM_GATE"]): { directory: CompanyDirectory; geocoder: Geocoder } {
  const stub = () => gate.get(gate.idFromName("osm"));
  return {
    geocoder: { locate: async (city) => opened(await stub().locate(city)) },
    directory: { find: async (query) => opened(await stub().find(query)) },
  };
}

function opened<T>(answer: GateAnswer<T>): T {
  if (answer.ok) return answer.value;
  const { service, failure, message, details } = answer.error;
  throw new OutsideError(service, failure, message, details);
}
