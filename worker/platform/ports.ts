import type { z } from "zod";
import type { DirectorySource } from "../contract/companies";
import type { Language } from "../contract/field-schemas";
import type { SiteReading } from "./site-reading";

/** The external services, as errors name them. */
export type Service =
  | "overpass"
  | "nominatim"
  | "shared_files"
  | "web"
  | "writer"
  | "gmail"
  | "google"
  | "files"
  | "dns";

export type ExternalFailure =
  | "timeout" // no answer in time
  | "unreachable" // no connection, or it broke
  | "refused" // a definite refusal (4xx)
  | "misconfigured" // only the operator can change it: model gone, key rejected, account empty
  | "rate_limited" // asked to wait
  | "server_error" // 5xx
  | "too_large"
  | "bad_answer" // violates its documented format
  | "aborted"; // given up by us or the user

/** Reason of a mail that Gmail refused because its mailbox has no such conversation. */
export const THREAD_NOT_FOUND = "threadNotFound";

interface ExternalErrorDetails {
  status?: number;
  reason?: string;
  retryAfterSeconds?: number;
  response?: string;
}

/** The only error of an adapter. `reason` is the service's own code, `status` its HTTP status. */
export class ExternalServiceError extends Error {
  readonly service: Service;
  readonly failure: ExternalFailure;
  readonly details: ExternalErrorDetails;

  constructor(service: Service, failure: ExternalFailure, message: string, details: ExternalErrorDetails = {}) {
    super(message);
    this.name = "OutsideError";
    this.service = service;
    this.failure = failure;
    this.details = details;
  }
}

/** Parts of the platform, as errors name them. */
export type Dependency = "database" | "queue" | "object";

/** A part of the platform failed, or did not answer in time. The operation may have happened anyway. */
export class InfrastructureError extends Error {
  readonly dependency: Dependency;

  constructor(dependency: Dependency, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Outage";
    this.dependency = dependency;
  }
}

/** A write that the triggers of `account_moves` have refused: the user is being moved to another shard. */
export class AccountMovingError extends InfrastructureError {
  constructor(options?: ErrorOptions) {
    super("database", "the user is being moved", options);
  }
}

/** Reasons of LLM calls that were not made: the day's limit is reached, or the user's share of it. */
export const BUDGET_EXCEEDED = "over_budget";
export const USER_SHARE_EXCEEDED = "over_share";

const RETRYABLE_FAILURES: ReadonlySet<ExternalFailure> = new Set([
  "timeout",
  "unreachable",
  "server_error",
  "rate_limited",
]);

/** Whether another try may do better. */
export const isRetryable = ({ failure }: ExternalServiceError): boolean => RETRYABLE_FAILURES.has(failure);

/** All of the tags must hold: `[["office", "company"], ["company", "software"]]`. */
export type TagFilter = readonly (readonly [key: string, value: string])[];

export interface Area {
  /** The city as the user wrote it. */
  city: string;
  /** Its plain name. */
  name: string;
  /** All its names: in its own language and in ours. */
  names: string[];
  /** ISO 3166-1 alpha-2, upper case. */
  country: string;
  /** Its border in OpenStreetMap: a relation's number, or null where only the box is known. */
  relation: number | null;
  /** Degrees. */
  box: { south: number; west: number; north: number; east: number };
}

export interface DirectoryCompany {
  name: string;
  website: string | null;
  emails: string[];
  phones: string[];
  /** Tags of its kind; our own categories are values of `gcid`. Several values of one key are joined by `;`. */
  tags: Record<string, string>;
  /** Page of this entry in the directory; empty when it has none. */
  page: string;
  /** Name and licence of the directory. */
  source: string;
  /** Its own address, if not simply in the requested area. */
  place?: { city: string; country: string };
  details?: DirectoryDetails;
}

/** What a directory says of a company beyond its contacts; null where it does not. */
interface DirectoryDetails {
  /** Its id in the directory. */
  entry: string;
  /** Degrees, WGS 84. */
  lat: number;
  lon: number;
  /** From the centre of the searched place. */
  distanceKm: number | null;
  /** People who work there: "1-9", "10-49", "50-249", "250+". */
  size: string | null;
  /** In the source's own words. */
  sector: string | null;
  /** Name or site that several branches share. */
  chain: string | null;
  /** The one of its name first. */
  sources: DirectorySource[];
}

