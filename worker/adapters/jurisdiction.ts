import type { Jurisdiction } from "../platform/config";

/** Error of workerd on a developer's machine, which has no jurisdictions. Any other error is thrown. */
const WORKERD_UNSUPPORTED_MESSAGE = "Jurisdiction restrictions are not implemented in workerd.";

/**
 * Durable Objects that run and store their data in one jurisdiction. The same name is another object in another
 * jurisdiction, so choose it before the first deployment.
 */
export function restrictToJurisdiction<T extends Rpc.DurableObjectBranded>(
  namespace: DurableObjectNamespace<T>,
  jurisdiction: Jurisdiction,
): DurableObjectNamespace<T> {
  // A binding that is missing stays missing: /api/health names it.
  if (jurisdiction === "" || (namespace as unknown) === undefined) return namespace;
  try {
    return namespace.jurisdiction(jurisdiction);
  } catch (error) {
    if (error instanceof Error && error.message === WORKERD_UNSUPPORTED_MESSAGE) return namespace;
    throw error;
  }
}
