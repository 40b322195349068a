import { toCompany } from "../companies/company-dto";
import type { Deps } from "../compose";
import type { Company } from "../contract/companies";
import type { Outbox } from "../contract/outbox";
import { logError, withRequestId } from "../lib/log";
import { invalidateActivity } from "../platform/activity-signals";
import type {
  OutboxChange,
  OutboxChangeResult,
  OutboxSummary,
  QueueRequest,
  QueueResult,
} from "../platform/outbox-request";
import type {
  BounceRequest,
  SendRequest,
  SendResult,
  TakenBackBounce,
  TestSendRequest,
  TestSendResult,
} from "../platform/send-request";
import { recordBounce, takeBounceBack } from "./bounces/record-bounce";
import { revokeTokens } from "./gmail-link/access-token";
import { deleteMailbox, findMailbox } from "./gmail-link/store-mailboxes";
import { type AlarmStorage, MailboxAlarm } from "./mailbox-alarm";
import { changeOutbox, readOutbox, withdrawMails } from "./outbox/change-outbox";
import { type OutboxPorts, wakeSoon } from "./outbox/outbox-plan";
import { type CompanyEnd, type OutboxRow, OutboxRows } from "./outbox/outbox-rows";
import { queueMails, refuseAll } from "./outbox/queue-mails";
import { sendNextMail } from "./outbox/send-next-mail";
import { withdrawEndedApprovals } from "./outbox/withdraw-ended-approvals";
import { markInterruptedSends } from "./send/interrupted-sends";
import { MailLedger } from "./send/mail-ledger";
import { sendBatch } from "./send/send-batch";
import { sendTestEmail } from "./send/send-test-email";
import { hasUnfinishedSend } from "./send/store-mail-claims";

/** When a send under way is looked after, should it be interrupted. Milliseconds. */
const GUARD_MS = 25_000;

const SUMMARY_KEY = "outboxSummary";

/** Storage of the mailbox's Durable Object. */
export interface MailboxStorage extends AlarmStorage {
  sql: SqlStorage;
  deleteAll(): Promise<void>;
}

type ShardPorts = Pick<Deps, "db" | "sharedDb" | "googleAuth" | "mailer" | "files" | "metrics" | "now" | "config">;

export interface MailboxPorts {
  storage: MailboxStorage;
  /** Of the object. */
  id: string;
  /** The user, where the object was called by name. */
  name: string | undefined;
  deps(): Pick<Deps, "activities" | "now">;
  /** Its parts throw where a setting is missing, so each is read when it is used. */
  openShard(userId: string): Promise<ShardPorts>;
  wait(milliseconds: number): Promise<void>;
  /** From 0 up to 1. */
  chance(): number;
}

/**
 * The mailbox of one user: it sends one mail after the other and continues when the browser disconnects, and it owns
 * the outbox. The order only spares Gmail. The unique index in D1 prevents a second mail, and the ledger does when D1
 * was restored to an earlier time.
 */
export class Mailbox {
  readonly #ports: MailboxPorts;
  readonly #alarm: MailboxAlarm;
  #previousSend: Promise<unknown> = Promise.resolve();
  #pendingSends = 0;
  #erased = false;
  /** For each press under way, the companies whose mails were withdrawn since it began. */
  readonly #withdrawnMeanwhile = new Set<Set<string>>();

  constructor(ports: MailboxPorts) {
    this.#ports = ports;
    this.#alarm = new MailboxAlarm(ports.storage);
  }

  /** Sends to companies, after all earlier requests; not to those in the outbox, whose mails are approved to wait. */
  async send(request: SendRequest): Promise<SendResult[]> {
    const received = { ...request, askedAt: this.#ports.deps().now().toISOString() };
    const stopped: SendResult[] = request.companyIds.map((id) => ({ id, no: { reason: "batch_stopped" } }));
    return this.#runExclusively(request.userId, stopped, (ports) =>
      withRequestId(request.requestId, async () => {
        const queued = await listQueued(received, ports);
        const sent = await sendBatch(
          { ...received, companyIds: received.companyIds.filter((id) => !queued.has(id)) },
          ports,
        );
        const results = new Map(sent.map((result) => [result.id, result]));
        return received.companyIds.map((id): SendResult => results.get(id) ?? { id, no: { reason: "in_flight" } });
      }),
    );
  }

