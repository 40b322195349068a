import type { Outbox, OutboxMail } from "../../contract/outbox";
import type { OutboxSummary } from "../../platform/outbox-request";
import { toSendingDay } from "../../quotas/rules-daily-limit";
import type { MailLedger } from "../send/mail-ledger";
import type { SendPorts } from "../send/send-email";
import { computeOpeningDelay, createOpeningFinder, type FindOpening, findNoClosure } from "./office-hours";
import type { OutboxRow, OutboxRows } from "./outbox-rows";
import { findDailyMailLimit } from "./rules-mailbox-ramp";
import {
  getUndoMs,
  hasOfficeHours,
  type OutboxFacts,
  type OutboxPace,
  type PlannedMail,
  planOutbox,
} from "./rules-outbox-plan";
import type { SenderOfDay } from "./store-outbox";

export interface OutboxPorts extends SendPorts {
  /** Of this user's outbox, the same for good. */
  outboxId: string;
  rows: OutboxRows;
  ledger: MailLedger;
  /** The next wake-up, milliseconds; written together with the rows. Null: nothing can leave. */
  wakeAt(time: number | null): void;
  /** What the sidebar says of it from now on. */
  announce(summary: OutboxSummary): void;
  /** From 0 up to 1. */
  chance(): number;
}

/** How soon an attempt without an outcome is looked after again. Milliseconds. */
const OUTCOME_CHECK_MS = 25_000;
/** How soon an outbox is planned whose planning failed. Milliseconds. */
const SOON_MS = 10_000;
/** How often an outbox looks whether it has a mailbox again, or all sending is no longer paused. Milliseconds. */
const BLOCKED_CHECK_MS = 3_600_000;

const toMs = (time: string): number => (time === "" ? 0 : Date.parse(time));
const toTime = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** What decides about all mails now. */
export function toOutboxFacts({ sender, began }: SenderOfDay, ports: OutboxPorts): OutboxFacts {
  const { rows, ledger, now, config } = ports;
  const at = now();
  const { stopped, next_turn_at, retry_at, retry_reason } = rows.readState();
  const mailbox = sender?.mailbox ?? null;
  const today = toSendingDay(at).began;
  return {
    now: at.getTime(),
    isStopped: stopped !== null,
    isConnected: mailbox !== null && mailbox.tokens !== null,
    nextTurnAt: toMs(next_turn_at),
    retry: retry_reason && { at: toMs(retry_at), reason: retry_reason },
    sentToday: began === today ? (sender?.sentToday ?? 0) : 0,
    sendingDays: mailbox ? ledger.countSendingDays(mailbox.email, today) : 0,
    dailyLimit: config.dailyLimit,
  };
}

/** When each queued mail may leave. */
export function planQueue(
  facts: OutboxFacts,
  { rows, config, outboxId }: Pick<OutboxPorts, "rows" | "config" | "outboxId">,
): Map<string, PlannedMail> {
  const queued = rows.listOpen().filter(({ status }) => status === "queued");
  const mails = queued.map((row) => ({
    companyId: row.company_id,
    country: row.country,
    heldUntil: toMs(row.held_until),
    sendAt: row.send_at === null ? null : toMs(row.send_at),
    freeAt: toMs(row.free_at ?? ""),
    pauseMs: row.pause_ms,
  }));
  return planOutbox(mails, facts, chooseFinder(config.outboxPace, outboxId));
}

const chooseFinder = (pace: OutboxPace, outboxId: string): FindOpening =>
  hasOfficeHours(pace) ? createOpeningFinder((date) => computeOpeningDelay(outboxId, date)) : findNoClosure;

/** Before a change is planned, which takes reads: should the process die there, the outbox is planned all the same. */
export function wakeSoon({ rows, now, wakeAt }: OutboxPorts): void {
  if (rows.listOpen().length > 0) wakeAt(now().getTime() + SOON_MS);
}

