import { LIMITS } from "../../contract/limits";
import type { WaitReason } from "../../contract/outbox";
import { toSendingDay } from "../../quotas/rules-daily-limit";
import type { FindOpening, OfficeCountry } from "./office-hours";
import { findDailyMailLimit } from "./rules-mailbox-ramp";

// When each mail of the outbox may leave, and why not earlier. Times in milliseconds.

/** How long a mail is held for undo, and the pause after it, chosen by chance between two. */
const PACES = {
  usual: { undoMs: 10_000, minPauseMs: 60_000, maxPauseMs: 5 * 60_000 },
  hurried: { undoMs: 5_000, minPauseMs: 200, maxPauseMs: 1_000 },
};
export type OutboxPace = keyof typeof PACES;

/** A mail that could not leave this long after its chosen time waits for office hours like any other. */
const CHOSEN_TIME_GRACE_MS = 2 * 3_600_000;
const APPROVAL_MS = LIMITS.outboxDaysAhead * 86_400_000;

/** Hurried mails leave at any hour: what is shown should not have to wait for Monday. */
export const hasOfficeHours = (pace: OutboxPace): boolean => pace === "usual";

export const getUndoMs = (pace: OutboxPace): number => PACES[pace].undoMs;

/** @param chance from 0 up to 1 */
export function choosePause(chance: number, pace: OutboxPace = "usual"): number {
  const { minPauseMs, maxPauseMs } = PACES[pace];
  return minPauseMs + Math.floor(chance * (maxPauseMs - minPauseMs + 1));
}

/** The last time that can be chosen for a mail. */
export const toLastTime = (approvedAt: number): number => approvedAt + APPROVAL_MS;

/** Mails approved before it are sent no more: their user has to read them again. */
export const toApprovalCutoff = (now: number): number => now - APPROVAL_MS - CHOSEN_TIME_GRACE_MS;

/** A mail that waits in the outbox. */
export interface QueuedMail {
  companyId: string;
  country: OfficeCountry;
  heldUntil: number;
  /** The time that the user chose. */
  sendAt: number | null;
  /** From when on its company may be written to; 0 for now. */
  freeAt: number;
  /** The pause after it. */
  pauseMs: number;
}

/** What decides about all mails. */
export interface OutboxFacts {
  now: number;
  isStopped: boolean;
  isConnected: boolean;
  /** When the pause after the last mail ends. */
  nextTurnAt: number;
  /** Nothing is tried before, and why. */
  retry: { at: number; reason: WaitReason } | null;
  sentToday: number;
  /** Days before today on which the mailbox has sent mails. */
  sendingDays: number;
  dailyLimit: number;
}

export interface PlannedMail {
  companyId: string;
  /** Null: nothing can be told. */
  leavesAt: number | null;
  waitsFor: WaitReason;
}

/** Counts mails by the day of the daily limit. */
class DayCount {
  #endsAt: number;
  #sent: number;
  #earlierDays: number;
  readonly #dailyLimit: number;

  constructor({ now, sentToday, sendingDays, dailyLimit }: OutboxFacts) {
    this.#endsAt = Date.parse(toSendingDay(new Date(now)).ends);
    this.#sent = sentToday;
    this.#earlierDays = sendingDays;
    this.#dailyLimit = dailyLimit;
  }

  /** Counts a mail on the day of a time. @returns when the next day begins, and why, if that day is full */
  tryCount(time: number): { nextDay: number; reason: WaitReason } | null {
    while (time >= this.#endsAt) {
      if (this.#sent > 0) this.#earlierDays += 1;
      this.#sent = 0;
      this.#endsAt = Date.parse(toSendingDay(new Date(this.#endsAt)).ends);
    }
    const { limit, reason } = findDailyMailLimit(this.#earlierDays, this.#dailyLimit);
    if (this.#sent >= limit) return { nextDay: this.#endsAt, reason };
    this.#sent += 1;
    return null;
  }
}

/**
 * Plans the mails in their order. One whose office is closed is overtaken by those that may leave; between two there is
 * a pause, and a full day moves the rest to the next.
 */
export function planOutbox(
  mails: readonly QueuedMail[],
  facts: OutboxFacts,
  findOpening: FindOpening,
): Map<string, PlannedMail> {
  const { now, isStopped, isConnected, dailyLimit, retry } = facts;
  const planned = new Map<string, PlannedMail>();
  const plan = (mail: QueuedMail, leavesAt: number | null, waitsFor: WaitReason): void =>
    void planned.set(mail.companyId, {
      companyId: mail.companyId,
      leavesAt,
      waitsFor: now < mail.heldUntil ? "undo" : waitsFor,
    });
  const blocked = isStopped ? "stopped" : isConnected ? (dailyLimit > 0 ? null : "daily_limit") : "gmail_disconnected";
  if (blocked) {
    for (const mail of mails) plan(mail, null, blocked);
    return planned;
  }
  const days = new DayCount(facts);
  const isRetrying = retry !== null && retry.at > now;
  const firstTurn = Math.max(now, facts.nextTurnAt);
  let turn = isRetrying ? Math.max(firstTurn, retry.at) : firstTurn;
  let fullDay: { nextDay: number; reason: WaitReason } | null = null;
  const remaining = [...mails];
  while (remaining.length > 0) {
    const departures = remaining.map((mail) => findDeparture(mail, turn, findOpening, now));
    const earliest = Math.min(...departures.map(({ at }) => at));
    const index = departures.findIndex(({ at }) => at === earliest);
    const [mail, departure] = [remaining[index], departures[index]];
    if (!mail || !departure) break;
    const full = days.tryCount(departure.at);
    if (full) {
      fullDay = full;
      turn = full.nextDay;
      continue;
    }
    const couldLeaveBefore = (time: number): boolean => findDeparture(mail, firstTurn, findOpening, now).at < time;
    const isDelayedByLimit = fullDay !== null && couldLeaveBefore(fullDay.nextDay);
    // Gmail refuses the mailbox, not one mail: whichever comes first.
    const isDelayedByRetry =
      isRetrying &&
      departure.reason === "turn" &&
      (departure.at === retry.at || (retry.reason === "gmail_rate_limited" && couldLeaveBefore(retry.at)));
    plan(
      mail,
      departure.at,
      isDelayedByLimit && fullDay ? fullDay.reason : isDelayedByRetry ? retry.reason : departure.reason,
    );
    turn = departure.at + mail.pauseMs;
    remaining.splice(index, 1);
  }
  return planned;
}

/** When a mail may leave whose turn comes at a time, and what it waits for until then. */
function findDeparture(
  { country, heldUntil, sendAt, freeAt }: QueuedMail,
  turn: number,
  findOpening: FindOpening,
  now: number,
): { at: number; reason: WaitReason } {
  const ready = Math.max(turn, heldUntil, sendAt ?? 0);
  const from = Math.max(ready, freeAt);
  const waitingSince = Math.max(heldUntil, sendAt ?? 0, freeAt);
  if (from > ready) return { at: findOpening(country, from, waitingSince).at, reason: "courtesy" };
  if (sendAt !== null && from <= sendAt + CHOSEN_TIME_GRACE_MS)
    // Of several mails with one chosen time, each waits for it, though only the first leaves then.
    return { at: from, reason: sendAt > now ? "chosen_time" : "turn" };
  const { at, closure } = findOpening(country, from, waitingSince);
  return { at, reason: closure ?? "turn" };
}
