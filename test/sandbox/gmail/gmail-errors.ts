interface GmailFailure {
  status: number;
  name: string;
  reason: string;
  domain: string;
  message: string;
}

const KNOWN_FAILURES: GmailFailure[] = [
  {
    status: 400,
    name: "INVALID_ARGUMENT",
    reason: "invalidArgument",
    domain: "global",
    message: "Recipient address required",
  },
  {
    status: 400,
    name: "FAILED_PRECONDITION",
    reason: "failedPrecondition",
    domain: "global",
    message: "Mail service not enabled",
  },
  { status: 401, name: "UNAUTHENTICATED", reason: "authError", domain: "global", message: "Invalid Credentials" },
  {
    status: 403,
    name: "PERMISSION_DENIED",
    reason: "insufficientPermissions",
    domain: "global",
    message: "Request had insufficient authentication scopes.",
  },
  {
    status: 403,
    name: "RESOURCE_EXHAUSTED",
    reason: "rateLimitExceeded",
    domain: "usageLimits",
    message: "Rate Limit Exceeded",
  },
  {
    status: 403,
    name: "RESOURCE_EXHAUSTED",
    reason: "userRateLimitExceeded",
    domain: "usageLimits",
    message: "User Rate Limit Exceeded",
  },
  {
    status: 403,
    name: "PERMISSION_DENIED",
    reason: "dailyLimitExceeded",
    domain: "usageLimits",
    message: "Daily Limit Exceeded",
  },
  {
    status: 403,
    name: "PERMISSION_DENIED",
    reason: "domainPolicy",
    domain: "global",
    message: "The domain administrators have disabled Gmail apps.",
  },
  {
    status: 403,
    name: "PERMISSION_DENIED",
    reason: "accessNotConfigured",
    domain: "usageLimits",
    message: "Gmail API has not been used in project 1 before or it is disabled.",
  },
  {
    status: 403,
    name: "PERMISSION_DENIED",
    reason: "SERVICE_DISABLED",
    domain: "googleapis.com",
    message: "Gmail API has not been used in project 1 before or it is disabled.",
  },
  {
    status: 403,
    name: "PERMISSION_DENIED",
    reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
    domain: "googleapis.com",
    message: "Request had insufficient authentication scopes.",
  },
  {
    status: 403,
    name: "RESOURCE_EXHAUSTED",
    reason: "RATE_LIMIT_EXCEEDED",
    domain: "googleapis.com",
    message: "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user'.",
  },
  {
    status: 400,
    name: "FAILED_PRECONDITION",
    reason: "FAILED_PRECONDITION",
    domain: "googleapis.com",
    message: "Mail service not enabled",
  },
  {
    status: 404,
    name: "NOT_FOUND",
    reason: "notFound",
    domain: "global",
    message: "Requested entity was not found.",
  },
  { status: 429, name: "RESOURCE_EXHAUSTED", reason: "rateLimitExceeded", domain: "usageLimits", message: "" },
  {
    status: 429,
    name: "RESOURCE_EXHAUSTED",
    reason: "RATE_LIMIT_EXCEEDED",
    domain: "googleapis.com",
    message: "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user'.",
  },
  { status: 500, name: "INTERNAL", reason: "backendError", domain: "global", message: "Backend Error" },
  {
    status: 503,
    name: "UNAVAILABLE",
    reason: "backendError",
    domain: "global",
    message: "The service is currently unavailable.",
  },
];

/** Reasons in capitals belong to the newer error form, which has `details` in place of `errors`. */
const isNewer = (reason: string | undefined): boolean => reason !== undefined && /^[A-Z_]+$/.test(reason);

/** The error page of Google's front end when its backend is unreachable or late. */
const frontEndPage = (status: number): Response =>
  new Response(
    `<!DOCTYPE html><html lang=en><title>Error ${status} (Server Error)!!1</title><p><b>${status}.</b> ` +
      "<ins>That's an error.</ins></p></html>",
    { status, headers: { "content-type": "text/html; charset=UTF-8" } },
  );

/**
 * An error in Gmail's form. A 429 of the older form is its sending limit, with the retry time in text and Retry-After.
 * @param reason selects among those of one status, by default the first; in capitals it selects the newer form
 */
export function gmailError(status: number, reason?: string, message?: string): Response {
  if (status === 502 || status === 504) return frontEndPage(status);
  const failure = KNOWN_FAILURES.find(
    (each) => each.status === status && (reason === undefined || each.reason === reason),
  );
  const retryAt = new Date(Date.now() + 30_000).toISOString();
  const limit = `User-rate limit exceeded.  Retry after ${retryAt} (Mail sending)`;
  const text = message ?? (failure?.message || (status === 429 ? limit : "The sandbox was told to fail."));
  const info = {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason,
    domain: "googleapis.com",
    metadata: { service: "gmail.googleapis.com" },
  };
  const form = isNewer(reason)
    ? { details: [info] }
    : {
        errors: [
          { message: text, domain: failure?.domain ?? "global", reason: reason ?? failure?.reason ?? "unknown" },
        ],
      };
  const error = { code: status, message: text, ...form, status: failure?.name ?? "UNKNOWN" };
  return Response.json(
    { error },
    { status, headers: status === 429 && !isNewer(reason) ? { "retry-after": "30" } : {} },
  );
}
