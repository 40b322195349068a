import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeOpeningDelay, createOpeningFinder } from "../../../worker/mail/outbox/office-hours";
import { findDailyMailLimit } from "../../../worker/mail/outbox/rules-mailbox-ramp";
import { decideAfterFailure } from "../../../worker/mail/outbox/rules-outbox-outcome";
import {
  choosePause,
  type OutboxFacts,
  planOutbox,
  type QueuedMail,
} from "../../../worker/mail/outbox/rules-outbox-plan";
import type { SendFailure } from "../../../worker/platform/send-request";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A Tuesday, ten in the morning in Paris. */
const NOW = Date.parse("2031-06-17T08:00:00Z");

const makeMail = (companyId: string, values: Partial<QueuedMail> = {}): QueuedMail => ({
  companyId,
  country: "FR",
  heldUntil: NOW,
  sendAt: null,
  freeAt: 0,
  pauseMs: 2 * MINUTE_MS,
  ...values,
});
const makeFacts = (values: Partial<OutboxFacts> = {}): OutboxFacts => ({
  now: NOW,
  isStopped: false,
  isConnected: true,
  nextTurnAt: 0,
  retry: null,
  sentToday: 0,
  sendingDays: 9,
  dailyLimit: 50,
  ...values,
});
const plan = (mails: QueuedMail[], facts: Partial<OutboxFacts> = {}, findOpening = createOpeningFinder()) =>
  [...planOutbox(mails, makeFacts(facts), findOpening).values()].map(({ companyId, leavesAt, waitsFor }) => [
    companyId,
    leavesAt === null ? null : new Date(leavesAt).toISOString().slice(5, 16),
    waitsFor,
  ]);

