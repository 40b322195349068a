import type { Activity } from "../contract/activity";
import type { Company } from "../contract/companies";
import type { LiveMessage } from "../contract/live";
import type { Outbox } from "../contract/outbox";
import type { FoundCompany, Search } from "../contract/search";
import type { LetterRevocation, LetterRun } from "./letter-runs";
import type { OutboxChange, OutboxChangeResult, OutboxSummary, QueueRequest, QueueResult } from "./outbox-request";
import type {
  Area,
  BUDGET_EXCEEDED,
  CompanyKind,
  DirectoryAnswer,
  OsmRequester,
  QueuedResult,
  RpcResult,
  USER_SHARE_EXCEEDED,
} from "./ports";
import type {
  Heartbeat,
  HeartbeatAnswer,
  FoundCompanyRow,
  OwnCompany,
  SearchRequest,
  SearchTraces,
  TypedEmail,
} from "./search-rpc";
import type {
  BounceRequest,
  SendRequest,
  SendResult,
  TakenBackBounce,
  TestSendRequest,
  TestSendResult,
} from "./send-request";
import type { SiteReading } from "./site-reading";
import type { RewindTarget, SqlOutcome, SqlStatement } from "./sql-rpc";

/*
 * RPC interfaces of the Durable Objects. The environment is typed by these and not by the classes, which need the
 * environment themselves.
 */
interface Erasable extends Rpc.DurableObjectBranded {
  /** Deletes all its data. */
  erase(): Promise<void>;
}

/** Ends the account of one user, by the user's id. */
export interface AccountRpc extends Rpc.DurableObjectBranded {
  /**
   * Closes it and deletes as much as possible; the rest follows in the background.
   * @param shard where the account is, should the directory have no entry any more
   * @returns whether nothing failed
   */
  close(userId: string, shard: number): Promise<boolean>;
}

/** One search, by its id. Returns null or an empty list for any other user. */
export interface SearchRpc extends Erasable {
  /** @param companies of a list; kept for the start when they were given before */
  start(order: SearchRequest, companies?: OwnCompany[]): Promise<Search>;
  /** Keeps a list that the user starts later. */
  keep(order: SearchRequest, companies: OwnCompany[]): Promise<Search>;
  /** @returns null when the user has no such company */
  setEmail(userId: string, companyId: string, typed: TypedEmail): FoundCompany | null;
  status(userId: string): Search | null;
  stop(userId: string): Promise<Search | null>;
  cancel(userId: string): Promise<Search | null>;
  discard(userId: string): Search | null;
  companies(userId: string, after: number, limit: number): { companies: FoundCompany[]; next: number | null };
  rowsToAdd(userId: string, ticked: string[] | undefined): FoundCompanyRow[];
  markAdded(userId: string, ids: string[], listed: string[]): Search | null;
  resume(userId: string, createdAt: string): Promise<Search | null>;
  traces(userId: string): SearchTraces | null;
  exchange(heartbeat: Heartbeat): Promise<HeartbeatAnswer>;
}

/**
 * What runs for one user, and the sockets of their tabs, by the user's id. Its `fetch` opens a socket: 401 when the
 * session must be checked again, 429 when there are too many.
 */
export interface ActivityRpc extends Erasable {
  /**
   * @param tokenIssuedAt when the user's session was last valid, milliseconds.
   * @returns null when it must be checked again
   */
  status(userId: string, tokenIssuedAt: number): Promise<Activity | null>;
  /** Something has begun or ended. */
  invalidate(): Promise<void>;
  /** @returns whether a tab is open that hears it */
  tell(message: LiveMessage): Promise<boolean>;
  /** A session of the user has ended: poll tokens and sockets from before are rejected. Milliseconds. */
  rejectPollsBefore(time: number): Promise<void>;
}

/** The letters being written for one user, by the user's id: it knows which runs are alive and restarts dead ones. */
export interface GenerationRpc extends Erasable {
  /** @param delayMs until it looks for dead runs */
  watch(userId: string, delayMs?: number): Promise<void>;
  /** A run is alive. @returns whether its letter is still wanted */
  renew(userId: string, run: LetterRun, isNew: boolean): Promise<boolean>;
  revoke(what: LetterRevocation): Promise<void>;
  /** What a batch has answered to a prompt. @returns null for nothing */
  findBatchAnswer(id: string): Promise<string | null>;
  /** Takes an LLM call of the day from the user's lease. @returns why there is none */
  takeLlmCall(): Promise<LlmRefusal | null>;
  /** Gives back a call that was not made. @param takenAt milliseconds */
  giveLlmCallBack(takenAt: number): Promise<void>;
  /** Ends a lease. @returns its unused calls; null when it was never heard of, so that none was used */
  endLlmLease(id: number): Promise<number | null>;
}

/** Why there is no LLM call: all users have used the day's, or this one has had enough of what is left. */
export type LlmRefusal = typeof BUDGET_EXCEEDED | typeof USER_SHARE_EXCEEDED;

