import type { ErrorCode } from "../../worker/contract/errors";

/** The server's error codes, and two that only the client can detect. */
export type ClientErrorCode = ErrorCode | "offline" | "bad_answer";

interface ApiErrorDetails {
  fields?: Record<string, string>;
  /** The whole error body, for the few that carry more than a code (`search_id`). */
  body?: unknown;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** A failed call. `message` is the server's English text; users read the translation of `code`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly fields: Record<string, string>;
  readonly body: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly status: number,
    readonly code: ClientErrorCode,
    message: string,
    details: ApiErrorDetails = {},
  ) {
    super(message, { cause: details.cause });
    this.fields = details.fields ?? {};
    this.body = details.body;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** Seconds of a Retry-After header; undefined when it is absent or a date. */
export function parseRetryAfter(header: string | null): number | undefined {
  return header !== null && /^\d+$/u.test(header) ? Number(header) : undefined;
}

/** True for an error with this code. */
export function hasErrorCode(error: unknown, code: ClientErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}