describe("the plan of an outbox", () => {
  it("sends the first mail at once, and the others after the pause of the one before", () => {
    const mails = [makeMail("a"), makeMail("b", { pauseMs: 5 * MINUTE_MS }), makeMail("c")];
    expect(plan(mails)).toEqual([
      ["a", "06-17T08:00", "turn"],
      ["b", "06-17T08:02", "turn"],
      ["c", "06-17T08:07", "turn"],
    ]);
  });

  it("holds a mail for undo, also behind others", () => {
    expect(plan([makeMail("a", { heldUntil: NOW + 10_000 })])).toEqual([["a", "06-17T08:00", "undo"]]);
    expect(plan([makeMail("a"), makeMail("b", { heldUntil: NOW + 10_000 })])[1]).toEqual(["b", "06-17T08:02", "undo"]);
  });

  it("lets mails to open offices overtake", () => {
    const facts = { now: Date.parse("2031-07-14T08:00:00Z") };
    const mails = [makeMail("french"), makeMail("german", { country: "DE" })];
    expect(plan(mails, facts)).toEqual([
      ["german", "07-14T08:00", "turn"],
      ["french", "07-15T07:00", "holiday"],
    ]);
  });

  it("goes on the next morning when the day ends", () => {
    const facts = { now: Date.parse("2031-06-17T15:59:00Z") };
    expect(plan([makeMail("a"), makeMail("b")], facts)).toEqual([
      ["a", "06-17T15:59", "turn"],
      ["b", "06-18T07:00", "office_hours"],
    ]);
  });

  it("begins some time after an opening with what waited for it, not with what was approved since", () => {
    const findOpening = createOpeningFinder(() => HOUR_MS);
    const opensAt = Date.parse("2031-06-18T07:00:00Z");
    const mails = [
      makeMail("a"),
      makeMail("b"),
      makeMail("chosen", { sendAt: opensAt }),
      makeMail("freed", { freeAt: opensAt - HOUR_MS }),
      makeMail("fresh", { heldUntil: opensAt + 20 * MINUTE_MS }),
    ];
    for (const minutes of [-600, 0, 30]) {
      const rest = minutes > 0 ? mails.filter(({ companyId }) => !/chosen|fresh/u.test(companyId)) : mails;
      expect(plan(rest, { now: opensAt + minutes * MINUTE_MS }, findOpening).map(([id, at]) => [id, at])).toEqual(
        [
          ["chosen", "06-18T07:00"],
          ["fresh", "06-18T07:20"],
          ["a", "06-18T08:00"],
          ["b", "06-18T08:02"],
          ["freed", "06-18T08:04"],
        ].filter(([id]) => rest.some(({ companyId }) => companyId === id)),
      );
    }
  });

  it("keeps a chosen time, whatever the day, unless it was missed by hours", () => {
    const sunday = Date.parse("2031-06-22T20:00:00Z");
    expect(plan([makeMail("a", { sendAt: sunday })])).toEqual([["a", "06-22T20:00", "chosen_time"]]);
    expect(plan([makeMail("a", { sendAt: sunday })], { now: sunday + HOUR_MS })[0]?.[1]).toBe("06-22T21:00");
    expect(plan([makeMail("a", { sendAt: sunday })], { now: sunday + 3 * HOUR_MS })).toEqual([
      ["a", "06-23T07:00", "office_hours"],
    ]);
  });

  it("says of all mails with one chosen time that they wait for it, until it comes", () => {
    const sendAt = Date.parse("2031-06-18T07:00:00Z");
    const mails = [makeMail("a", { sendAt, pauseMs: MINUTE_MS }), makeMail("b", { sendAt })];
    expect(plan(mails)).toEqual([
      ["a", "06-18T07:00", "chosen_time"],
      ["b", "06-18T07:01", "chosen_time"],
    ]);
    expect(plan(mails, { now: sendAt }).map(([, , reason]) => reason)).toEqual(["turn", "turn"]);
  });

  it("moves what is above the limit of a day to the next", () => {
    expect(plan([makeMail("a"), makeMail("b")], { sentToday: 49 })).toEqual([
      ["a", "06-17T08:00", "turn"],
      ["b", "06-18T07:00", "daily_limit"],
    ]);
  });

  it("begins with 10, 20 and 40 mails a day for a new mailbox", () => {
    expect([0, 1, 2, 3].map((days) => findDailyMailLimit(days, 50).limit)).toEqual([10, 20, 40, 50]);
    expect(findDailyMailLimit(1, 15)).toEqual({ limit: 15, reason: "daily_limit" });
    const mails = Array.from({ length: 35 }, (_, n) => makeMail(String(n), { pauseMs: MINUTE_MS }));
    const days = plan(mails, { sendingDays: 0 }).map(([, time, reason]) => `${String(time).slice(0, 5)} ${reason}`);
    const counts = Map.groupBy(days, (day) => day);
    expect([...counts].map(([day, { length }]) => [day, length])).toEqual([
      ["06-17 turn", 10],
      ["06-18 ramp", 20],
      ["06-19 ramp", 5],
    ]);
  });

  it.each<[string, Partial<OutboxFacts>, string]>([
    ["stopped", { isStopped: true }, "stopped"],
    ["without a mailbox", { isConnected: false }, "gmail_disconnected"],
    ["with a limit of none", { dailyLimit: 0 }, "daily_limit"],
  ])("tells no time while it is %s", (_, facts, reason) => {
    expect(plan([makeMail("a")], facts)).toEqual([["a", null, reason]]);
  });

  it("waits until Gmail may be asked again", () => {
    const retry = { at: NOW + 10 * MINUTE_MS, reason: "gmail_rate_limited" as const };
    expect(plan([makeMail("a"), makeMail("b")], { retry })).toEqual([
      ["a", "06-17T08:10", "gmail_rate_limited"],
      ["b", "06-17T08:12", "gmail_rate_limited"],
    ]);
    expect(plan([makeMail("late", { sendAt: NOW + HOUR_MS })], { retry })).toMatchObject([
      ["late", "06-17T09:00", "chosen_time"],
    ]);
  });

  it("plans every mail once, with pauses, in office hours and under the limits, whatever waits", () => {
    const anyMail = fc.record({
      country: fc.constantFrom("FR" as const, "GB" as const, "DE" as const, "PT" as const),
      heldUntil: fc.integer({ min: NOW - HOUR_MS, max: NOW + 10_000 }),
      sendAt: fc.option(fc.integer({ min: NOW - HOUR_MS, max: NOW + 200 * HOUR_MS })),
      freeAt: fc.constantFrom(0, 0, NOW + HOUR_MS, NOW + 100 * HOUR_MS),
      pauseMs: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }).map(choosePause),
    });
    const anyFacts = fc.record({
      sentToday: fc.nat(12),
      sendingDays: fc.nat(4),
      dailyLimit: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(fc.array(anyMail, { minLength: 1, maxLength: 40 }), anyFacts, (values, some) => {
        const mails = values.map((value, n) => ({ ...value, companyId: String(n) }));
        const findOpening = createOpeningFinder((date) => computeOpeningDelay("outbox", date));
        const planned = [...planOutbox(mails, makeFacts(some), findOpening).values()];
        expect(planned.map(({ companyId }) => companyId).sort()).toEqual(
          mails.map(({ companyId }) => companyId).sort(),
        );
        let last = 0;
        const days = new Map<string, number>([["2031-06-17", some.sentToday]]);
        for (const { companyId, leavesAt } of planned) {
          const mail = mails[Number(companyId)];
          if (leavesAt === null || !mail) throw new Error("a mail without a time");
          expect(mail.pauseMs).toBeGreaterThanOrEqual(MINUTE_MS);
          expect(mail.pauseMs).toBeLessThanOrEqual(5 * MINUTE_MS);
          expect(leavesAt).toBeGreaterThanOrEqual(
            Math.max(last + (last === 0 ? 0 : MINUTE_MS), mail.heldUntil, mail.sendAt ?? 0),
          );
          const isOpen = createOpeningFinder()(mail.country, leavesAt).closure === null;
          expect(isOpen || (mail.sendAt !== null && leavesAt <= mail.sendAt + 2 * HOUR_MS)).toBe(true);
          last = leavesAt;
          const day = new Date(leavesAt).toISOString().slice(0, 10);
          days.set(day, (days.get(day) ?? 0) + 1);
        }
        for (const [day, count] of days) if (day > "2031-06-17") expect(count).toBeLessThanOrEqual(some.dailyLimit);
      }),
      { numRuns: 60 },
    );
  });
});

