import { DurableObject } from "cloudflare:workers";
import { BatchTable, type LlmBatch, type LlmFile } from "./batch-table";
import { FaultTable, type Fault, type FaultRequest } from "./fault-table";
import { type Forwarding, ForwardingTable } from "./forwarding-table";
import { GoogleTable, type Grant } from "./google-table";
import { MailTable, type NewMail, type StoredMail } from "./mail-table";
import { type Published, PublishedTable } from "./published-table";

/**
 * The fake outside world: Google codes and tokens, the outbox, forwarding, faults, published DNS records and files,
 * files and batches of the LLM.
 */
export class SandboxState extends DurableObject {
  private readonly batchTable: BatchTable;
  private readonly faultTable: FaultTable;
  private readonly forwardingTable: ForwardingTable;
  private readonly googleTable: GoogleTable;
  private readonly mailTable: MailTable;
  private readonly publishedTable: PublishedTable;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    this.batchTable = new BatchTable(ctx.storage.sql);
    this.faultTable = new FaultTable(ctx.storage.sql);
    this.forwardingTable = new ForwardingTable(ctx.storage.sql);
    this.googleTable = new GoogleTable(ctx.storage.sql);
    this.mailTable = new MailTable(ctx.storage.sql);
    this.publishedTable = new PublishedTable(ctx.storage.sql);
  }

  /** All but the tokens. */
  clear(): void {
    this.batchTable.clear();
    this.faultTable.clear();
    this.forwardingTable.clear();
    this.mailTable.clear();
    this.publishedTable.clear();
  }

  addFault(fault: FaultRequest): Fault {
    return this.faultTable.add(fault);
  }

  faults(): Fault[] {
    return this.faultTable.all();
  }

  clearFaults(): void {
    this.faultTable.clear();
  }

  takeFault(service: string, calls: string[]): Fault | null {
    return this.faultTable.take(service, calls);
  }

  putSecret(secret: string, kind: Grant["kind"], grant: Omit<Grant, "kind">): void {
    this.googleTable.put(secret, kind, grant);
  }

  secret(secret: string, kind: Grant["kind"]): Grant | null {
    return this.googleTable.get(secret, kind);
  }

  takeCode(code: string): Grant | null {
    return this.googleTable.takeCode(code);
  }

  revoke(secret: string): boolean {
    return this.googleTable.revoke(secret);
  }

  revokeAll(): void {
    this.googleTable.clear();
  }

  addMail(mail: NewMail, threadId: string | null): StoredMail {
    return this.mailTable.add(mail, threadId);
  }

  hasThread(account: string, threadId: string): boolean {
    return this.mailTable.hasThread(account, threadId);
  }

  mails(): StoredMail[] {
    return this.mailTable.all();
  }

  rawMail(id: string): ArrayBuffer | null {
    return this.mailTable.raw(id);
  }

  mailsSince(account: string, at: number): number {
    return this.mailTable.countSince(account, at);
  }

  clearMails(): void {
    this.mailTable.clear();
  }

  putForwarding(forwarding: Omit<Forwarding, "confirmed">): void {
    this.forwardingTable.put(forwarding);
  }

  confirmForwarding(mailbox: string, code: string): boolean {
    return this.forwardingTable.confirm(mailbox, code);
  }

  forwardings(): Forwarding[] {
    return this.forwardingTable.all();
  }

  putLlmFile(file: LlmFile): void {
    this.batchTable.putFile(file);
  }

  llmFile(id: string): LlmFile | null {
    return this.batchTable.file(id);
  }

  llmFiles(): LlmFile[] {
    return this.batchTable.files();
  }

  deleteLlmFile(id: string): boolean {
    return this.batchTable.deleteFile(id);
  }

  putLlmBatch(batch: LlmBatch): void {
    this.batchTable.putBatch(batch);
  }

  llmBatch(id: string): LlmBatch | null {
    return this.batchTable.batch(id);
  }

  llmBatches(): LlmBatch[] {
    return this.batchTable.batches();
  }

  publish(published: Published): void {
    this.publishedTable.add(published);
  }

  published(kind: Published["kind"], at: string): Published[] {
    return this.publishedTable.find(kind, at);
  }

  allPublished(): Published[] {
    return this.publishedTable.all();
  }

  clearPublished(): void {
    this.publishedTable.clear();
  }
}