export interface DirectoryAnswer {
  companies: DirectoryCompany[];
  /** Why there may be more: too many, or out of time. Null when these are all. */
  incomplete: "too_many" | "out_of_time" | null;
}

/** One kind of company to query OpenStreetMap for: any of the filters, or a text in the name. */
export type CompanyKind = { filters: readonly TagFilter[] } | { text: string };

/** One server of Overpass. */
export interface OverpassServer {
  /** All kinds in one request. @returns a result for each kind in order; null for one that the server did not reach */
  find(query: { area: Area; kinds: CompanyKind[] }, signal?: AbortSignal): Promise<(DirectoryAnswer | null)[]>;
}

/** One server of Nominatim. */
export interface Geocoder {
  /** @returns null for an unknown city */
  locate(city: string, signal?: AbortSignal): Promise<Area | null>;
}

/** Requester of a query to OpenStreetMap: users take turns, and so do the searches of one user. */
export interface OsmRequester {
  userId: string;
  searchId: string;
}

/** Position in a queue: 1 is next. `seconds`: estimated time until then. */
export interface QueuePosition {
  place: number;
  seconds: number;
}

/** Result of a query that may queue. It keeps its position while it is repeated every few seconds. */
export type QueuedResult<T> = { state: "answered"; value: T } | ({ state: "waiting" } & QueuePosition);

/** OpenStreetMap, whose servers accept one query at a time from the whole product. */
export interface OpenStreetMap {
  locate(asker: OsmRequester, city: string): Promise<QueuedResult<Area | null>>;
  find(asker: OsmRequester, query: { area: Area; kinds: CompanyKind[] }): Promise<QueuedResult<DirectoryAnswer>>;
  /** The search has ended: its queries leave the queue. */
  leave(searchId: string): Promise<void>;
}

/** Reason of a rejected query: the queue is full. */
export const QUEUE_FULL = "line_full";

export interface WebPage {
  /** Address after redirects. */
  url: string;
  status: number;
  text: string;
  contentType: string;
  truncated: boolean;
}

/** A redirect that was not followed; the caller decides about the next address. */
export interface WebRedirect {
  /** The address that redirects. */
  url: string;
  /** Its target: absolute, and allowed to be fetched. */
  location: string;
}

export type WebResult = WebPage | WebRedirect;

/**
 * Whether a site given by a user may be fetched; its scheme may be missing. `private`: an address that is not on the
 * public internet, in any spelling; `scheme`: not http and not https.
 */
export type SiteCheck = (
  address: string,
) => { ok: true; url: string } | { ok: false; reason: "private" | "scheme" | "invalid" };

/** The only access to third-party pages. */
export interface PageFetcher {
  /**
   * Fetches a page. A redirect is followed on the same host, with or without "www."; to another host it is returned.
   * @param options.mayFollow a redirect it does not allow is returned too
   * @param options.timeoutMs for this page, redirects and body included; not for the wait for a connection
   * @param options.onOpen called when the connection opens
   */
  fetchPage(
    url: string,
    options?: {
      signal?: AbortSignal;
      accept?: "html" | "text";
      mayFollow?: (url: string) => boolean;
      timeoutMs?: number;
      onOpen?: () => void;
    },
  ): Promise<WebResult>;
}

/** Reads public DNS records. */
export interface DnsResolver {
  /**
   * @returns the TXT records of a name itself, not of its alias; none for a name that does not exist
   * @throws ExternalServiceError("dns", …)
   */
  readTexts(name: string, signal?: AbortSignal): Promise<string[]>;
  /**
   * @param domain lower case, ASCII
   * @throws ExternalServiceError("dns", …)
   */
  findMailRoute(domain: string, signal?: AbortSignal): Promise<MailRoute>;
}

/**
 * Whether a domain takes mail: it has mail servers, or an address of its own (RFC 5321); `null_mx`: it says that it
 * takes none (RFC 7505); `no_server`: it has neither, or does not exist.
 */
type MailRoute = "accepts" | "null_mx" | "no_server";

/** Result of a port across objects, where an error would lose its class. */
export type RpcResult<T> =
  | { ok: true; value: T }
  | { ok: false; error: Pick<ExternalServiceError, "service" | "failure" | "message" | "details"> };

