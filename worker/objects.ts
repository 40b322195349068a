import type { Activity } from "./contract/messages";
import type { FoundCompany, Search } from "./contract/search";
import type { Order, Result, TestOrder, TestResult } from "./mail/order";
import type { Area, Asker, DirectoryAnswer, GateAnswer, Kind, Turn } from "./ports";
import type { FoundRow } from "./search/frontier";
import type { Exchange, ExchangeAnswer } from "./search/jobs";
import type { SearchOrder } from "./search/state";
import type { Failure, Standing, Watched } from "./status/rules";

/*
 * What the Durable Objects offer each other and the routes. The environment is typed by these and not by the classes,
 * which need the environment themselves.
 */

interface Eraser extends Rpc.DurableObjectBranded {
  /** Leaves nothing behind. */
  erase(): Promise<void>;
}

/** Ends the account of one user, by the user's id. */
export interface Closing extends Rpc.DurableObjectBranded {
  /** Closes it and deletes it as far as can be; the rest follows by itself. @returns whether nothing failed */
  close(userId: string): Promise<boolean>;
}

/** One search, by its id. For a stranger it answers as one that never was: null, or nothing. */
export interface RunningSearch extends Eraser {
  start(order: SearchOrder): Promise<Search>;
  status(userId: string): Search | null;
  stop(userId: string): Promise<Search | null>;
  cancel(userId: string): Promise<Search | null>;
  discard(userId: string): Search | null;
  companies(userId: string, after: number, most: number): { companies: FoundCompany[]; next: number | null };
  rowsToAdd(userId: string, ticked: string[] | undefined): FoundRow[];
  markAdded(userId: string): Search | null;
  exchange(told: Exchange): Promise<ExchangeAnswer>;
}

/** What runs for one user, by the user's id. */
export interface ActivityBoard extends Eraser {
  /** @param vouchedAt when the user's session was last seen to be good, milliseconds. @returns null when it has to be looked at again */
  status(userId: string, vouchedAt: number): Promise<Activity | null>;
  /** Something has begun or ended. */
  lookAgain(): Promise<void>;
  /** A session of the user has ended: what vouches for an earlier time is refused. Milliseconds. */
  refuseBefore(time: number): Promise<void>;
}

/** Looks after the generation of one user, by the user's id. */
export interface GenerationWatch extends Eraser {
  watch(userId: string): Promise<void>;
}

/** The mailbox of one user, by the user's id. */
export interface Mailbox extends Rpc.DurableObjectBranded {
  send(order: Order): Promise<Result[]>;
  sendTest(order: TestOrder): Promise<TestResult>;
  disconnect(userId: string): Promise<void>;
  /** Leaves nothing behind. @param insist also when Google cannot be told @returns false: the grant is still to be ended */
  erase(insist?: boolean): Promise<boolean>;
}

/** The one way to OpenStreetMap's servers, by the name "osm". */
export interface Gate extends Rpc.DurableObjectBranded {
  /** Answers when it is the asker's turn, or with its place after a moment: whoever asks again in time keeps it. */
  locate(asker: Asker, city: string): Promise<GateAnswer<Turn<Area | null>>>;
  find(asker: Asker, query: { area: Area; kinds: Kind[] }): Promise<GateAnswer<Turn<DirectoryAnswer>>>;
  leave(searchId: string): void;
}

/** The model that answers, and the day it is shut down (YYYY-MM-DD), where one is announced. */
export interface ModelSeen {
  model: string;
  endsOn: string | null;
}

export interface StatusReport {
  standings: Record<Watched, Standing>;
  /** When the model was looked at; ISO 8601 UTC. */
  lookedAt: string | null;
  seen: ModelSeen | null;
}

/** How the services outside do, by the name "status". */
export interface Status extends Rpc.DurableObjectBranded {
  note(service: Watched, failed: Failure | null): Promise<void>;
  noteLook(seen: ModelSeen | null): Promise<void>;
  read(): Promise<StatusReport>;
}
