import { ExternalServiceError } from "../../../worker/platform/ports";

/** The error of work that fails in an outside service. Other errors pass through. */
export async function catchExternalError(work: Promise<unknown>): Promise<ExternalServiceError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ExternalServiceError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

/** Service and kind of a failure: `overpass timeout`. */
export async function catchFailureName(work: Promise<unknown>): Promise<string> {
  const { service, failure } = await catchExternalError(work);
  return `${service} ${failure}`;
}
