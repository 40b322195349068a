import { z } from "zod";
import { OutsideError } from "../ports";

/** How much of an answer is worth keeping. Characters. */
export const KEPT = 2_000;
const LONGEST_WAIT_S = 86_400;

// The older form: developers.google.com/workspace/gmail/api/guides/handle-errors. The newer: google.aip.dev/193. Or both at once.
const Refused = z.object({
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
type Refused = z.output<typeof Refused>["error"];

/** Words of the newer form in those of the older one, which the rest of the product reads. */
const OLDER_WORDS: Readonly<Record<string, string | undefined>> = {
  RATE_LIMIT_EXCEEDED: "rateLimitExceeded",
  RESOURCE_EXHAUSTED: "rateLimitExceeded",
  SERVICE_DISABLED: "accessNotConfigured",
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: "insufficientPermissions",
  FAILED_PRECONDITION: "failedPrecondition",
};
/** Words that say no more than the status does. */
const EMPTY_WORDS = new Set(["forbidden", "badRequest", "unknown"]);
/** 403 with one of these is "not so fast"; any other 403 is a definite no. */
const RATE_REASONS = new Set(["rateLimitExceeded", "userRateLimitExceeded"]);

/** The error that an answer other than 2xx stands for. */
export function readFailure({ status, headers }: Response, text: string): OutsideError {
  const error = Refused.safeParse(parseJson(text)).data?.error;
  const reason = error && findReason(error);
  const details = { status, response: text.slice(0, KEPT), ...(reason !== undefined && { reason }) };
  // A redirect says neither yes nor no.
  if (status < 400) return new OutsideError("gmail", "bad_answer", `Gmail answered ${status}`, details);
  if (status >= 500) return new OutsideError("gmail", "server_error", `Gmail failed with ${status}`, details);
  if (status === 429 || (status === 403 && RATE_REASONS.has(reason ?? ""))) {
    const wait = readWait(headers.get("retry-after"), error);
    return new OutsideError("gmail", "rate_limited", "Gmail asks to wait", {
      ...details,
      ...(wait !== undefined && { retryAfterSeconds: wait }),
    });
  }
  return new OutsideError("gmail", "refused", `Gmail refused with ${status} ${reason ?? ""}`.trim(), details);
}

/** The most telling word of an error, in the words of the older form. */
function findReason({ errors, status, details }: Refused): string | undefined {
  if (details.some(({ metadata }) => metadata.quota_limit.includes("PerDay"))) return "dailyLimitExceeded";
  const newer = [...details.map(({ reason }) => OLDER_WORDS[reason]), OLDER_WORDS[status]];
  const words = [...errors.map(({ reason }) => reason), ...newer].filter((word) => word !== undefined);
  return words.find((word) => !EMPTY_WORDS.has(word)) ?? words[0];
}

/** Seconds to wait: the header, the delay among the details, or the moment in the text ("Retry after 2026-11-21T10:00:00.000Z"). */
function readWait(header: string | null, error: Refused | undefined): number | undefined {
  const delay = error?.details
    .map(({ retryDelay }) => /^(\d+(?:\.\d+)?)s$/u.exec(retryDelay)?.[1])
    .find((found) => found !== undefined);
  const seconds = Number(header ?? delay ?? Number.NaN);
  const moment = Date.parse(
    Number.isNaN(seconds) ? (header ?? /retry after (\S+Z)/iu.exec(error?.message ?? "")?.[1] ?? "") : "",
  );
  const wait = Math.ceil(Number.isNaN(seconds) ? (moment - Date.now()) / 1000 : seconds);
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 1), LONGEST_WAIT_S);
}

/** JSON, or undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
