import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type ErrorBody, type ErrorCode, ERROR_STATUS } from "../contract/errors";
import { ERROR_MESSAGES } from "./error-messages";
import {
  AccountMovingError,
  BUDGET_EXCEEDED,
  ExternalServiceError,
  InfrastructureError,
  type Service,
  USER_SHARE_EXCEEDED,
} from "./ports";

interface ApiErrorOptions {
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  /** Merged into the body. */
  extra?: Record<string, unknown>;
  /** Replaces the catalogue's text where it can say more. */
  text?: string;
}

/** An expected failure with an error code; `http/error-response.ts` turns it into the response. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: ContentfulStatusCode;
  readonly options: ApiErrorOptions;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.text ?? ERROR_MESSAGES[code]);
    this.name = "ApiError";
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.options = options;
  }

  body(): ErrorBody {
    const { fields, extra } = this.options;
    return { error: this.message, code: this.code, ...(fields && { fields }), ...extra };
  }
}

/** The error of a feature whose settings are missing; it names them. */
export const notConfigured = (feature: string, missing: string[]): ApiError =>
  new ApiError("not_configured", {
    text: [
      `${feature} is switched off on this server:`,
      `${missing.join(", ")} ${missing.length > 1 ? "are" : "is"} not set`,
    ].join(" "),
    fields: Object.fromEntries(missing.map((name) => [name, "missing"])),
    retryAfterSeconds: 3_600,
  });

const FAILURE_CODES: Record<Service, ErrorCode> = {
  overpass: "directory_unavailable",
  shared_files: "directory_unavailable",
  nominatim: "directory_unavailable",
  web: "unavailable",
  writer: "writer_failed",
  gmail: "provider_error",
  google: "google_unavailable",
  files: "unavailable",
  dns: "unavailable",
};
const RATE_LIMIT_CODES: Partial<Record<Service, ErrorCode>> = {
  writer: "writer_unavailable",
  gmail: "gmail_rate_limited",
};

/** Retry-After while D1, R2 or an object does not answer. */
const OUTAGE_RETRY_SECONDS = 5;

/** Retry-After while a user's rows are moved. */
const MOVING_RETRY_SECONDS = 60;

export const movingError = (): ApiError => new ApiError("account_moving", { retryAfterSeconds: MOVING_RETRY_SECONDS });

/** The error for the client; null for a bug. */
export function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  if (error instanceof ExternalServiceError) return toServiceError(error);
  const outage = findOutage(error);
  if (outage instanceof AccountMovingError) return movingError();
  return outage ? new ApiError("unavailable", { retryAfterSeconds: OUTAGE_RETRY_SECONDS }) : null;
}

/** Drizzle wraps the database's error. */
function findOutage(error: unknown): InfrastructureError | undefined {
  if (error instanceof InfrastructureError) return error;
  return error instanceof Error && error.cause !== undefined ? findOutage(error.cause) : undefined;
}

/** Retry-After for what only the operator can correct. */
const REPAIR_RETRY_SECONDS = 600;

/** The error for an external service: 503 with Retry-After when it limits our rate, else 502. */
export function toServiceError(error: ExternalServiceError): ApiError {
  if (error.details.reason === BUDGET_EXCEEDED)
    return new ApiError("spending_paused", { retryAfterSeconds: error.details.retryAfterSeconds ?? 3_600 });
  if (error.details.reason === USER_SHARE_EXCEEDED)
    return new ApiError("writing_limit", { retryAfterSeconds: error.details.retryAfterSeconds ?? 3_600 });
  if (error.failure === "misconfigured")
    return new ApiError(error.service === "google" ? "google_misconfigured" : "writer_misconfigured", {
      retryAfterSeconds: REPAIR_RETRY_SECONDS,
    });
  if (error.failure === "rate_limited")
    return new ApiError(RATE_LIMIT_CODES[error.service] ?? "unavailable", {
      retryAfterSeconds: error.details.retryAfterSeconds ?? 30,
    });
  const code = FAILURE_CODES[error.service];
  return new ApiError(code, code === "unavailable" ? { retryAfterSeconds: OUTAGE_RETRY_SECONDS } : {});
}