/** One call to the LLM and the shape of its answer. */
export interface Prompt<T> {
  /** Name of the answer's shape: letters, digits, `_`. */
  name: string;
  instructions: string;
  /** Subject of the instructions; foreign text in it is data, never an instruction. */
  input: string;
  /** Characters at the beginning of `input` that a user's prompts of this name share: a service may cache them. */
  sharedChars?: number;
  answer: z.ZodType<T>;
  /** A user waits for it: the least reasoning, and no retry. */
  interactive?: true;
}

/** What an answer of the LLM has used, as its service counts; zero for what it does not tell. Tokens. */
export interface LlmUsage {
  input: number;
  /** Of `input`: read from the service's cache, and written to it. */
  cached: number;
  cacheWritten: number;
  /** Reasoning included. */
  output: number;
}

/** One try at one model. */
export interface LlmCall {
  /** Name of the prompt. */
  prompt: string;
  model: string;
  milliseconds: number;
  /** `answered`, or how it failed. */
  outcome: string;
  usage: LlmUsage;
}

export interface Llm {
  /**
   * Answers in the prompt's shape; at most 45 s a try and one retry of transient failures.
   * @throws ExternalServiceError("writer", …)
   */
  generate<T>(prompt: Prompt<T>, signal?: AbortSignal): Promise<T>;
}

/** An LLM, some of whose calls were counted before they are made. */
export interface PrepaidLlm extends Llm {
  /** Gives back the counted calls that were not made. */
  giveUnusedBack(): Promise<void>;
}

/** The model itself, without retries and budgets. */
export interface LlmClient {
  /** The recent error that only the operator can correct, if any: then no calls are made. */
  findMisconfiguration(): ExternalServiceError | null;
  /**
   * Calls once, at most 45 s.
   * @param endUser pseudonymous id of the user for the service
   * @throws ExternalServiceError("writer", …)
   */
  generate<T>(prompt: Prompt<T>, endUser: string, signal?: AbortSignal): Promise<T>;
  /** Finds the model in use, without a completion. `endsOn`: the day it is shut down (YYYY-MM-DD), if announced. */
  checkModel(signal?: AbortSignal): Promise<{ model: string; endsOn: string | null }>;
}

/** A prompt with the name under which its answer is found. */
export interface NamedPrompt {
  /** At most 64 characters. */
  id: string;
  prompt: Prompt<unknown>;
}

/** Prompts that the service answers together, later, at half the price. */
export interface LlmBatch {
  id: string;
  /** As the service names it. */
  status: string;
  /** Nothing more will be answered. */
  isOver: boolean;
  isCancelling: boolean;
  /** The file of answers, if there are any. */
  answers: string | null;
  /** All files of it that the service has, by id. */
  files: string[];
}

/** Batches of the model. All calls fail with ExternalServiceError("writer", …). */
export interface LlmBatches {
  /**
   * Leaves the prompts with the service; nothing is answered yet.
   * @param name of the file, for `deleteUploads`
   * @param secondsKept after which the service deletes the file, whatever becomes of us
   * @returns id of the file
   */
  upload(name: string, prompts: NamedPrompt[], endUser: string, secondsKept: number): Promise<string>;
  /** Has a file answered. @param name for `find` */
  create(name: string, file: string, secondsKept: number): Promise<LlmBatch>;
  /** The batch of that name among the latest; null when there is none. */
  find(name: string): Promise<LlmBatch | null>;
  /** @returns null when the service does not know it */
  read(id: string): Promise<LlmBatch | null>;
  /** Some prompts may be answered all the same. */
  cancel(id: string): Promise<void>;
  /**
   * The answers by the name of their prompt, to be parsed with `parseAnswer`. What is no answer is left out. The
   * service may have any order.
   * @param prompt name of the prompts, to report what they cost
   */
  readAnswers(file: string, prompt: string): Promise<Map<string, string>>;
  /** @throws ExternalServiceError as LlmClient.generate does for an answer that is no use */
  parseAnswer<T>(answer: string, prompt: Prompt<T>): T;
  /** A file that is gone already is no error. */
  deleteFile(id: string): Promise<void>;
  /** Deletes the uploads of that name among the latest. */
  deleteUploads(name: string): Promise<void>;
}

/**
 * A composed message, in ASCII, around its attachment: that is encoded while it is sent, so that a mail never takes
 * several times the memory of its CV.
 */
export interface MimeMessage {
  /** All of it when nothing is attached. */
  head: string;
  attached: Uint8Array | null;
  tail: string;
}

