import { describe, expect, it } from "vitest";
import {
  toDoNotContactEntries,
  createDoNotContactMatcher,
} from "../../../web/features/mail/model/do-not-contact-matcher";
import { needsSingleReview } from "../../../web/features/mail/model/refusal-remedies";
import {
  splitBatch,
  findSendBlock,
  groupByReason,
  countAddresses,
  countReasons,
  listConfirmations,
  isKnownUnsent,
  isReviewable,
  skipUndeliverable,
} from "../../../web/features/mail/model/rules-send";
import { toLogTable } from "../../../web/features/mail/model/sent-log-csv";
import { ApiError } from "../../../web/lib/api-error";
import { buildGmailSearchUrl } from "../../../web/lib/gmail-search-url";
import { isScrolledToEnd } from "../../../web/lib/use-end-in-view";
import { makeOutboxMail } from "../support/outbox-mail";

const company = {
  id: "a",
  recipient: "jobs@lumen.test",
  message: "Hello",
  email_sent: false,
  send_status: "none" as const,
  applied: null,
};

const QUEUED = makeOutboxMail({ status: "held", waits_for: "undo" });

describe("what can be sent", () => {
  it.each([
    [company, null],
    [{ ...company, send_status: "failed" as const }, null],
    [{ ...company, email_sent: true, recipient: null }, "already_sent"],
    [{ ...company, send_status: "sending" as const }, "in_flight"],
    [{ ...company, queued: QUEUED }, "in_flight"],
    [{ ...company, recipient: null, message: "" }, "missing_email"],
    [{ ...company, message: " \n" }, "missing_message"],
  ])("%o: %s", (given, reason) => {
    expect(findSendBlock(given)).toBe(reason);
  });

  it("splits a selection, and leaves an unknown outcome out of a batch", () => {
    const sent = { ...company, id: "b", email_sent: true };
    const unknown = { ...company, id: "c", send_status: "unknown" as const };
    expect(splitBatch([company, sent, unknown])).toEqual({
      ready: [company],
      skipped: [
        { company: sent, reason: "already_sent" },
        { company: unknown, reason: "outcome_unknown" },
      ],
    });
  });

  it("leaves a company that was applied to in another way to a single review", () => {
    const applied = { ...company, id: "b", applied: { way: "form" as const, at: "2026-11-20T10:00:00.000Z" } };
    expect(splitBatch([company, applied])).toEqual({
      ready: [company],
      skipped: [{ company: applied, reason: "already_applied" }],
    });
    expect(needsSingleReview("already_applied")).toBe(true);
    expect([isReviewable(company), isReviewable(applied)]).toEqual([true, false]);
  });

  it("counts those that have an address and those that have none", () => {
    expect(countAddresses([company, { recipient: null }, { recipient: null }])).toEqual({ having: 1, lacking: 2 });
    expect(countAddresses([])).toEqual({ having: 0, lacking: 0 });
  });

  it("leaves companies on the do-not-contact list out of a batch", () => {
    const shouted = { ...company, id: "b", recipient: "RH@Paris.Lumen.test" };
    const other = { ...company, id: "c", recipient: "rh@eclat.test" };
    expect(splitBatch([company, shouted, other], [{ entry: "paris.lumen.test" }, { entry: "rh@eclat.test" }])).toEqual({
      ready: [company],
      skipped: [
        { company: shouted, reason: "do_not_contact" },
        { company: other, reason: "do_not_contact" },
      ],
    });
  });

  it("leaves companies out whose address is undeliverable, as the server found", () => {
    const dead = { ...company, id: "b" };
    const sent = { ...company, id: "c", email_sent: true };
    expect(skipUndeliverable(splitBatch([company, dead, sent]), ["b"])).toEqual({
      ready: [company],
      skipped: [
        { company: sent, reason: "already_sent" },
        { company: dead, reason: "undeliverable_address" },
      ],
    });
  });

  it("counts the reasons, the most frequent first", () => {
    expect(countReasons(["missing_email", "already_sent", "already_sent"])).toEqual([
      ["already_sent", 2],
      ["missing_email", 1],
    ]);
  });

  it("knows when a list has been read to its end", () => {
    expect(isScrolledToEnd({ scrollTop: 0, clientHeight: 100, scrollHeight: 300 })).toBe(false);
    expect(isScrolledToEnd({ scrollTop: 199.4, clientHeight: 100, scrollHeight: 300 })).toBe(true);
    expect(isScrolledToEnd({ scrollTop: 0, clientHeight: 300, scrollHeight: 300 })).toBe(true);
    expect(isScrolledToEnd({ scrollTop: 0, clientHeight: 0, scrollHeight: 0 })).toBe(false);
  });
});

