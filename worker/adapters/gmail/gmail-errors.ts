import { z } from "zod";
import { parseJson } from "../../lib/parse-json";
import { parseRetryAfter } from "../../lib/retry-after";
import { ExternalServiceError } from "../../platform/ports";

/** Stored part of a response. Characters. */
export const MAX_STORED_RESPONSE_LENGTH = 2_000;
const MAX_RETRY_AFTER_SECONDS = 86_400;

// Older format: developers.google.com/workspace/gmail/api/guides/handle-errors. Newer: google.aip.dev/193. Or both at
// once.
const GmailErrorBody = z.object({
  error: z.object({
    message: z.string().default(""),
    errors: z.array(z.object({ reason: z.string() })).catch([]),
    status: z.string().catch(""),
    details: z
      .array(
        z.object({
          reason: z.string().catch(""),
          metadata: z.object({ quota_limit: z.string().catch("") }).catch({ quota_limit: "" }),
          /** "30s" */
          retryDelay: z.string().catch(""),
        }),
      )
      .catch([]),
  }),
});
type GmailErrorBody = z.output<typeof GmailErrorBody>["error"];

/** Reasons of the newer format in those of the older one, which the rest of the product reads. */
const LEGACY_REASONS: Readonly<Record<string, string | undefined>> = {
  RATE_LIMIT_EXCEEDED: "rateLimitExceeded",
  RESOURCE_EXHAUSTED: "rateLimitExceeded",
  SERVICE_DISABLED: "accessNotConfigured",
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: "insufficientPermissions",
  FAILED_PRECONDITION: "failedPrecondition",
};
/** Reasons that add nothing to the status. */
const GENERIC_REASONS = new Set(["forbidden", "badRequest", "unknown"]);
/** 403 with one of these is a rate limit; any other 403 is a definite refusal. */
const RATE_REASONS = new Set(["rateLimitExceeded", "userRateLimitExceeded"]);

/** The error for any status other than 2xx. */
export function toGmailError({ status, headers }: Response, text: string): ExternalServiceError {
  const error = GmailErrorBody.safeParse(parseJson(text)).data?.error;
  const reason = error && findReason(error);
  const details = {
    status,
    response: text.slice(0, MAX_STORED_RESPONSE_LENGTH),
    ...(reason !== undefined && { reason }),
  };
  // A redirect is neither success nor failure.
  if (status < 400) return new ExternalServiceError("gmail", "bad_answer", `Gmail answered ${status}`, details);
  if (status >= 500) return new ExternalServiceError("gmail", "server_error", `Gmail failed with ${status}`, details);
  if (status === 429 || (status === 403 && RATE_REASONS.has(reason ?? ""))) {
    const wait = findRetryAfter(headers.get("retry-after"), error);
    return new ExternalServiceError("gmail", "rate_limited", "Gmail asks to wait", {
      ...details,
      ...(wait !== undefined && { retryAfterSeconds: wait }),
    });
  }
  return new ExternalServiceError("gmail", "refused", `Gmail refused with ${status} ${reason ?? ""}`.trim(), details);
}

/** The most specific reason of an error, in the older format. */
function findReason({ errors, status, details }: GmailErrorBody): string | undefined {
  if (details.some(({ metadata }) => metadata.quota_limit.includes("PerDay"))) return "dailyLimitExceeded";
  const newer = [...details.map(({ reason }) => LEGACY_REASONS[reason]), LEGACY_REASONS[status]];
  const words = [...errors.map(({ reason }) => reason), ...newer].filter((word) => word !== undefined);
  return words.find((word) => !GENERIC_REASONS.has(word)) ?? words[0];
}

/**
 * Seconds to wait: from the header, the delay in the details, or the time in the text ("Retry after
 * 2026-11-21T10:00:00Z").
 */
function findRetryAfter(header: string | null, error: GmailErrorBody | undefined): number | undefined {
  const delay = error?.details
    .map(({ retryDelay }) => /^(\d+(?:\.\d+)?)s$/u.exec(retryDelay)?.[1])
    .find((seconds) => seconds !== undefined);
  const time = /retry after (\S+Z)/iu.exec(error?.message ?? "")?.[1];
  const seconds = parseRetryAfter(header) ?? parseRetryAfter(delay) ?? parseRetryAfter(time);
  return seconds === undefined ? undefined : Math.min(Math.max(Math.ceil(seconds), 1), MAX_RETRY_AFTER_SECONDS);
}