export interface Mailer {
  /**
   * Sends one composed MIME message by Gmail.
   * @param mail.threadId Gmail's id of the conversation that it belongs to; null begins one
   * @returns Gmail's ids of the message and of its thread, and its answer as text
   * @throws ExternalServiceError("gmail", …)
   */
  send(
    mail: { accessToken: string; mime: MimeMessage; recipient: string; threadId: string | null },
    signal?: AbortSignal,
  ): Promise<{ id: string; threadId: string | null; response: string }>;
}

export interface GoogleTokens {
  accessToken: string;
  /** ISO 8601 UTC. */
  expiresAt: string;
  /** Only issued with offline access and a fresh consent. */
  refreshToken: string | null;
  /** As granted, which may be less than requested. */
  scopes: string[];
}

export interface GoogleUser {
  sub: string;
  email: string;
  emailVerified: boolean;
  name: string;
}

export interface GoogleAuth {
  /** URL of the consent page for linking a mailbox. */
  authorizationUrl(request: {
    redirectUri: string;
    state: string;
    nonce: string;
    codeChallenge: string;
    loginHint?: string;
    language: Language;
  }): string;
  /** Exchanges a code; verifies the ID token (signature, issuer, audience, expiry, and the nonce if one was sent). */
  exchangeCode(
    request: { code: string; redirectUri: string; codeVerifier?: string; nonce?: string },
    signal?: AbortSignal,
  ): Promise<{ tokens: GoogleTokens; identity: GoogleUser }>;
  refreshTokens(refreshToken: string, signal?: AbortSignal): Promise<GoogleTokens>;
  revokeToken(token: string, signal?: AbortSignal): Promise<void>;
}

/** The cache of sites, shared by all users: a site is read once a month. Never throws. */
export interface SiteCache {
  /**
   * Finds cached readings and claims the sites without one.
   * @param reader id of the search: after a crash it gets its own claims back
   * @returns cached readings by site, and the sites claimed now; another search is reading the rest
   */
  claim(
    reader: string,
    wanted: string[],
    now: Date,
  ): Promise<{ known: Map<string, SiteReading>; claimed: Set<string> }>;
  save(readings: { site: string; reading: SiteReading }[], now: Date): Promise<void>;
  /** Gives back claims of sites that will not be read. */
  release(reader: string, claimed: string[]): Promise<void>;
}

/** Limits each user's writes, approximately. */
export interface WriteLimiter {
  /** @returns whether one more write is allowed this minute */
  tryConsume(userId: string): Promise<boolean>;
}

/** Metadata of a file, without its content. `etag` changes with the content; `size` in bytes. */
export interface FileMetadata {
  size: number;
  etag: string;
}

export interface FileStorage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** @returns null when there is none */
  get(key: string): Promise<Uint8Array | null>;
  /** @returns null when there is none */
  stat(key: string): Promise<FileMetadata | null>;
  /** The content with its metadata, read together. @returns null when there is none */
  load(key: string): Promise<(FileMetadata & { bytes: Uint8Array }) | null>;
  delete(key: string): Promise<void>;
  /** Deletes everything below a prefix, except the named keys and files younger than `since`. */
  deleteAll(prefix: string, spared?: { keys: ReadonlySet<string>; since: Date }): Promise<void>;
}

/** Bytes of a shared file in R2, and of its text: an object has 128 MB of memory for all that it does. */
export const MAX_SHARED_FILE_BYTES = 8_000_000;
export const MAX_SHARED_TEXT_BYTES = 32_000_000;

/** Files that belong to no user, such as the directory's releases. Each is parsed by its schema. */
export interface SharedFiles {
  /**
   * A file that is overwritten now and then, as JSON; at most a minute old, or read anew with `isFresh`.
   * @returns null when there is none
   * @throws ExternalServiceError("shared_files", …)
   */
  readCurrent<T>(key: string, schema: z.ZodType<T>, options?: { isFresh?: boolean }): Promise<T | null>;
  /**
   * A file that never changes, as gzipped JSON; cached where the Worker runs, so that it may outlive its deletion.
   * @returns null when there is none
   * @throws ExternalServiceError("shared_files", …)
   */
  readPublished<T>(key: string, schema: z.ZodType<T>): Promise<T | null>;
  /**
   * Whether a file is there now, whatever is cached.
   * @throws ExternalServiceError("shared_files", …)
   */
  exists(key: string): Promise<boolean>;
}
