import { DurableObject } from "cloudflare:workers";
import { composeDeps } from "../compose";
import { logError, withRequestId, stripErrorData } from "../lib/log";
import type { MailboxRpc } from "../platform/durable-objects";
import type { Env } from "../platform/env";
import type { SendRequest, SendResult, TestSendRequest, TestSendResult } from "../platform/send-request";
import { revokeTokens } from "./gmail-link/access-token";
import { deleteMailbox, findMailbox } from "./gmail-link/store-mailboxes";
import { markInterruptedSends } from "./send/interrupted-sends";
import { MailLedger } from "./send/mail-ledger";
import { sendBatch } from "./send/send-batch";
import type { SendPorts } from "./send/send-email";
import { sendTestEmail } from "./send/send-test-email";
import { hasUnfinishedSend } from "./send/store-mail-claims";

/** Alarm interval while a mail is `sending`. Milliseconds. */
const ALARM_INTERVAL_MS = 25_000;

/** The platform logs errors thrown across RPC verbatim, so their data is removed first. */
function rethrowWithoutData(error: unknown): never {
  throw stripErrorData(error);
}

/**
 * The mailbox of one user: it sends one mail after the other and continues when the browser disconnects.
 * The order only spares Gmail. The unique index in D1 prevents a second mail, and the ledger does when D1 was restored
 * to an earlier time.
 */
export class MailboxObject extends DurableObject<Env> implements MailboxRpc {
  private previousSend: Promise<unknown> = Promise.resolve();
  private pendingSends = 0;
  private erased = false;

  /** Sends to companies, after all earlier requests. */
  async send(request: SendRequest): Promise<SendResult[]> {
    const received = { ...request, askedAt: composeDeps(this.env).now().toISOString() };
    const stopped: SendResult[] = request.companyIds.map((id) => ({ id, no: { reason: "batch_stopped" } }));
    return this.runExclusively(request.userId, stopped, (ports) =>
      withRequestId(request.requestId, () => sendBatch(received, ports)),
    );
  }

  /** Sends a mail to the user's own address, after all earlier requests. */
  async sendTest(request: TestSendRequest): Promise<TestSendResult> {
    return this.runExclusively<TestSendResult>(request.userId, { no: { reason: "batch_stopped" } }, (ports) =>
      withRequestId(request.requestId, () => sendTestEmail(request, ports)),
    );
  }

  /** Deletes the mailbox at once; the next claim of a running batch is then refused. */
  async disconnect(userId: string): Promise<void> {
    const deps = composeDeps(this.env);
    await revokeTokens(await deleteMailbox(deps.db, userId).catch(rethrowWithoutData), deps);
  }

  /**
   * For account deletion: stops sending, revokes Google's grant, deletes all storage including the ledger.
   * @param insist delete the mailbox even when Google could not be reached
   * @returns false when the grant could not be revoked and may be later
   */
  async erase(insist = false): Promise<boolean> {
    this.erased = true;
    await this.previousSend;
    const userId = await this.readUserId();
    const isRevoked =
      userId === undefined || (await this.revokeAndDeleteMailbox(userId, insist).catch(rethrowWithoutData));
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    return isRevoked;
  }

  override async alarm(): Promise<void> {
    let isUnfinished = true;
    try {
      const userId = await this.readUserId();
      const deps = composeDeps(this.env);
      if (userId !== undefined) await markInterruptedSends(deps, userId);
      isUnfinished = userId !== undefined && (await hasUnfinishedSend(deps.db, userId));
    } catch (error) {
      logError("mail_alarm_failed", error);
    } finally {
      if (isUnfinished || this.pendingSends > 0) await this.ctx.storage.setAlarm(Date.now() + ALARM_INTERVAL_MS);
    }
  }

  /** Revokes first: after a crash in between, a deleted row would leave a grant that nobody can revoke. */
  private async revokeAndDeleteMailbox(userId: string, insist: boolean): Promise<boolean> {
    const deps = composeDeps(this.env);
    const isRevoked = await revokeTokens(await findMailbox(deps.db, userId), deps);
    if (!isRevoked && !insist) return false;
    await deleteMailbox(deps.db, userId);
    return true;
  }

  /** @param stopped the result when the account is being erased */
  private async runExclusively<T>(userId: string, stopped: T, work: (ports: SendPorts) => Promise<T>): Promise<T> {
    this.pendingSends += 1;
    const result = this.previousSend
      .then(() => (this.erased ? stopped : this.runUnderAlarm(userId, work)))
      .finally(() => {
        this.pendingSends -= 1;
      });
    // The next send starts even if this one fails; the error goes to this caller only.
    this.previousSend = result.catch(() => undefined);
    return result.catch(rethrowWithoutData);
  }

  /** Sets an alarm first: after a crash it marks the interrupted sends. */
  private async runUnderAlarm<T>(userId: string, work: (ports: SendPorts) => Promise<T>): Promise<T> {
    await this.ctx.storage.put("userId", userId);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + ALARM_INTERVAL_MS);
    const { db, googleAuth, mailer, files, now, config } = composeDeps(this.env);
    const ledger = new MailLedger(this.ctx.storage.sql);
    ledger.createTables();
    return work({
      db,
      googleAuth,
      mailer,
      files,
      now,
      config,
      ledger,
      wait: (ms) => scheduler.wait(ms),
      isErased: () => this.erased,
    });
  }

  /** Storage has the user only after a first send; an object called by name has it in its id. */
  private async readUserId(): Promise<string | undefined> {
    return this.ctx.id.name ?? (await this.ctx.storage.get<string>("userId"));
  }
}