/** LLM calls of the day for one user. `endsAt` in milliseconds. */
export interface LlmLease {
  id: number;
  calls: number;
  endsAt: number;
}

/** What is left of a lease. */
export interface HeldLease {
  id: number;
  left: number;
}

/** The day's LLM calls of all users, by the name "llm-budget". A holder is an object of GenerationRpc, by its id. */
export interface LlmBudgetRpc extends Rpc.DurableObjectBranded {
  /** @param held the holder's lease before, which ends */
  lease(holder: string, held: HeldLease | null): Promise<LlmLease | LlmRefusal>;
  /** Ends the lease of a holder that is erased. */
  forget(holder: string, held: HeldLease): Promise<void>;
}

/** The mailbox of one user, by the user's id. */
export interface MailboxRpc extends Rpc.DurableObjectBranded {
  send(order: SendRequest): Promise<SendResult[]>;
  sendTest(order: TestSendRequest): Promise<TestSendResult>;
  disconnect(userId: string): Promise<void>;
  /** A mailbox was linked: mails that wait for one go on. */
  reconnect(userId: string): Promise<void>;
  /** `queue` is a name of the platform. */
  queueMails(request: QueueRequest): Promise<QueueResult>;
  readOutbox(userId: string): Promise<Outbox>;
  /** As it was last planned, without a read of the database. */
  summarizeOutbox(): Promise<OutboxSummary>;
  changeOutbox(userId: string, change: OutboxChange): Promise<OutboxChangeResult>;
  /** Withdraws the mails of the outbox to companies that are being archived, or are applied to by another way. */
  withdrawMails(userId: string, companyIds: string[], reason: "archived" | "applied"): Promise<void>;
  /**
   * The mail to a company came back: it may be written to at another address.
   * @returns the company; null when that mail is not its last one, or this outcome is decided on
   */
  recordBounce(bounce: BounceRequest): Promise<Company | null>;
  /** @returns the company; null when another outcome counts, or another mail has left since */
  takeBounceBack(bounce: TakenBackBounce): Promise<Company | null>;
  /** All that the outbox stores, for the export of the user's data. */
  exportOutbox(): Promise<Record<string, string | number | null>[]>;
  /**
   * Deletes everything.
   * @param force even when Google cannot be reached
   * @returns false: the grant is still to be revoked
   */
  erase(force?: boolean): Promise<boolean>;
}

/** Rate limiter of OpenStreetMap's servers, by the name "osm". */
export interface OsmRpc extends Rpc.DurableObjectBranded {
  /**
   * Answers at the requester's turn, or with its position after a moment; repeating the call in time keeps the
   * position.
   */
  locate(asker: OsmRequester, city: string): Promise<RpcResult<QueuedResult<Area | null>>>;
  find(
    asker: OsmRequester,
    query: { area: Area; kinds: CompanyKind[] },
  ): Promise<RpcResult<QueuedResult<DirectoryAnswer>>>;
  leave(searchId: string): void;
}

/** One part of the cache of sites (SiteCache in ports.ts). Times in milliseconds. */
export interface SiteCacheRpc extends Rpc.DurableObjectBranded {
  claim(reader: string, wanted: string[], now: number): Promise<{ known: Map<string, SiteReading>; claimed: string[] }>;
  save(readings: { site: string; reading: SiteReading }[], now: number): Promise<void>;
  release(reader: string, sites: string[]): Promise<void>;
}

/** Rows of the users of a shard, by the shard's number. */
export interface UserShardRpc extends Rpc.DurableObjectBranded {
  /** Runs statements in one transaction. */
  run(statements: SqlStatement[]): SqlOutcome;
  /** Prepares to go back in time at the next start. @returns the bookmark that takes it back */
  rewind(to: RewindTarget): Promise<string>;
  /** Ends this instance: the next call starts another one. */
  restart(): void;
}

/** The model in use, and the day it is shut down (YYYY-MM-DD), if announced. */
export interface CheckedModel {
  model: string;
  endsOn: string | null;
}

export interface ServiceStatusReport {
  services: Record<MonitoredService, ServiceStatus>;
  /** When the model was checked; ISO 8601 UTC. */
  modelCheckedAt: string | null;
  checkedModel: CheckedModel | null;
}

/** Status of the external services, by the name "status". */
export interface StatusRpc extends Rpc.DurableObjectBranded {
  recordOutcome(service: MonitoredService, failed: ServiceFailure | null): Promise<void>;
  recordModelCheck(checkedModel: CheckedModel | null): Promise<void>;
  read(): Promise<ServiceStatusReport>;
}

/** The services whose status /api/health reports. */
export type MonitoredService = "model" | "gmail" | "google" | "directory";

/** Why a service fails: `failure` is our category, `reason` its own code. */
export interface ServiceFailure {
  failure: string;
  reason: string | null;
}

/** Status of a service. Times are ISO 8601 UTC. */
export interface ServiceStatus {
  succeededAt: string | null;
  failingSince: string | null;
  /** The last failure, while it fails. */
  failed: ServiceFailure | null;
  /** When the failure was logged: a single one is not. */
  toldAt: string | null;
}
