import { DurableObject } from "cloudflare:workers";
import { depsOf } from "../deps";
import type { Env } from "../env";
import { logFault } from "../log";
import type { Mailbox } from "../objects";
import { revokeTokens } from "./access";
import { deliver } from "./deliver";
import type { AskedOrder, Order, Result } from "./order";
import { deleteMailbox } from "./store";
import { hasSending } from "./store-mails";
import { sweepMails } from "./sweep";

/** When the alarm looks for mails whose sending was cut off. Milliseconds. */
const LOOK_AGAIN = 75_000;

/**
 * The mailbox of one user: its sends go out one after the other, and go on when the browser leaves.
 * The queue is a courtesy to Gmail; what forbids a second mail is the unique index in D1.
 */
export class MailboxObject extends DurableObject<Env> implements Mailbox {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private erased = false;

  /** Sends to the companies of an order, after whatever is being sent already. */
  async send(order: Order): Promise<Result[]> {
    this.waiting += 1;
    const asked = { ...order, askedAt: depsOf(this.env).now().toISOString() };
    const turn = this.last.then(() => this.deliver(asked)).finally(() => {
      this.waiting -= 1;
    });
    // The next turn comes whether or not this one succeeds; its failure goes to its own caller.
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Forgets the mailbox at once; a send under way finds its next claim refused. */
  async disconnect(userId: string): Promise<void> {
    const deps = depsOf(this.env);
    await revokeTokens(await deleteMailbox(deps.db, userId), deps);
  }

  /** For the end of an account: no mail goes out any more, Google's grant is given back, nothing is left here. */
  async erase(): Promise<void> {
    this.erased = true;
    await this.last;
    const userId = await this.userId();
    if (userId !== undefined) await this.disconnect(userId);
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    let left = true;
    try {
      const userId = await this.userId();
      const deps = depsOf(this.env);
      if (userId !== undefined) await sweepMails(deps, userId);
      left = userId !== undefined && await hasSending(deps.db, userId);
    } catch (error) {
      logFault("mail_alarm_failed", error);
    } finally {
      if (left || this.waiting > 0) await this.ctx.storage.setAlarm(Date.now() + LOOK_AGAIN);
      else await this.ctx.storage.deleteAll();
    }
  }

  private async deliver(order: AskedOrder): Promise<Result[]> {
    if (this.erased) return order.companyIds.map((id) => ({ id, no: { reason: "batch_stopped" } }));
    await this.ctx.storage.put("userId", order.userId);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + LOOK_AGAIN);
    const { db, identity, mailer, files, now, config } = depsOf(this.env);
    return deliver(order, { db, identity, mailer, files, now, config, wait: (ms) => scheduler.wait(ms), stopped: () => this.erased });
  }

  /** An object that never sent anything knows its user by its name alone. */
  private async userId(): Promise<string | undefined> {
    return this.ctx.id.name ?? await this.ctx.storage.get<string>("userId");
  }
}
