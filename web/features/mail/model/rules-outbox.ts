import { INTERVALS_MS, LIMITS } from "../../../../worker/contract/limits";
import type { Confirmation, FollowUpStep } from "../../../../worker/contract/mail";
import type { Outbox, OutboxMail } from "../../../../worker/contract/outbox";

/** A mail as it was previewed, and what was confirmed of it. */
export interface ApprovedMail {
  id: string;
  /** Of a follow-up. */
  step?: FollowUpStep;
  message_version: number;
  fingerprint: string;
  confirm: Confirmation[];
}

/** Whether a mail has not left yet. */
export const isOpen = ({ status }: Pick<OutboxMail, "status">): boolean =>
  status === "held" || status === "waiting" || status === "sending";

/** Whether Gmail may have accepted it. */
export const isUnsure = ({ status }: Pick<OutboxMail, "status">): boolean => status === "unknown";

/** The company, or the address where it has no name. */
export const formatMailName = ({ company_name: name, recipient }: OutboxMail): string =>
  name.trim() === "" ? recipient : name;

/** Being sent first, then by the time at which each leaves; those without one last, in the user's order. */
export function sortByDeparture(mails: readonly OutboxMail[]): OutboxMail[] {
  const getRank = ({ status, leaves_at: time }: OutboxMail) =>
    status === "sending" ? 0 : time === null ? Number.MAX_SAFE_INTEGER : Date.parse(time);
  return mails.filter(isOpen).toSorted((a, b) => getRank(a) - getRank(b));
}

/** The open applications, or the open follow-ups, by company. */
export const indexOpenMails = (
  outbox: Outbox | undefined,
  kind: "applications" | "follow-ups",
): ReadonlyMap<string, OutboxMail> =>
  new Map(
    outbox?.mails
      .filter((mail) => isOpen(mail) && mail.step > 0 === (kind === "follow-ups"))
      .map((mail) => [mail.company_id, mail]),
  );

/** Mails of one local day, in their order. */
export interface OutboxDay {
  /** A time of that day; null for mails whose time is not known. */
  day: string | null;
  mails: OutboxMail[];
}

export function groupByDay(mails: readonly OutboxMail[]): OutboxDay[] {
  const getTime = ({ status, changed_at: began, leaves_at: time }: OutboxMail) => (status === "sending" ? began : time);
  const toDay = (mail: OutboxMail) => {
    const time = getTime(mail);
    return time === null ? null : new Date(time).toDateString();
  };
  return [...Map.groupBy(mails, toDay).values()].map((group) => ({
    day: group[0] ? getTime(group[0]) : null,
    mails: group,
  }));
}

/** How long until the outbox is asked again; false while nothing waits in it. */
export function getPollMs({ mails }: Outbox, now: number): number | false {
  const open = mails.filter(isOpen);
  if (open.length === 0) return false;
  const times = open.map(({ status, leaves_at: leavesAt, undo_until: undoUntil }) =>
    status === "sending" ? now : status === "held" ? Date.parse(undoUntil) : Date.parse(leavesAt ?? "9999-01-01"),
  );
  return Math.min(Math.max(Math.min(...times) - now, INTERVALS_MS.sidebarPoll), INTERVALS_MS.sidebarIdle);
}

/** Companies of which the screens must read again: their mail has begun to leave, has ended, or lost its mailbox. */
export function listNewsIds(before: Outbox, now: Outbox): string[] {
  const after = new Map(now.mails.map((mail) => [mail.company_id, mail]));
  return before.mails.filter(isOpen).flatMap((mail) => {
    const present = after.get(mail.company_id);
    // Taken out: nothing has happened to the company.
    if (!present) return [];
    const hasMoved = present.status !== mail.status && !["held", "waiting"].includes(present.status);
    const lostMailbox = present.waits_for === "gmail_disconnected" && mail.waits_for !== "gmail_disconnected";
    return hasMoved || lostMailbox ? [mail.company_id] : [];
  });
}

/** The shown order with one mail moved up (-1) or down (1). */
export function moveMail(ids: readonly string[], id: string, step: -1 | 1): string[] {
  const at = ids.indexOf(id);
  const to = at + step;
  const moved = ids[to];
  if (at === -1 || moved === undefined) return [...ids];
  return ids.map((each, index) => (index === to ? id : index === at ? moved : each));
}

/** What a finished mail needs from its user; null for nothing. */
export type OutboxRemedy = "read_again" | "look_in_gmail" | "sent_log";

export function findRemedy({ status, ended_by: reason }: OutboxMail): OutboxRemedy | null {
  if (status === "unknown") return "look_in_gmail";
  if (status === "failed") return reason === "recipient_reserved" ? null : "sent_log";
  if (status !== "withdrawn") return null;
  switch (reason) {
    case "applied":
    case "archived":
    case "not_found":
    case "already_sent":
    case "answer_known":
    case "followed_up":
    case "not_applied":
    case "do_not_contact":
    case "recipient_reserved":
      return null;
    case "outcome_unknown":
      return "look_in_gmail";
    default:
      return "read_again";
  }
}

/** How many mails may still leave today, those that wait counted. */
export function countLeftToday(
  outbox: Outbox | undefined,
  settings: { sent_today: number; daily_limit: number; resets_at: string },
): { sent: number; limit: number; left: number; resetsAt: string } {
  const today = outbox?.today ?? {
    sent: settings.sent_today,
    limit: settings.daily_limit,
    resets_at: settings.resets_at,
  };
  // One that is leaving counts as sent already.
  const waiting =
    outbox?.mails.filter((mail) => isOpen(mail) && mail.status !== "sending" && isBefore(mail, today.resets_at))
      .length ?? 0;
  // An outbox without mails does not know of test mails.
  const sent = Math.max(today.sent, outbox?.mails.length === 0 ? settings.sent_today : 0);
  return {
    sent,
    limit: today.limit,
    left: Math.max(0, today.limit - sent - waiting),
    resetsAt: today.resets_at,
  };
}

const isBefore = ({ leaves_at: time }: OutboxMail, end: string): boolean =>
  time === null || Date.parse(time) < Date.parse(end);

/** The value of a `datetime-local` field for an instant, in the user's time zone. */
export function toLocalInput(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The next working morning of the user, as offered for a chosen time. */
export function suggestTime(now: Date): Date {
  const time = new Date(now);
  time.setHours(9, 0, 0, 0);
  do time.setDate(time.getDate() + 1);
  while (time.getDay() % 6 === 0);
  return time;
}

/** @returns the chosen instant, or why it cannot be chosen; the minute that is under way means at once */
export function parseChosenTime(value: string, now: Date): { at: string } | { problem: "missing" | "past" | "far" } {
  const time = Date.parse(value);
  if (Number.isNaN(time)) return { problem: "missing" };
  if (time < now.getTime() - 60_000) return { problem: "past" };
  if (time - now.getTime() > LIMITS.outboxDaysAhead * 86_400_000) return { problem: "far" };
  return { at: new Date(time).toISOString() };
}