describe("what has to be confirmed before a mail leaves", () => {
  const clean = { review: [], already_contacted: false, applied: null, objection_pending: false, cv_language: false };

  it("is nothing for a first mail without a point to check", () => {
    expect(listConfirmations(clean, false)).toEqual([]);
  });

  it("is everything known beforehand, the most severe first", () => {
    const preview = {
      review: [{ code: "unknown_figure" as const, detail: "40 %" }],
      already_contacted: true,
      applied: { way: "form" as const, at: "2026-11-20T10:00:00.000Z" },
      objection_pending: true,
      cv_language: true,
    };
    expect(listConfirmations(preview, true)).toEqual([
      "outcome_unknown",
      "already_applied",
      "already_contacted",
      "objection_pending",
      "cv_language",
      "needs_review",
    ]);
  });
});

it("gathers what was not sent by its reason, the most frequent first", () => {
  const failed = [
    { id: "a", reason: "daily_limit" as const },
    { id: "b", reason: "needs_review" as const },
    { id: "c", reason: "needs_review" as const },
  ];
  expect(groupByReason(failed).map(([reason, items]) => [reason, items.map(({ id }) => id)])).toEqual([
    ["needs_review", ["b", "c"]],
    ["daily_limit", ["a"]],
  ]);
});

describe("adding a company to the do-not-contact list", () => {
  it.each([
    ["https://www.lumen.test/fr", "jobs@lumen.test;RH@Paris.Lumen.test", ["lumen.test"]],
    ["https://www.lumen.test/", "lumen@gmail.com;jobs@lumen.test", ["lumen@gmail.com", "lumen.test"]],
    ["https://lumen.test/", "jobs@notlumen.test", ["jobs@notlumen.test"]],
    ["https://mail.example/lumen", "", []],
    ["", "a@b.test; ;a@b.test", ["a@b.test"]],
  ])("%s with %s lists %j", (website, email, entries) => {
    expect(toDoNotContactEntries({ website, email })).toEqual(entries);
  });

  it("is known from an address, its domain or a domain above it", () => {
    const list = [{ entry: "lumen.test" }, { entry: "jobs@eclat.test" }];
    expect(
      ["lumen.test", "a@lumen.test", "a@paris.lumen.test", "jobs@eclat.test"].map(createDoNotContactMatcher(list)),
    ).toEqual([true, true, true, true]);
    expect(["notlumen.test", "rh@eclat.test", "eclat.test"].map(createDoNotContactMatcher(list))).toEqual([
      false,
      false,
      false,
    ]);
  });
});

it("searches the linked mailbox for an address, whatever it contains", () => {
  const url = new URL(buildGmailSearchUrl("to", 'a"b+c&d#e@lumen.test', "ana+x@mail.example"));
  expect([url.origin, url.searchParams.get("authuser")]).toEqual(["https://mail.google.com", "ana+x@mail.example"]);
  expect(decodeURIComponent(url.hash)).toBe('#search/in:anywhere to:"ab+c&d#e@lumen.test"');
  expect(new URL(buildGmailSearchUrl("to", "a@b.test", null)).search).toBe("");
});

it("exports every field of the log, tests marked", () => {
  const mail = {
    id: "m",
    company_id: "c",
    company_name: "Lumen",
    test: true,
    step: 0 as const,
    time: "2026-11-21T10:00:00.000Z",
    recipient: "ana@mail.example",
    subject: "Objet",
    body: "Bonjour",
    status: "unknown" as const,
    error: "timeout",
    provider_response: "none",
    gmail_thread_id: null,
  };
  const [head = [], row = []] = toLogTable([mail], {
    header: (column) => column,
    status: (status) => `<${status}>`,
    error: (code) => `<${code}>`,
    yes: "oui",
  });
  expect(Object.fromEntries(head.map((column, index) => [column, row[index]]))).toEqual({
    time: mail.time,
    company: "Lumen",
    recipient: mail.recipient,
    subject: "Objet",
    body: "Bonjour",
    status: "<unknown>",
    followUp: "",
    test: "oui",
    error: "<timeout>",
    provider: "none",
  });
});

describe("after a send that failed", () => {
  it.each([
    ["provider_error", 502, true],
    ["gmail_rate_limited", 503, true],
    ["message_changed", 409, true],
    ["daily_limit", 429, true],
    ["mailbox_cannot_send", 422, true],
    ["outcome_unknown", 409, false],
    ["in_flight", 409, false],
    ["unavailable", 503, false],
    ["internal", 500, false],
    ["bad_answer", 200, false],
    ["offline", 0, false],
  ] as const)("%s: whether nothing was sent is known or not", (code, status, known) => {
    expect(isKnownUnsent(new ApiError(status, code, ""))).toBe(known);
  });

  it("an error of the browser says nothing about the outcome", () => {
    expect(isKnownUnsent(new TypeError("x"))).toBe(false);
  });
});
