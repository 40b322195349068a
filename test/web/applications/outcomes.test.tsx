import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import {
  findLastOutcome,
  findWaitingSince,
  isApplied,
  parseLocalTime,
} from "../../../web/features/applications/model/outcomes";
import { renderStatusCell } from "../../../web/features/companies/components/status-cell";
import { listTimelineEvents } from "../../../web/features/company/model/timeline";
import { showTexts } from "../../../web/i18n/i18n";
import type { OutcomeEvent } from "../../../worker/contract/applications";
import type { Company } from "../../../worker/contract/companies";
import type { CompanyPage } from "../../../worker/contract/company-page";
import { TEXTS } from "../../e2e/support/screen-texts";

const SENT_AT = "2026-11-10T09:00:00.000Z";
const company = (values: Partial<Company>) =>
  ({
    email_sent: false,
    sent_at: null,
    applied: null,
    outcome: null,
    contacts: [],
    created_at: "2026-11-01T09:00:00.000Z",
    source: "directory",
    ...values,
  }) as unknown as Company;
const event = (id: string, values: Partial<OutcomeEvent>): OutcomeEvent => ({
  id,
  outcome: "answered",
  how: "user",
  status: "confirmed",
  created_at: SENT_AT,
  decided_at: SENT_AT,
  sender: null,
  subject: null,
  excerpt: null,
  sender_proven: null,
  ...values,
});

describe("what became of an application", () => {
  it("can be said of one that was sent, made in another way, or came back", () => {
    expect(isApplied(company({}))).toBe(false);
    expect(isApplied(company({ email_sent: true }))).toBe(true);
    expect(isApplied(company({ applied: { way: "phone", at: SENT_AT } }))).toBe(true);
    expect(isApplied(company({ outcome: "bounced" }))).toBe(true);
  });

  it("is waited for since the mail or the call, until something is known", () => {
    expect(findWaitingSince(company({ email_sent: true, sent_at: SENT_AT }))).toBe(SENT_AT);
    expect(findWaitingSince(company({ applied: { way: "form", at: SENT_AT } }))).toBe(SENT_AT);
    expect(findWaitingSince(company({ email_sent: true, sent_at: SENT_AT, outcome: "refused" }))).toBeNull();
  });

  it("is what was confirmed last, and a proposal is nothing yet", () => {
    const later = "2026-11-12T09:00:00.000Z";
    const events = [
      event("proposed", { status: "proposed", decided_at: null }),
      event("interview", { decided_at: later }),
      event("answered", {}),
    ];
    expect(findLastOutcome(events)?.id).toBe("interview");
    expect(findLastOutcome(events.slice(0, 1))).toBeUndefined();
  });

  it("stands in the history once it is confirmed", () => {
    const page: Partial<CompanyPage> = {
      company: company({}),
      note: { text: "", version: 0, updated_at: null },
      versions: [],
      mails: [],
      applications: [],
      calls: [],
      outcomes: [
        event("a", { outcome: "offer", excerpt: "Quand pouvez-vous commencer ?" }),
        event("b", { status: "dismissed" }),
      ],
    };
    expect(listTimelineEvents(page as CompanyPage)).toMatchObject([
      { kind: "outcome", outcome: "offer", at: SENT_AT, excerpt: "Quand pouvez-vous commencer ?" },
      { kind: "added" },
    ]);
  });
});

it("a date is none until day and time are chosen", () => {
  expect(parseLocalTime("")).toBeNull();
  expect(parseLocalTime("2026-13-40T99:00")).toBeNull();
  expect(parseLocalTime("2026-12-01T09:30")).toBe(new Date(2026, 11, 1, 9, 30).toISOString());
});

describe("the status in the list", () => {
  beforeAll(() => showTexts("en", TEXTS.en));
  const show = (values: Partial<Company>) =>
    renderToStaticMarkup(
      renderStatusCell(company({ send_status: "sent", sent_at: SENT_AT, ...values }), i18next.t, "en", {}),
    );

  it("is what became of an application that was sent", () => {
    expect(show({ email_sent: true })).toContain(TEXTS.en.companies.status.sent);
    const html = show({ email_sent: true, outcome: "interview", outcome_at: "2026-11-12T09:00:00.000Z" });
    expect(html).toContain(TEXTS.en.applications.outcome.names.interview);
    expect(html).toContain("12");
    // A refusal has not the colour of success.
    expect(show({ email_sent: true, outcome: "refused", outcome_at: SENT_AT })).toContain(
      'class="status sent refused"',
    );
  });

  it("is what the company waits for again once its mail came back", () => {
    const html = show({ send_status: "none", outcome: "bounced", email: "", message: "x" });
    expect(html).not.toContain(TEXTS.en.applications.outcome.names.bounced);
  });
});
