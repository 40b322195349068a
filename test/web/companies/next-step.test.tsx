import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Router } from "wouter";
import { NextStep } from "../../../web/features/companies/components/next-step";
import type { Dashboard } from "../../../web/features/companies/hooks/use-dashboard";
import { showTexts } from "../../../web/i18n/i18n";
import type { OutboxStop } from "../../../worker/contract/outbox";
import { TEXTS } from "../../e2e/support/screen-texts";

const COUNTS = { all: 9, ready: 3, to_write: 1, queued: 2, unsure: 1, sent: 2, no_email: 0, blocked: 0, coming: 0 };

const render = (
  outboxStop: OutboxStop | null,
  counts = COUNTS,
  due = 0,
  leftToday: number | null = 40,
  hasSeries = false,
  beforeSending: { text: string; action: null } | null = null,
  needsTemplate = false,
): string => {
  showTexts("en", TEXTS.en);
  const dashboard = { counts, loaded: [], isBlocked: () => false } as unknown as Dashboard;
  return renderToStaticMarkup(
    <Router ssrPath="/dashboard">
      <NextStep
        dashboard={dashboard}
        batchLimit={20}
        beforeSending={beforeSending}
        dayNotice={null}
        leftToday={leftToday}
        outboxStop={outboxStop}
        due={due}
        needsTemplate={needsTemplate}
        starting={false}
        hasSeries={hasSeries}
        finding={false}
        find={null}
        onWrite={() => undefined}
        onRead={() => undefined}
        onReview={() => undefined}
      />
    </Router>,
  );
};

it("the next step is the outbox while it is stopped, with the reason", () => {
  const { next } = TEXTS.en.companies;
  const unconfirmed = render("outcome_unknown");
  expect(unconfirmed).toContain(next.stopped.outcome_unknown_one.replace("{{count}}", "1"));
  expect(unconfirmed).toContain('href="/outbox"');
  expect(render("by_user")).toContain(next.stopped.by_user_other.replace("{{count}}", "2"));
  expect(render(null)).toContain(next.send_other.replace("{{count}}", "3"));
  expect(render("by_user", { ...COUNTS, queued: 0, unsure: 0 })).toContain(next.send_other.replace("{{count}}", "3"));
});

it("the next step is to follow up once nothing is left to write or send, and is beside it before", () => {
  const { next } = TEXTS.en.companies;
  const sent = { ...COUNTS, ready: 0, to_write: 0 };
  const followUp = render(null, sent, 4);
  expect(followUp).toContain(next.followUp_other.replace("{{count}}", "4"));
  expect(followUp).toContain('href="/follow-ups"');
  expect(render(null, sent)).not.toContain('href="/follow-ups"');
  const ready = render(null, COUNTS, 1);
  expect(ready).toContain(next.send_other.replace("{{count}}", "3"));
  expect(ready).toContain(next.due_one.replace("{{count}}", "1"));
});

it("lets letters be read before Gmail is connected, where a phone has room for the button", () => {
  const { selection } = TEXTS.en.companies;
  const beforeSending = { text: "Connect Gmail to start sending.", action: null };
  const written = { ...COUNTS, to_write: 0 };
  expect(render(null, written, 0, 40, false, beforeSending)).toContain(`>${selection.review}<`);
  expect(render(null, COUNTS, 0, 40, false, beforeSending)).not.toContain(`>${selection.review}<`);
  expect(render(null, written)).not.toContain(`>${selection.review}<`);
});

it("leads to the template where there is none, as nothing could be written", () => {
  const { errors } = TEXTS.en.messages;
  const toWrite = { ...COUNTS, ready: 0, to_write: 3 };
  const shown = render(null, toWrite, 0, 40, false, null, true);
  expect(shown).toContain(errors.templateRequired);
  expect(shown).toContain('href="/settings/template"');
  expect(shown).not.toContain(TEXTS.en.companies.next.writeAll_other.replace("{{count}}", "3"));
});

it("letters that are ready can be reviewed from the first paint, though none of their rows is loaded yet", () => {
  const { next, selection } = TEXTS.en.companies;
  const shown = render(null);
  expect(shown).toContain(next.review.replace("{{count}}", "3"));
  expect(shown.indexOf(next.review.replace("{{count}}", "3"))).toBeGreaterThan(shown.indexOf("button plain"));
  const many = render(null, { ...COUNTS, ready: 25 });
  expect(many).toContain(next.review.replace("{{count}}", "20"));
  expect(many).toContain(selection.readyHint.replace("{{limit}}", "20"));
});

it("names no number of letters to review before it is known how many can leave today", () => {
  const { mail, companies } = TEXTS.en;
  expect(render(null, COUNTS, 0, null)).toContain(mail.bulk.lookAgain);
  expect(render(null, COUNTS, 0, null)).not.toContain(companies.next.review.replace("{{count}}", "3"));
});

it("says before anything is written that not all of it can be sent today", () => {
  const toWrite = { ...COUNTS, ready: 0, to_write: 24 };
  const limit = TEXTS.en.companies.next.dayLimit_other.replace("{{count}}", "10");
  expect(render(null, toWrite, 0, 10)).toContain(limit);
  expect(render(null, toWrite, 0, 24)).not.toContain("today");
  // The reason is left out on a phone, where the button says it; the limit is not.
  const unlinked = { text: TEXTS.en.mail.gmail.first, action: null };
  expect(render(null, { ...COUNTS, ready: 24 }, 0, 10, false, unlinked)).toContain(
    `<span class="soft small"> ${limit}`,
  );
  expect(render(null, { ...COUNTS, ready: 10 }, 0, 10, false, unlinked)).not.toContain("today");
});

it("writes nothing while another series may wait, and still has what is ready read", () => {
  const write = "Write 1 message";
  expect(render(null)).toContain(write);
  const shown = render(null, COUNTS, 0, 40, true);
  expect(shown).not.toContain(write);
  expect(shown).toContain("Review");
  expect(render(null, { ...COUNTS, ready: 0, queued: 0, unsure: 0 }, 0, 40, true)).toBe("");
});
