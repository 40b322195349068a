import { describe, expect, it } from "vitest";
import {
  countLeftToday,
  findRemedy,
  getPollMs,
  groupByDay,
  indexOpenMails,
  listNewsIds,
  moveMail,
  parseChosenTime,
  sortByDeparture,
  suggestTime,
  toLocalInput,
} from "../../../web/features/mail/model/rules-outbox";
import { createUndoNotice, withoutMails } from "../../../web/features/mail/model/undo-notice";
import type { Outbox, OutboxMail } from "../../../worker/contract/outbox";
import { makeOutboxMail } from "../support/outbox-mail";

const NOW = Date.parse("2026-11-24T10:00:00.000Z");
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

const makeMail = (id: string, values: Partial<OutboxMail> = {}): OutboxMail =>
  makeOutboxMail({
    company_id: id,
    company_name: `Company ${id}`,
    recipient: `jobs@${id}.test`,
    leaves_at: at(60),
    undo_until: at(-60),
    approved_at: at(-70),
    changed_at: at(-70),
    ...values,
  });
const makeOutbox = (...mails: OutboxMail[]): Outbox => ({
  mails,
  stopped: null,
  undo_seconds: 10,
  office_hours: true,
  today: null,
});
const listIds = (mails: readonly OutboxMail[]) => mails.map(({ company_id: id }) => id);

describe("what leaves when", () => {
  it("begins with the mail under way, ends with those whose time is not known, and leaves finished ones out", () => {
    const mails = [
      makeMail("late", { leaves_at: at(900) }),
      makeMail("unknown-1", { leaves_at: null }),
      makeMail("done", { status: "sent", leaves_at: null }),
      makeMail("unknown-2", { leaves_at: null }),
      makeMail("soon"),
      makeMail("now", { status: "sending", leaves_at: null }),
    ];
    expect(listIds(sortByDeparture(mails))).toEqual(["now", "soon", "late", "unknown-1", "unknown-2"]);
    expect([...indexOpenMails(makeOutbox(...mails), "applications").keys()]).not.toContain("done");
  });

  it("is an application or a follow-up: a company with one of these waiting is still applied to", () => {
    const outbox = makeOutbox(makeMail("a"), makeMail("b", { step: 1 }), makeMail("c", { step: 2, status: "sent" }));
    expect([...indexOpenMails(outbox, "applications").keys()]).toEqual(["a"]);
    expect([...indexOpenMails(outbox, "follow-ups").keys()]).toEqual(["b"]);
  });

  it("is told by day, in the user's time zone", () => {
    const noon = new Date(2026, 10, 24, 12).getTime();
    const hour = (hours: number) => new Date(noon + hours * 3_600_000).toISOString();
    const days = groupByDay([
      makeMail("a", { leaves_at: hour(0) }),
      makeMail("b", { leaves_at: hour(11) }),
      makeMail("c", { leaves_at: hour(13) }),
      makeMail("d", { leaves_at: null }),
    ]);
    expect(days.map(({ day, mails }) => [day, listIds(mails)])).toEqual([
      [hour(0), ["a", "b"]],
      [hour(13), ["c"]],
      [null, ["d"]],
    ]);
  });

  it("moves a mail by one place, and not beyond the ends", () => {
    expect(moveMail(["a", "b", "c"], "b", -1)).toEqual(["b", "a", "c"]);
    expect(moveMail(["a", "b", "c"], "b", 1)).toEqual(["a", "c", "b"]);
    expect(moveMail(["a", "b", "c"], "a", -1)).toEqual(["a", "b", "c"]);
    expect(moveMail(["a", "b", "c"], "c", 1)).toEqual(["a", "b", "c"]);
  });
});

describe("the outbox is asked again", () => {
  it.each([
    ["never while nothing waits", [makeMail("a", { status: "sent" })], false],
    ["when the next mail leaves", [makeMail("a", { leaves_at: at(30) }), makeMail("b", { leaves_at: at(50) })], 30_000],
    ["soon while one is being sent", [makeMail("a", { status: "sending" })], 5_000],
    ["at the end of the undo time", [makeMail("a", { status: "held", undo_until: at(8) })], 8_000],
    ["soon when one is overdue", [makeMail("a", { leaves_at: at(-30) })], 5_000],
    ["each minute until a distant time", [makeMail("a", { leaves_at: at(86_400) })], 60_000],
    ["each minute while no time is known", [makeMail("a", { leaves_at: null })], 60_000],
  ] as const)("%s", (_, mails, expected) => {
    expect(getPollMs(makeOutbox(...mails), NOW)).toBe(expected);
  });

  it("and tells which companies have news", () => {
    const before = makeOutbox(makeMail("left"), makeMail("taken-out"), makeMail("stays"), makeMail("unlinked"));
    const now = makeOutbox(
      makeMail("left", { status: "sent" }),
      makeMail("stays", { leaves_at: at(300) }),
      makeMail("unlinked", { waits_for: "gmail_disconnected", leaves_at: null }),
    );
    expect(listNewsIds(before, now)).toEqual(["left", "unlinked"]);
    expect(listNewsIds(now, now)).toEqual([]);
  });
});