/** Sets the wake-up for the next mail, and describes the outbox. */
export function settleOutbox(facts: OutboxFacts, ports: OutboxPorts): Outbox {
  ports.rows.prune(facts.now);
  const plan = planQueue(facts, ports);
  const rows = ports.rows.listAll();
  // Until the outcome of a mail is known, no other one leaves.
  const times = rows.some(({ status }) => status === "sending")
    ? [facts.now + OUTCOME_CHECK_MS]
    : [...plan.values()].flatMap(({ leavesAt }) => leavesAt ?? []);
  // Not only for what nobody tells: the word of a new mailbox may be lost, or older than this plan.
  if (times.length === 0 && plan.size > 0 && !facts.isStopped) times.push(facts.now + BLOCKED_CHECK_MS);
  ports.wakeAt(times.length > 0 ? Math.min(...times) : null);
  ports.announce(summarize(rows, plan, facts));
  const findOpening = chooseFinder(ports.config.outboxPace, ports.outboxId);
  const isOpen = (row: OutboxRow): boolean => row.status === "queued" || row.status === "sending";
  const finished = rows.filter((row) => !isOpen(row)).sort((a, b) => (a.changed_at < b.changed_at ? 1 : -1));
  return {
    mails: [...rows.filter(isOpen), ...finished].map((row) =>
      toOutboxMail(row, plan.get(row.company_id), facts.now, findOpening),
    ),
    stopped: ports.rows.readState().stopped,
    ...describePace(ports.config.outboxPace),
    today: describeDay(facts),
  };
}

const describePace = (pace: OutboxPace) => ({
  undo_seconds: getUndoMs(pace) / 1000,
  office_hours: hasOfficeHours(pace),
});

const describeDay = ({
  sendingDays,
  dailyLimit,
  sentToday,
  now,
}: Pick<OutboxFacts, "sendingDays" | "dailyLimit" | "sentToday" | "now">): NonNullable<Outbox["today"]> => ({
  sent: sentToday,
  limit: findDailyMailLimit(sendingDays, dailyLimit).limit,
  resets_at: toSendingDay(new Date(now)).ends,
});

function summarize(rows: readonly OutboxRow[], plan: Map<string, PlannedMail>, facts: OutboxFacts): OutboxSummary {
  const isSending = rows.some(({ status }) => status === "sending");
  const times = [...plan.values()].flatMap(({ leavesAt }) => leavesAt ?? []);
  if (plan.size === 0 && !isSending) return null;
  return {
    waiting: plan.size + Number(isSending),
    leaves_at: times.length > 0 ? toTime(Math.min(...times)) : null,
    stopped: facts.isStopped,
  };
}

/** An outbox without mails: the database is not asked, the ledger knows the mailbox that sent last. */
export function describeEmptyOutbox({ rows, ledger, now, config }: OutboxPorts): Outbox {
  const at = now();
  const day = ledger.summarizeDay(toSendingDay(at).began);
  return {
    mails: [],
    stopped: rows.readState().stopped,
    ...describePace(config.outboxPace),
    today: describeDay({ ...day, dailyLimit: config.dailyLimit, now: at.getTime() }),
  };
}

/** Row to wire. */
function toOutboxMail(
  row: OutboxRow,
  planned: PlannedMail | undefined,
  now: number,
  findOpening: FindOpening,
): OutboxMail {
  const isHeld = row.status === "queued" && now < toMs(row.held_until);
  return {
    company_id: row.company_id,
    company_name: row.company_name,
    step: row.step,
    recipient: row.recipient,
    cv_profile_id: row.cv_profile_id,
    subject: row.subject,
    status: row.status === "queued" ? (isHeld ? "held" : "waiting") : row.status,
    waits_for: planned?.waitsFor ?? null,
    ended_by: row.ended_by,
    leaves_at: toTime(planned?.leavesAt ?? null),
    send_at: row.send_at,
    office_closed: row.send_at !== null && findOpening(row.country, toMs(row.send_at)).closure !== null,
    undo_until: row.held_until,
    approved_at: row.approved_at,
    changed_at: row.changed_at,
  };
}
