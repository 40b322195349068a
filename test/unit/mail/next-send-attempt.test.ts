import { describe, expect, it } from "vitest";
import { decideNextAttempt } from "../../../worker/mail/send/rules-send-outcome";
import { ExternalServiceError } from "../../../worker/platform/ports";

describe("after a failed post", () => {
  const settleWith = (status: string, reason: string, stop: boolean) => ({
    do: "settle",
    status,
    no: { reason },
    stop,
  });
  it.each([
    ["timeout", {}, 1, settleWith("unknown", "outcome_unknown", true)],
    ["unreachable", {}, 1, settleWith("unknown", "outcome_unknown", true)],
    ["bad_answer", { status: 200 }, 1, settleWith("unknown", "outcome_unknown", true)],
    ["aborted", {}, 1, settleWith("unknown", "outcome_unknown", true)],
    ["server_error", { status: 500 }, 1, settleWith("unknown", "outcome_unknown", true)],
    ["server_error", { status: 502 }, 1, settleWith("unknown", "outcome_unknown", true)],
    [
      "server_error",
      { status: 503, reason: "rateLimitExceeded", retryAfterSeconds: 1 },
      1,
      settleWith("unknown", "outcome_unknown", true),
    ],
    ["server_error", { status: 504 }, 1, settleWith("unknown", "outcome_unknown", true)],
    ["refused", { status: 400 }, 1, settleWith("failed", "provider_error", false)],
    ["refused", { status: 403, reason: "domainPolicy" }, 1, settleWith("failed", "mailbox_cannot_send", true)],
    ["refused", { status: 400, reason: "failedPrecondition" }, 1, settleWith("failed", "mailbox_cannot_send", true)],
    ["refused", { status: 403, reason: "accessNotConfigured" }, 1, settleWith("failed", "gmail_api_off", true)],
    [
      "refused",
      { status: 403, reason: "quotaExceeded" },
      1,
      { ...settleWith("failed", "provider_error", true), no: { reason: "provider_error", stops: true } },
    ],
    [
      "rate_limited",
      { reason: "dailyLimitExceeded" },
      1,
      {
        ...settleWith("failed", "gmail_rate_limited", true),
        no: { reason: "gmail_rate_limited", retryAfterSeconds: 86_400 },
      },
    ],
    ["refused", { status: 403, reason: "dailyLimitExceeded" }, 1, settleWith("failed", "gmail_rate_limited", true)],
    [
      "refused",
      { status: 403, reason: "insufficientPermissions" },
      1,
      { ...settleWith("failed", "gmail_disconnected", true), unlink: true },
    ],
    [
      "refused",
      { reason: "reserved" },
      1,
      {
        ...settleWith("failed", "provider_error", false),
        no: { reason: "provider_error", code: "recipient_reserved" },
      },
    ],
    ["refused", { status: 404, reason: "threadNotFound" }, 1, { do: "leave_thread" }],
    ["refused", { status: 404 }, 1, settleWith("failed", "provider_error", false)],
    ["refused", { status: 401 }, 1, { do: "refresh" }],
    ["rate_limited", {}, 1, { do: "wait", seconds: 1 }],
    ["rate_limited", {}, 2, { do: "wait", seconds: 2 }],
    ["rate_limited", {}, 3, settleWith("failed", "gmail_rate_limited", true)],
    ["rate_limited", { retryAfterSeconds: 5 }, 2, { do: "wait", seconds: 5 }],
    [
      "rate_limited",
      { retryAfterSeconds: 6 },
      1,
      {
        ...settleWith("failed", "gmail_rate_limited", true),
        no: { reason: "gmail_rate_limited", retryAfterSeconds: 30 },
      },
    ],
  ] as const)("%s %j, try %i", (failure, details, tries, next) => {
    expect(decideNextAttempt(new ExternalServiceError("gmail", failure, "", details), tries, false)).toMatchObject(
      next,
    );
  });

  it("a token renewed once is not renewed again: Gmail has to be linked anew", () => {
    expect(decideNextAttempt(new ExternalServiceError("gmail", "refused", "", { status: 401 }), 2, true)).toMatchObject(
      { ...settleWith("failed", "gmail_disconnected", true), unlink: true },
    );
  });
});
