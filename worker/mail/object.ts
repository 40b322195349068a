import { DurableObject } from "cloudflare:workers";
import { depsOf } from "../deps";
import type { Env } from "../env";
import { logFault, loggedAs, withoutData } from "../log";
import type { Mailbox } from "../objects";
import { revokeTokens } from "./access";
import { deliver } from "./deliver";
import { deliverTest } from "./deliver-test";
import { MailLedger } from "./ledger";
import type { Order, Result, TestOrder, TestResult } from "./order";
import type { DeliveryPorts } from "./post";
import { deleteMailbox, mailboxOf } from "./store";
import { hasSending } from "./store-mails";
import { sweepMails } from "./sweep";

/** When the alarm looks for mails whose sending was cut off. Milliseconds. */
const LOOK_AGAIN = 25_000;

/** What leaves the object as an error is logged by the platform, in its own words. */
function quiet(error: unknown): never {
  throw withoutData(error);
}

/**
 * The mailbox of one user: its sends go out one after the other, and go on when the browser leaves.
 * The queue is a courtesy to Gmail; what forbids a second mail is the unique index in D1, and the ledger where D1 was set back in time.
 */
export class MailboxObject extends DurableObject<Env> implements Mailbox {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private erased = false;

  /** Sends to the companies of an order, after whatever is being sent already. */
  async send(order: Order): Promise<Result[]> {
    const asked = { ...order, askedAt: depsOf(this.env).now().toISOString() };
    const stopped: Result[] = order.companyIds.map((id) => ({ id, no: { reason: "batch_stopped" } }));
    return this.inTurn(order.userId, stopped, (ports) => loggedAs(order.requestId, () => deliver(asked, ports)));
  }

  /** Sends a mail to the user themselves, in its turn like any other. */
  async sendTest(order: TestOrder): Promise<TestResult> {
    return this.inTurn<TestResult>(order.userId, { no: { reason: "batch_stopped" } }, (ports) =>
      loggedAs(order.requestId, () => deliverTest(order, ports)),
    );
  }

  /** Forgets the mailbox at once; a send under way finds its next claim refused. */
  async disconnect(userId: string): Promise<void> {
    const deps = depsOf(this.env);
    await revokeTokens(await deleteMailbox(deps.db, userId).catch(quiet), deps);
  }

  /** For the end of an account: no mail goes out any more, Google's grant is given back, nothing is left here, the ledger included. */
  async erase(insist = false): Promise<boolean> {
    this.erased = true;
    await this.last;
    const userId = await this.userId();
    const ended = userId === undefined || (await this.endGrant(userId, insist).catch(quiet));
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    return ended;
  }

  override async alarm(): Promise<void> {
    let left = true;
    try {
      const userId = await this.userId();
      const deps = depsOf(this.env);
      if (userId !== undefined) await sweepMails(deps, userId);
      left = userId !== undefined && (await hasSending(deps.db, userId));
    } catch (error) {
      logFault("mail_alarm_failed", error);
    } finally {
      if (left || this.waiting > 0) await this.ctx.storage.setAlarm(Date.now() + LOOK_AGAIN);
    }
  }

  /** The row goes once Google knows: cut off in between, the tokens would be gone and the grant would not. */
  private async endGrant(userId: string, insist: boolean): Promise<boolean> {
    const deps = depsOf(this.env);
    const told = await revokeTokens(await mailboxOf(deps.db, userId), deps);
    if (!told && !insist) return false;
    await deleteMailbox(deps.db, userId);
    return true;
  }

  /** @param stopped the answer when the account is being erased */
  private async inTurn<T>(userId: string, stopped: T, work: (ports: DeliveryPorts) => Promise<T>): Promise<T> {
    this.waiting += 1;
    const turn = this.last
      .then(() => (this.erased ? stopped : this.watched(userId, work)))
      .finally(() => {
        this.waiting -= 1;
      });
    // The next turn comes whether or not this one succeeds; its failure goes to its own caller.
    this.last = turn.catch(() => undefined);
    return turn.catch(quiet);
  }

  /** Works under an alarm that sweeps up after a crash. */
  private async watched<T>(userId: string, work: (ports: DeliveryPorts) => Promise<T>): Promise<T> {
    await this.ctx.storage.put("userId", userId);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + LOOK_AGAIN);
    const { db, identity, mailer, files, now, config } = depsOf(this.env);
    const ledger = new MailLedger(this.ctx.storage.sql);
    ledger.open();
    return work({
      db,
      identity,
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
