import type { ErrorCode } from "../../worker/contract/errors";

/** Codes of the server, and two that only a client can know. */
export type ClientErrorCode = ErrorCode | "offline" | "bad_answer";

interface ApiErrorDetails {
  fields?: Record<string, string>;
  /** The whole body of the refusal, for the few that carry more (`search_id`). */
  body?: unknown;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** A call that was not answered as hoped. `message` is the server's English text; what a user reads is the translation of `code`. */
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

/** Seconds of a Retry-After header; undefined when there is none or it is a date. */
export function parseRetryAfter(header: string | null): number | undefined {
  return header !== null && /^\d+$/u.test(header) ? Number(header) : undefined;
}

/** True for an error with this code. */
export function hasErrorCode(error: unknown, code: ClientErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}