  /** Sends a mail to the user's own address, after all earlier requests. */
  async sendTest(request: TestSendRequest): Promise<TestSendResult> {
    return this.#runExclusively<TestSendResult>(request.userId, { no: { reason: "batch_stopped" } }, (ports) =>
      withRequestId(request.requestId, () => sendTestEmail(request, ports)),
    );
  }

  /** Deletes the mailbox at once; the next claim of a running batch is then refused, and the outbox waits. */
  async disconnect(userId: string): Promise<void> {
    const deps = await this.#ports.openShard(userId);
    await revokeTokens(await deleteMailbox(deps.db, userId), deps);
    await this.#planOutbox(userId);
  }

  async reconnect(userId: string): Promise<void> {
    const ports = await this.#openPorts(userId);
    // Also what Gmail has asked for: that may have been another mailbox.
    ports.rows.changeState({ retry_at: "", retry_reason: null });
    wakeSoon(ports);
    await readOutbox(userId, ports);
  }

  async queueMails(request: QueueRequest): Promise<QueueResult> {
    const ports = await this.#openPorts(request.userId);
    if (this.#erased) return refuseAll(request, ports);
    this.#ports.storage.kv.put("userId", request.userId);
    ports.ledger.createTables();
    const withdrawn = new Set<string>();
    this.#withdrawnMeanwhile.add(withdrawn);
    try {
      return await withRequestId(request.requestId, () => queueMails(request, ports, withdrawn));
    } finally {
      this.#withdrawnMeanwhile.delete(withdrawn);
    }
  }

  async readOutbox(userId: string): Promise<Outbox> {
    return readOutbox(userId, await this.#openPorts(userId));
  }

  async summarizeOutbox(): Promise<OutboxSummary> {
    return this.#ports.storage.kv.get<NonNullable<OutboxSummary>>(SUMMARY_KEY) ?? null;
  }

  async changeOutbox(userId: string, change: OutboxChange): Promise<OutboxChangeResult> {
    return changeOutbox(userId, change, await this.#openPorts(userId));
  }

  async withdrawMails(userId: string, companyIds: string[], reason: CompanyEnd): Promise<void> {
    for (const withdrawn of this.#withdrawnMeanwhile) for (const id of companyIds) withdrawn.add(id);
    if (withdrawMails(companyIds, reason, this.#openOutbox())) await this.#planOutbox(userId);
  }

  /** After all earlier sends: none may find the company free that it has found locked. */
  async recordBounce(bounce: BounceRequest): Promise<Company | null> {
    return this.#runExclusively(bounce.userId, null, async (ports) => {
      const row = await recordBounce(bounce, ports);
      return row ? toCompany(row, ports.now()) : null;
    });
  }

  async takeBounceBack(bounce: TakenBackBounce): Promise<Company | null> {
    return this.#runExclusively(bounce.userId, null, async (ports) => {
      const row = await takeBounceBack(bounce, ports);
      return row ? toCompany(row, ports.now()) : null;
    });
  }

  async exportOutbox(): Promise<OutboxRow[]> {
    const { rows, now } = this.#openOutbox();
    rows.prune(now().getTime());
    return rows.listAll();
  }

  /**
   * For account deletion: stops sending, revokes Google's grant, deletes all storage including the ledger.
   * @param insist delete the mailbox even when Google could not be reached
   * @returns false when the grant could not be revoked and may be later
   */
  async erase(insist = false): Promise<boolean> {
    this.#erased = true;
    await this.#previousSend;
    const userId = this.#readUserId();
    const isRevoked = userId === undefined || (await this.#revokeAndDeleteMailbox(userId, insist));
    await this.#ports.storage.deleteAlarm();
    await this.#ports.storage.deleteAll();
    return isRevoked;
  }

  async alarm(): Promise<void> {
    const userId = this.#readUserId();
    if (userId === undefined || this.#erased) return;
    let isUnfinished = true;
    try {
      // A failure is repeated at the guard's interval, not at once because a mail is overdue.
      await this.#alarm.setGuard(this.#ports.deps().now().getTime() + GUARD_MS);
      await this.#alarm.setOutbox(null);
      isUnfinished = await this.#runExclusively(userId, true, async (ports) => {
        await markInterruptedSends(ports, userId);
        await sendNextMail(userId, ports);
        return hasUnfinishedSend(ports.db, userId);
      });
    } catch (error) {
      logError("mail_alarm_failed", error);
    } finally {
      const isIdle = !isUnfinished && this.#pendingSends === 0;
      if (!this.#erased) await this.#alarm.setGuard(isIdle ? null : this.#ports.deps().now().getTime() + GUARD_MS);
    }
  }

  /** Sets the wake-up after a change that is done. Should this fail, an alarm that is too early does it. */
  async #planOutbox(userId: string): Promise<void> {
    await this.readOutbox(userId).catch((error: unknown) => logError("outbox_not_planned", error));
  }

  /** Revokes first: after a crash in between, a deleted row would leave a grant that nobody can revoke. */
  async #revokeAndDeleteMailbox(userId: string, insist: boolean): Promise<boolean> {
    const deps = await this.#ports.openShard(userId);
    const isRevoked = await revokeTokens(await findMailbox(deps.db, userId), deps);
    if (!isRevoked && !insist) return false;
    await deleteMailbox(deps.db, userId);
    return true;
  }

  /** @param stopped the result when the account is being erased */
  async #runExclusively<T>(userId: string, stopped: T, work: (ports: OutboxPorts) => Promise<T>): Promise<T> {
    this.#pendingSends += 1;
    const result = this.#previousSend
      .then(() => (this.#erased ? stopped : this.#runUnderAlarm(userId, work)))
      .finally(() => {
        this.#pendingSends -= 1;
      });
    // The next send starts even if this one fails; the error goes to this caller only.
    this.#previousSend = result.catch(() => undefined);
    return result;
  }

  /** Sets an alarm first: after a crash it marks the interrupted sends. */
  async #runUnderAlarm<T>(userId: string, work: (ports: OutboxPorts) => Promise<T>): Promise<T> {
    this.#ports.storage.kv.put("userId", userId);
    await this.#alarm.setGuard(this.#ports.deps().now().getTime() + GUARD_MS);
    const ports = await this.#openPorts(userId);
    ports.ledger.createTables();
    return work(ports);
  }

  /** What needs no database. */
  #openOutbox() {
    return { rows: new OutboxRows(this.#ports.storage.sql), now: () => this.#ports.deps().now() };
  }

  async #openPorts(userId: string): Promise<OutboxPorts> {
    const deps = await this.#ports.openShard(userId);
    const { db, sharedDb, files, metrics, now, config } = deps;
    const { sql } = this.#ports.storage;
    return {
      outboxId: this.#ports.id,
      db,
      sharedDb,
      // Both throw where Gmail is not configured: an outbox can be read there.
      get googleAuth() {
        return deps.googleAuth;
      },
      get mailer() {
        return deps.mailer;
      },
      files,
      metrics,
      now,
      config,
      ledger: new MailLedger(sql),
      rows: new OutboxRows(sql),
      wait: (ms) => this.#ports.wait(ms),
      isErased: () => this.#erased,
      wakeAt: (time) => {
        if (!this.#erased) void this.#alarm.setOutbox(time);
      },
      announce: (summary) => this.#announce(summary),
      chance: () => this.#ports.chance(),
    };
  }

  /** Keeps what the sidebar says of the outbox, and tells the user's object when it has changed. */
  #announce(summary: OutboxSummary): void {
    const { kv } = this.#ports.storage;
    const userId = this.#readUserId();
    const isKnown = JSON.stringify(summary) === JSON.stringify(kv.get(SUMMARY_KEY) ?? null);
    if (isKnown || this.#erased || userId === undefined) return;
    if (summary) kv.put(SUMMARY_KEY, summary);
    else kv.delete(SUMMARY_KEY);
    void invalidateActivity(this.#ports.deps(), userId);
  }

  /** Storage has the user only after a first send; an object called by name has it in its id. */
  #readUserId(): string | undefined {
    return this.#ports.name ?? this.#ports.storage.kv.get<string>("userId");
  }
}

/** The companies of a request whose mails wait in the outbox, once approvals that have ended are withdrawn. */
async function listQueued({ userId, companyIds }: SendRequest, ports: OutboxPorts): Promise<Set<string>> {
  const listOpen = () => new Set(ports.rows.listOpen().map(({ company_id }) => company_id));
  const queued = listOpen();
  if (!companyIds.some((id) => queued.has(id))) return new Set();
  await withdrawEndedApprovals(userId, ports);
  return listOpen();
}