describe("a finished mail leads on", () => {
  it.each([
    ["sent", null, null],
    ["unknown", null, "look_in_gmail"],
    ["failed", "provider_error", "sent_log"],
    ["failed", "recipient_reserved", null],
    ["withdrawn", "message_changed", "read_again"],
    ["withdrawn", "needs_review", "read_again"],
    ["withdrawn", "outcome_unknown", "look_in_gmail"],
    ["withdrawn", "do_not_contact", null],
    ["withdrawn", "archived", null],
  ] as const)("%s by %s: %s", (status, reason, remedy) => {
    expect(findRemedy(makeMail("a", { status, ended_by: reason }))).toBe(remedy);
  });
});

describe("what is left of a day", () => {
  const settings = { sent_today: 4, daily_limit: 50, resets_at: at(3_600) };

  it("is the settings' limit while nothing waits", () => {
    expect(countLeftToday(makeOutbox(), settings)).toEqual({ sent: 4, limit: 50, left: 46, resetsAt: at(3_600) });
    expect(countLeftToday(undefined, settings).left).toBe(46);
  });

  it("is the lower limit of a new mailbox, less what leaves before the day ends", () => {
    const outbox = {
      ...makeOutbox(makeMail("a"), makeMail("b", { leaves_at: null }), makeMail("c", { leaves_at: at(7_200) })),
      today: { sent: 7, limit: 10, resets_at: at(3_600) },
    };
    expect(countLeftToday(outbox, settings)).toMatchObject({ sent: 7, limit: 10, left: 1 });
    const leaving = makeMail("a", { status: "sending", leaves_at: null });
    expect(countLeftToday({ ...outbox, mails: [leaving] }, settings).left).toBe(3);
    expect(countLeftToday({ ...outbox, today: { ...outbox.today, sent: 10 } }, settings).left).toBe(0);
  });
});

describe("a chosen time", () => {
  const now = new Date(NOW);

  it("is offered for the next working morning", () => {
    const friday = new Date(2026, 10, 27, 15);
    expect(toLocalInput(suggestTime(friday))).toBe("2026-11-30T09:00");
    expect(toLocalInput(suggestTime(new Date(2026, 10, 24, 8)))).toBe("2026-11-25T09:00");
  });

  it("is read as the user's own, down to the minute that is under way", () => {
    const later = new Date(NOW + 3_600_000);
    expect(parseChosenTime(toLocalInput(later), now)).toEqual({ at: later.toISOString() });
    expect(parseChosenTime(toLocalInput(now), new Date(NOW + 59_000))).toEqual({ at: now.toISOString() });
  });

  it.each([
    ["", "missing"],
    [toLocalInput(new Date(NOW - 120_000)), "past"],
    [toLocalInput(new Date(NOW + 31 * 86_400_000)), "far"],
  ])("%j is %s", (value, problem) => {
    expect(parseChosenTime(value, now)).toEqual({ problem });
  });
});

it("gives as long to undo as the server does, whatever this device's clock says", () => {
  const held = { status: "held", waits_for: "undo", approved_at: at(0), undo_until: at(10) } as const;
  const outbox = makeOutbox(
    makeMail("other"),
    makeMail("b", { ...held, leaves_at: at(400) }),
    makeMail("a", { ...held, leaves_at: at(10), company_name: "" }),
  );
  const wrongClock = NOW - 7 * 3_600_000;
  expect(createUndoNotice(["a", "b"], outbox, wrongClock)).toMatchObject({
    companyIds: ["a", "b"],
    until: wrongClock + 10_000,
    leavesAt: at(10),
    phase: "open",
  });
  expect(createUndoNotice(["a"], outbox, NOW).name).toBe("jobs@a.test");
});

it("goes on to offer the undo of mails that were just queued while one of them is taken out by hand", () => {
  const outbox = makeOutbox(makeMail("a", { status: "held" }), makeMail("b", { status: "held" }));
  const notice = createUndoNotice(["a", "b"], outbox, NOW);
  expect(withoutMails(notice, ["a"], outbox)).toMatchObject({ companyIds: ["b"], name: "Company b", phase: "open" });
  expect(withoutMails(notice, ["a", "b"], outbox)).toBeNull();
  expect(withoutMails(null, ["a"], outbox)).toBeNull();
});
