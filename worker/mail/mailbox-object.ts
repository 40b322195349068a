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
import type { SendPorts } from "./send/post-to-gmail";
import { sendBatch } from "./send/send-batch";
import { sendTestEmail } from "./send/send-test-email";
import { hasUnfinishedSend } from "./send/store-mail-claims";

/** When the alarm looks for mails whose sending was cut off. Milliseconds. */
const ALARM_INTERVAL_MS = 25_000;

/** What leaves the object as an error is logged by the platform, in its own words. */
function rethrowWithoutData(error: unknown): never {
  throw stripErrorData(error);
}

/**
 * The mailbox of one user: its sends go out one after the other, and go on when the browser leaves.
 * The queue is a courtesy to Gmail; what forbids a second mail is the unique index in D1, and the ledger where D1 was set back in time.
 */
export class MailboxObject extends DurableObject<Env> implements MailboxRpc {
  private previousSend: Promise<unknown> = Promise.resolve();
  private pendingSends = 0;
  private erased = false;

  /** Sends to the companies of an order, after whatever is being sent already. */
  async send(order: SendRequest): Promise<SendResult[]> {
    const asked = { ...order, askedAt: composeDeps(this.env).now().toISOString() };
    const stopped: SendResult[] = order.companyIds.map((id) => ({ id, no: { reason: "batch_stopped" } }));
    return this.runExclusively(order.userId, stopped, (ports) =>
      withRequestId(order.requestId, () => sendBatch(asked, ports)),
    );
  }

  /** Sends a mail to the user themselves, in its turn like any other. */
  async sendTest(order: TestSendRequest): Promise<TestSendResult> {
    return this.runExclusively<TestSendResult>(order.userId, { no: { reason: "batch_stopped" } }, (ports) =>
      withRequestId(order.requestId, () => sendTestEmail(order, ports)),
    );
  }

  /** Forgets the mailbox at once; a send under way finds its next claim refused. */
  async disconnect(userId: string): Promise<void> {
    const deps = composeDeps(this.env);
    await revokeTokens(await deleteMailbox(deps.db, userId).catch(rethrowWithoutData), deps);
  }

  /** For the end of an account: no mail goes out any more, Google's grant is given back, nothing is left here, the ledger included. */
  async erase(insist = false): Promise<boolean> {
    this.erased = true;
    await this.previousSend;
    const userId = await this.userId();
    const ended = userId === undefined || (await this.revokeAndDeleteMailbox(userId, insist).catch(rethrowWithoutData));
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    return ended;
  }

  override async alarm(): Promise<void> {
    let left = true;
    try {
      const userId = await this.userId();
      const deps = composeDeps(this.env);
      if (userId !== undefined) await markInterruptedSends(deps, userId);
      left = userId !== undefined && (await hasUnfinishedSend(deps.db, userId));
    } catch (error) {
      logError("mail_alarm_failed", error);
    } finally {
      if (left || this.pendingSends > 0) await this.ctx.storage.setAlarm(Date.now() + ALARM_INTERVAL_MS);
    }
  }

  /** The row goes once Google knows: cut off in between, the tokens would be gone and the grant would not. */
  private async revokeAndDeleteMailbox(userId: string, insist: boolean): Promise<boolean> {
    const deps = composeDeps(this.env);
    const isRevoked = await revokeTokens(await findMailbox(deps.db, userId), deps);
    if (!isRevoked && !insist) return false;
    await deleteMailbox(deps.db, userId);
    return true;
  }

  /** @param stopped the answer when the account is being erased */
  private async runExclusively<T>(userId: string, stopped: T, work: (ports: SendPorts) => Promise<T>): Promise<T> {
    this.pendingSends += 1;
    const turn = this.previousSend
      .then(() => (this.erased ? stopped : this.runUnderAlarm(userId, work)))
      .finally(() => {
        this.pendingSends -= 1;
      });
    // The next turn comes whether or not this one succeeds; its failure goes to its own caller.
    this.previousSend = turn.catch(() => undefined);
    return turn.catch(rethrowWithoutData);
  }

  /** Works under an alarm that sweeps up after a crash. */
  private async runUnderAlarm<T>(userId: string, work: (ports: SendPorts) => Promise<T>): Promise<T> {
    await this.ctx.storage.put("userId", userId);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + ALARM_INTERVAL_MS);
    const { db, googleAuth: identity, mailer, files, now, config } = composeDeps(this.env);
    const ledger = new MailLedger(this.ctx.storage.sql);
    ledger.createTables();
    return work({
      db,
      googleAuth: identity,
      mailer,
      files,
      now,
      config,
      ledger,
      wait: (ms) => scheduler.wait(ms),
      stopped: () => this.erased,
    });
  }

  /** An object that never sent anything knows its user by its name alone. */
  private async userId(): Promise<string | undefined> {
    return this.ctx.id.name ?? (await this.ctx.storage.get<string>("userId"));
  }
}
