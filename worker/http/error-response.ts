import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { logError } from "../lib/log";
import { logExternalError } from "../monitoring/service-reporter";
import { ApiError, toApiError } from "../platform/api-error";
import { ExternalServiceError } from "../platform/ports";
import type { AppEnv } from "./request-context";

/** The response to whatever a handler threw; a bug is logged and answered 500. */
export function toErrorResponse(error: Error, c: Context<AppEnv>): Response {
  // Hono's validator throws it for a body that is not JSON.
  if (error instanceof HTTPException) return sendError(c, new ApiError("invalid_json"));
  if (error instanceof ExternalServiceError) logExternalError(error);
  else if (!(error instanceof ApiError)) logError("request_failed", error);
  return sendError(c, toApiError(error) ?? new ApiError("internal"));
}

/** Goes through the context, so that cookies set or cleared before the error are sent with it. */
export function sendError(c: Context<AppEnv>, error: ApiError): Response {
  const { retryAfterSeconds } = error.options;
  return c.json(error.body(), error.status, {
    "cache-control": "no-store",
    ...(retryAfterSeconds !== undefined && { "retry-after": String(Math.ceil(retryAfterSeconds)) }),
  });
}
