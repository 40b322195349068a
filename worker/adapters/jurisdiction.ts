import type { Jurisdiction } from "../platform/config";

/** What workerd says on a developer's machine, which is no data centre. Anything else is an error to be told. */
const WORKERD_UNSUPPORTED_MESSAGE = "Jurisdiction restrictions are not implemented in workerd.";

/**
 * Durable Objects that run and keep their data in one jurisdiction. The same name stands for another object in another
 * jurisdiction, so it is chosen before the first deployment.
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
