import { parseRetryAfter } from "../../lib/retry-after";
import { ExternalServiceError } from "../../platform/ports";

/** A service's error response. */
export interface LlmErrorResponse {
  status: number;
  /** Its own code. */
  code: string | undefined;
  /** Its sentence: it may contain a part of the key, so it is matched and never passed on. */
  message: string;
  retryAfter: string | null | undefined;
}

/** Codes of an account without money, whatever the status. */
const NO_CREDIT_CODES = new Set(["insufficient_quota", "billing_not_active", "billing_hard_limit_reached"]);
/** Codes of a rejected content. */
const DECLINED_CODES = new Set(["content_filter", "content_policy_violation", "invalid_prompt"]);
/** A model with an output limit may report as a 400 that it has reasoned for too long. */
const OUTPUT_LIMIT_MESSAGE = /max_tokens or model output limit was reached/iu;
/** Codes safe to log and show. */
const LOGGABLE_CODE = /^[\w.-]{1,64}$/u;
const MAX_RETRY_AFTER_SECONDS = 3_600;

export const badAnswerError = (reason: string): ExternalServiceError =>
  new ExternalServiceError("writer", "bad_answer", `The writer's answer is no use: ${reason}`, { reason });

export const abortedError = (): ExternalServiceError =>
  new ExternalServiceError("writer", "aborted", "The writing was given up");

/** Whether the model does not exist for us; another one may work. */
export const isModelGone = ({ status, code }: LlmErrorResponse): boolean =>
  status === 404 || code === "model_not_found";

/** The error for an error response. */
export function toLlmError(response: LlmErrorResponse): ExternalServiceError {
  const { status, code, message } = response;
  const word = code !== undefined && LOGGABLE_CODE.test(code) ? code : undefined;
  const details = { status, ...(word !== undefined && { reason: word }) };
  const misconfiguration = findMisconfiguration(response);
  if (misconfiguration !== undefined)
    return new ExternalServiceError("writer", "misconfigured", `The writer answered ${status}: ${misconfiguration}`, {
      status,
      reason: word ?? misconfiguration,
    });
  if (DECLINED_CODES.has(code ?? "")) return badAnswerError("content_filter");
  if (status === 400 && OUTPUT_LIMIT_MESSAGE.test(message)) return badAnswerError("length");
  if (status === 429) {
    const seconds = parseRetryAfter(response.retryAfter);
    return new ExternalServiceError("writer", "rate_limited", "The writer asks to wait", {
      ...details,
      ...(seconds !== undefined && { retryAfterSeconds: Math.min(seconds, MAX_RETRY_AFTER_SECONDS) }),
    });
  }
  if (status >= 500 || status === 408)
    return new ExternalServiceError("writer", "server_error", `The writer answered ${status}`, details);
  return new ExternalServiceError("writer", "refused", `The writer answered ${status}`, details);
}

/** What only the operator can correct; undefined for anything else. */
function findMisconfiguration(response: LlmErrorResponse): string | undefined {
  if (response.status === 402 || NO_CREDIT_CODES.has(response.code ?? "")) return "insufficient_quota";
  if (isModelGone(response)) return "model_not_found";
  if (response.status === 401) return "invalid_api_key";
  return response.status === 403 ? "forbidden" : undefined;
}
