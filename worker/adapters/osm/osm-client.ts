import type { Env } from "../../platform/env";
import { type RpcResult, type OpenStreetMap, ExternalServiceError } from "../../platform/ports";

/** OpenStreetMap through the rate limiter's object. Errors lose their class between objects and get it back here. */
export function createOsmClient(gate: Env["OSM_GATE"]): OpenStreetMap {
  const getStub = () => gate.get(gate.idFromName("osm"));
  return {
    locate: async (asker, city) => unwrapResult(await getStub().locate(asker, city)),
    find: async (asker, query) => unwrapResult(await getStub().find(asker, query)),
    leave: async (searchId) => getStub().leave(searchId),
  };
}

function unwrapResult<T>(answer: RpcResult<T>): T {
  if (answer.ok) return answer.value;
  const { service, failure, message, details } = answer.error;
  throw new ExternalServiceError(service, failure, message, details);
}
