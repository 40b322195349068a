import { DurableObject } from "cloudflare:workers";
import { composeDeps } from "../compose";
import type { Company } from "../contract/companies";
import type { Outbox } from "../contract/outbox";
import { stripErrorData } from "../lib/log";
import type { MailboxRpc } from "../platform/durable-objects";
import type { Env } from "../platform/env";
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
import { Mailbox } from "./mailbox";
import type { CompanyEnd, OutboxRow } from "./outbox/outbox-rows";

/** The platform logs errors thrown across RPC verbatim, so their data is removed first. */
function rethrowWithoutData(error: unknown): never {
  throw stripErrorData(error);
}

/** The mailbox of one user as a Durable Object. */
export class MailboxObject extends DurableObject<Env> implements MailboxRpc {
  readonly #mailbox = new Mailbox({
    storage: this.ctx.storage,
    id: this.ctx.id.toString(),
    name: this.ctx.id.name,
    deps: () => composeDeps(this.env),
    wait: (ms) => scheduler.wait(ms),
    chance: () => Math.random(),
  });

  async send(request: SendRequest): Promise<SendResult[]> {
    return this.#mailbox.send(request).catch(rethrowWithoutData);
  }

  async sendTest(request: TestSendRequest): Promise<TestSendResult> {
    return this.#mailbox.sendTest(request).catch(rethrowWithoutData);
  }

  async disconnect(userId: string): Promise<void> {
    return this.#mailbox.disconnect(userId).catch(rethrowWithoutData);
  }

  async reconnect(userId: string): Promise<void> {
    return this.#mailbox.reconnect(userId).catch(rethrowWithoutData);
  }

  async queueMails(request: QueueRequest): Promise<QueueResult> {
    return this.#mailbox.queueMails(request).catch(rethrowWithoutData);
  }

  async readOutbox(userId: string): Promise<Outbox> {
    return this.#mailbox.readOutbox(userId).catch(rethrowWithoutData);
  }

  async summarizeOutbox(): Promise<OutboxSummary> {
    return this.#mailbox.summarizeOutbox();
  }

  async changeOutbox(userId: string, change: OutboxChange): Promise<OutboxChangeResult> {
    return this.#mailbox.changeOutbox(userId, change).catch(rethrowWithoutData);
  }

  async withdrawMails(userId: string, companyIds: string[], reason: CompanyEnd): Promise<void> {
    return this.#mailbox.withdrawMails(userId, companyIds, reason).catch(rethrowWithoutData);
  }

  async recordBounce(bounce: BounceRequest): Promise<Company | null> {
    return this.#mailbox.recordBounce(bounce).catch(rethrowWithoutData);
  }

  async takeBounceBack(bounce: TakenBackBounce): Promise<Company | null> {
    return this.#mailbox.takeBounceBack(bounce).catch(rethrowWithoutData);
  }

  async exportOutbox(): Promise<OutboxRow[]> {
    return this.#mailbox.exportOutbox();
  }

  async erase(insist = false): Promise<boolean> {
    return this.#mailbox.erase(insist).catch(rethrowWithoutData);
  }

  override async alarm(): Promise<void> {
    return this.#mailbox.alarm();
  }
}
