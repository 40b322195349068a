import { describe, expect, it } from "vitest";
import { batchOf, blockOf, countReasons, isAtEnd } from "../../web/features/mail/rules";

const company = { id: "a", recipient: "jobs@lumen.test", message: "Hello", email_sent: false, send_status: "none" as const };

describe("what can be sent", () => {
  it.each([
    [company, null],
    [{ ...company, send_status: "failed" as const }, null],
    [{ ...company, email_sent: true, recipient: null }, "already_sent"],
    [{ ...company, send_status: "sending" as const }, "in_flight"],
    [{ ...company, recipient: null, message: "" }, "missing_email"],
    [{ ...company, message: " \n" }, "missing_message"],
  ])("%o: %s", (given, reason) => {
    expect(blockOf(given)).toBe(reason);
  });

  it("parts a selection, and leaves an unknown outcome out of a batch", () => {
    const sent = { ...company, id: "b", email_sent: true };
    const unknown = { ...company, id: "c", send_status: "unknown" as const };
    expect(batchOf([company, sent, unknown])).toEqual({
      ready: [company],
      skipped: [{ company: sent, reason: "already_sent" }, { company: unknown, reason: "outcome_unknown" }],
    });
  });

  it("counts the reasons, the most frequent first", () => {
    expect(countReasons(["missing_email", "already_sent", "already_sent"])).toEqual([["already_sent", 2], ["missing_email", 1]]);
  });

  it("knows when a list has been read to its end", () => {
    expect(isAtEnd({ scrollTop: 0, clientHeight: 100, scrollHeight: 300 })).toBe(false);
    expect(isAtEnd({ scrollTop: 199.4, clientHeight: 100, scrollHeight: 300 })).toBe(true);
    expect(isAtEnd({ scrollTop: 0, clientHeight: 300, scrollHeight: 300 })).toBe(true);
    expect(isAtEnd({ scrollTop: 0, clientHeight: 0, scrollHeight: 0 })).toBe(false);
  });
});