describe("after a failed attempt, a mail", () => {
  it.each<[string, SendFailure, object]>([
    ["waits for a mailbox", { reason: "gmail_disconnected" }, { status: "queued", waitsFor: "gmail_disconnected" }],
    [
      "waits as long as Gmail asks",
      { reason: "gmail_rate_limited", retryAfterSeconds: 900 },
      { retryAfterMs: 900_000 },
    ],
    ["waits while storage fails", { reason: "provider_error", code: "unavailable" }, { status: "queued" }],
    ["is withdrawn without its CV", { reason: "provider_error", code: "cv_required" }, { reason: "sender_changed" }],
    ["has failed when Gmail refuses it", { reason: "provider_error" }, { status: "failed", stop: null }],
    [
      "waits after a refusal that every other mail would meet",
      { reason: "provider_error", stops: true },
      { status: "queued", waitsFor: "gmail_rate_limited", retryAfterMs: HOUR_MS },
    ],
    ["stops all for an account without Gmail", { reason: "mailbox_cannot_send" }, { stop: "mailbox_cannot_send" }],
    ["is withdrawn after an objection", { reason: "do_not_contact" }, { status: "withdrawn" }],
    ["is withdrawn when it was archived", { reason: "not_found" }, { status: "withdrawn", reason: "archived" }],
    ["waits once for another mail", { reason: "in_flight" }, { status: "queued", waitsFor: "in_flight" }],
  ])("%s", (_, failure, expected) => {
    expect(decideAfterFailure(failure, null)).toMatchObject(expected);
  });

  it("waits for another mail no second time", () => {
    expect(decideAfterFailure({ reason: "in_flight" }, "in_flight")).toEqual({
      status: "withdrawn",
      reason: "in_flight",
    });
  });
});
