interface GmailFailure {
  status: number;
  name: string;
  reason: string;
  domain: string;
  message: string;
}

const known: GmailFailure[] = [
  { status: 400, name: "INVALID_ARGUMENT", reason: "invalidArgument", domain: "global", message: "Recipient address required" },
  { status: 400, name: "FAILED_PRECONDITION", reason: "failedPrecondition", domain: "global", message: "Mail service not enabled" },
  { status: 401, name: "UNAUTHENTICATED", reason: "authError", domain: "global", message: "Invalid Credentials" },
  { status: 403, name: "PERMISSION_DENIED", reason: "insufficientPermissions", domain: "global", message: "Request had insufficient authentication scopes." },
  { status: 403, name: "RESOURCE_EXHAUSTED", reason: "rateLimitExceeded", domain: "usageLimits", message: "Rate Limit Exceeded" },
  { status: 403, name: "RESOURCE_EXHAUSTED", reason: "userRateLimitExceeded", domain: "usageLimits", message: "User Rate Limit Exceeded" },
  { status: 403, name: "PERMISSION_DENIED", reason: "dailyLimitExceeded", domain: "usageLimits", message: "Daily Limit Exceeded" },
  { status: 403, name: "PERMISSION_DENIED", reason: "domainPolicy", domain: "global", message: "The domain administrators have disabled Gmail apps." },
  { status: 429, name: "RESOURCE_EXHAUSTED", reason: "rateLimitExceeded", domain: "usageLimits", message: "" },
  { status: 500, name: "INTERNAL", reason: "backendError", domain: "global", message: "Backend Error" },
  { status: 503, name: "UNAVAILABLE", reason: "backendError", domain: "global", message: "The service is currently unavailable." },
];

/**
 * An error as Gmail says it. A 429 is its limit on sending: it names the moment to come back, and says so in Retry-After too.
 * @param reason picks among those of one status; the first of the status when absent
 */
export function gmailError(status: number, reason?: string, message?: string): Response {
  const failure = known.find((each) => each.status === status && (reason === undefined || each.reason === reason));
  const retryAt = new Date(Date.now() + 30_000).toISOString();
  const limit = `User-rate limit exceeded.  Retry after ${retryAt} (Mail sending)`;
  const text = message ?? (status === 429 ? limit : (failure?.message ?? "The sandbox was told to fail."));
  const error = {
    code: status,
    message: text,
    errors: [{ message: text, domain: failure?.domain ?? "global", reason: reason ?? failure?.reason ?? "unknown" }],
    status: failure?.name ?? "UNKNOWN",
  };
  return Response.json({ error }, { status, headers: status === 429 ? { "retry-after": "30" } : {} });
}
