import type { Activity } from "../contract/activity";
import type { FoundCompany, Search } from "../contract/search";
import type { Area, OsmRequester, DirectoryAnswer, RpcResult, CompanyKind, QueuedResult } from "./ports";
import type { Heartbeat, HeartbeatAnswer, FoundCompanyRow, SearchRequest } from "./search-rpc";
import type { SendRequest, SendResult, TestSendRequest, TestSendResult } from "./send-request";

/*
 * What the Durable Objects offer each other and the routes. The environment is typed by these and not by the classes,
 * which need the environment themselves.
 */
interface Erasable extends Rpc.DurableObjectBranded {
  /** Leaves nothing behind. */
  erase(): Promise<void>;
}

/** Ends the account of one user, by the user's id. */
export interface AccountRpc extends Rpc.DurableObjectBranded {
  /** Closes it and deletes it as far as can be; the rest follows by itself. @returns whether nothing failed */
  close(userId: string): Promise<boolean>;
}

/** One search, by its id. For a stranger it answers as one that never was: null, or nothing. */
export interface SearchRpc extends Erasable {
  start(order: SearchRequest): Promise<Search>;
  status(userId: string): Search | null;
  stop(userId: string): Promise<Search | null>;
  cancel(userId: string): Promise<Search | null>;
  discard(userId: string): Search | null;
  companies(userId: string, after: number, limit: number): { companies: FoundCompany[]; next: number | null };
  rowsToAdd(userId: string, ticked: string[] | undefined): FoundCompanyRow[];
  markAdded(userId: string): Search | null;
  exchange(heartbeat: Heartbeat): Promise<HeartbeatAnswer>;
}

/** What runs for one user, by the user's id. */
export interface ActivityRpc extends Erasable {
  /** @param tokenIssuedAt when the user's session was last seen to be good, milliseconds. @returns null when it has to be looked at again */
  status(userId: string, tokenIssuedAt: number): Promise<Activity | null>;
  /** Something has begun or ended. */
  invalidate(): Promise<void>;
  /** A session of the user has ended: what vouches for an earlier time is refused. Milliseconds. */
  rejectPollsBefore(time: number): Promise<void>;
}

/** Looks after the generation of one user, by the user's id. */
export interface GenerationRpc extends Erasable {
  watch(userId: string): Promise<void>;
}

/** The mailbox of one user, by the user's id. */
export interface MailboxRpc extends Rpc.DurableObjectBranded {
  send(order: SendRequest): Promise<SendResult[]>;
  sendTest(order: TestSendRequest): Promise<TestSendResult>;
  disconnect(userId: string): Promise<void>;
  /** Leaves nothing behind. @param force also when Google cannot be told @returns false: the grant is still to be ended */
  erase(force?: boolean): Promise<boolean>;
}

/** The one way to OpenStreetMap's servers, by the name "osm". */
export interface OsmRpc extends Rpc.DurableObjectBranded {
  /** Answers when it is the asker's turn, or with its place after a moment: whoever asks again in time keeps it. */
  locate(asker: OsmRequester, city: string): Promise<RpcResult<QueuedResult<Area | null>>>;
  find(
    asker: OsmRequester,
    query: { area: Area; kinds: CompanyKind[] },
  ): Promise<RpcResult<QueuedResult<DirectoryAnswer>>>;
  leave(searchId: string): void;
}

/** The model that answers, and the day it is shut down (YYYY-MM-DD), where one is announced. */
export interface CheckedModel {
  model: string;
  endsOn: string | null;
}

export interface ServiceStatusReport {
  services: Record<MonitoredService, ServiceStatus>;
  /** When the model was looked at; ISO 8601 UTC. */
  modelCheckedAt: string | null;
  checkedModel: CheckedModel | null;
}

/** How the services outside do, by the name "status". */
export interface StatusRpc extends Rpc.DurableObjectBranded {
  recordOutcome(service: MonitoredService, failed: ServiceFailure | null): Promise<void>;
  recordModelCheck(checkedModel: CheckedModel | null): Promise<void>;
  read(): Promise<ServiceStatusReport>;
}

/** The services whose state /api/health tells. */
export type MonitoredService = "model" | "gmail" | "google" | "directory";

/** Why a service fails: `failure` is our word for it, `reason` its own. */
export interface ServiceFailure {
  failure: string;
  reason: string | null;
}

/** What is known of a service. Times are ISO 8601 UTC. */
export interface ServiceStatus {
  succeededAt: string | null;
  failingSince: string | null;
  /** Of the last failure, while it fails. */
  failed: ServiceFailure | null;
  /** When the log was told that it fails: a single failure is not worth it. */
  toldAt: string | null;
}
