import type { OsmRpc } from "../../platform/durable-objects";
import { type RpcResult, type OpenStreetMap, ExternalServiceError } from "../../platform/ports";

/** OpenStreetMap through the rate limiter's object. Errors lose their class between objects and get it back here. */
export function createOsmClient(limiters: DurableObjectNamespace<OsmRpc>): OpenStreetMap {
  const getStub = () => limiters.get(limiters.idFromName("osm"));
  return {
    locate: async (requester, city) => unwrapResult(await getStub().locate(requester, city)),
    find: async (requester, query) => unwrapResult(await getStub().find(requester, query)),
    leave: async (searchId) => getStub().leave(searchId),
  };
}

function unwrapResult<T>(answer: RpcResult<T>): T {
  if (answer.ok) return answer.value;
  const { service, failure, message, details } = answer.error;
  throw new ExternalServiceError(service, failure, message, details);
}
