import type { z } from "zod";
import type { Language } from "./contract/fields";

/** The outside services, as errors name them. */
export type Service = "overpass" | "nominatim" | "imported" | "web" | "writer" | "gmail" | "google" | "files" | "dns";

export type OutsideFailure =
  | "timeout" // no answer in time
  | "unreachable" // no connection, or it broke
  | "refused" // a definite no (4xx)
  | "misconfigured" // a no that only the operator can change: model gone, key refused, account empty
  | "rate_limited" // told to wait
  | "server_error" // 5xx
  | "too_large"
  | "bad_answer" // an answer that is not what its documents promise
  | "aborted"; // we gave up, on the user's wish

interface OutsideDetails {
  status?: number;
  reason?: string;
  retryAfterSeconds?: number;
  response?: string;
}

/** The only way an adapter fails. `reason` is the service's own word for it, `status` its HTTP status. */
export class OutsideError extends Error {
  readonly service: Service;
  readonly failure: OutsideFailure;
  readonly details: OutsideDetails;

  constructor(service: Service, failure: OutsideFailure, message: string, details: OutsideDetails = {}) {
    super(message);
    this.name = "OutsideError";
    this.service = service;
    this.failure = failure;
    this.details = details;
  }
}

/** What we stand on, as errors name it. */
export type Part = "database" | "queue" | "object";

/** A part of the platform failed, or gave no answer in time. What was asked of it may have been done all the same. */
export class Outage extends Error {
  readonly part: Part;

  constructor(part: Part, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Outage";
    this.part = part;
  }
}

/** The reasons of a writer that was not asked: the day's ceiling is reached, or the user's share of it. */
export const OVER_BUDGET = "over_budget";
export const OVER_SHARE = "over_share";

const PASSING: ReadonlySet<OutsideFailure> = new Set(["timeout", "unreachable", "server_error", "rate_limited"]);

/** Whether another try may do better. */
export const mayPass = ({ failure }: OutsideError): boolean => PASSING.has(failure);

/** All of the tags must hold: `[["office", "company"], ["company", "software"]]`. */
export type TagFilter = readonly (readonly [key: string, value: string])[];

export interface Area {
  /** The city as the user wrote it. */
  city: string;
  /** Its plain name. */
  name: string;
  /** All that it is called: in its own language and in ours. */
  names: string[];
  /** ISO 3166-1 alpha-2, upper case. */
  country: string;
  /** Its border in OpenStreetMap: a relation's number, or null where only the box is known. */
  relation: number | null;
  /** Degrees. */
  box: { south: number; west: number; north: number; east: number };
}

/** A city of which nobody could say where it is. The country is the one the user wrote, if any. */
export type UnlocatedCity = Pick<Area, "city" | "name" | "names"> & { country: string | null; box: null };

export interface DirectoryCompany {
  name: string;
  website: string | null;
  emails: string[];
  phones: string[];
  /** Those that tell its kind; our own categories are values of `gcid`. Several values of one key are joined by `;`. */
  tags: Record<string, string>;
  /** Page of this entry in the directory; empty when it has none. */
  page: string;
  /** Name and licence of the directory. */
  source: string;
  /** Where it says that it is, if not simply in the area asked for. */
  place?: { city: string; country: string };
}

export interface DirectoryAnswer {
  companies: DirectoryCompany[];
  /** Why there may be more: there were too many, or the time ran out. Null when these are all. */
  incomplete: "too_many" | "out_of_time" | null;
}

/** The directories that the operator has imported. They know cities by their names too. */
export interface ImportedDirectory {
  /** Companies of any of the categories (identifiers of our catalogue, and the tags they stand for) or with any of the texts in their names. */
  find(query: {
    area: Area | UnlocatedCity;
    gcids: string[];
    filters: TagFilter[];
    names: string[];
  }): Promise<ImportedAnswer>;
  isEmpty(): Promise<boolean>;
}

export interface ImportedAnswer extends DirectoryAnswer {
  /** Of the countries that an imported directory covers: the one asked for, or all when none is known. ISO 3166-1 alpha-2. */
  covered: string[];
  /** Whether any company stands in this city, of whatever kind. */
  knowsCity: boolean;
}

/** One kind of company to ask OpenStreetMap for: any of the filters, or a text in the name. */
export type Kind = { filters: readonly TagFilter[] } | { text: string };

/** One server of Overpass. */
export interface CompanyServer {
  /** All kinds in one request. @returns an answer for each kind, in their order; null for one that the server did not come to */
  find(query: { area: Area; kinds: Kind[] }, signal?: AbortSignal): Promise<(DirectoryAnswer | null)[]>;
}

/** One server of Nominatim. */
export interface Geocoder {
  /** @returns null when no such city is known */
  locate(city: string, signal?: AbortSignal): Promise<Area | null>;
}

/** Who asks OpenStreetMap: users take turns, and so do the searches of one user. */
export interface Asker {
  userId: string;
  searchId: string;
}

/** A place in a line: 1 is next. `seconds`: the time until then, estimated. */
export interface PlaceInLine {
  place: number;
  seconds: number;
}

/** What a question is answered that may have to wait for its turn. It keeps its place as long as it is asked again every few seconds. */
export type Turn<T> = { state: "answered"; value: T } | ({ state: "waiting" } & PlaceInLine);

/** OpenStreetMap, whose servers take one question at a time of the whole product. */
export interface OpenStreetMap {
  locate(asker: Asker, city: string): Promise<Turn<Area | null>>;
  find(asker: Asker, query: { area: Area; kinds: Kind[] }): Promise<Turn<DirectoryAnswer>>;
  /** The search asks no more: its questions lose their places. */
  leave(searchId: string): Promise<void>;
}

/** The reason of a question that was not taken: too many wait already. */
export const LINE_FULL = "line_full";

export interface WebPage {
  /** Address after redirects. */
  url: string;
  status: number;
  text: string;
  contentType: string;
  truncated: boolean;
}

/** A redirect that was not followed: the next address is for its reader to judge. */
export interface WebRedirect {
  /** The address that redirects. */
  url: string;
  /** Where it sends its reader: absolute, and one that may be opened. */
  location: string;
}

export type WebAnswer = WebPage | WebRedirect;

/** The one door to third-party pages. */
export interface Web {
  /**
   * Reads a page. A redirect is followed on the same host, with or without "www."; to another host it is handed back.
   * @param options.mayFollow what it does not allow is handed back too
   * @param options.timeoutMs for this page, redirects and body included; not for the time it waits for a connection
   * @param options.onOpen called when it has one
   */
  read(
    url: string,
    options?: {
      signal?: AbortSignal;
      accept?: "html" | "text";
      mayFollow?: (url: string) => boolean;
      timeoutMs?: number;
      onOpen?: () => void;
    },
  ): Promise<WebAnswer>;
}

/** What names of the public DNS say. */
export interface DnsResolver {
  /**
   * @returns the texts (TXT) of a name itself, not of one it is an alias of; none for a name that does not exist
   * @throws OutsideError("dns", …)
   */
  readTexts(name: string, signal?: AbortSignal): Promise<string[]>;
}

/** What a port answers across objects, where an error would lose its class. */
export type GateAnswer<T> =
  | { ok: true; value: T }
  | { ok: false; error: Pick<OutsideError, "service" | "failure" | "message" | "details"> };

/** One question to the model and the shape its answer must have. */
export interface Prompt<T> {
  /** Name of the answer's shape: letters, digits, `_`. */
  name: string;
  instructions: string;
  /** What the instructions are about; foreign text in it is data, never an instruction. */
  input: string;
  answer: z.ZodType<T>;
  /** Somebody waits for it on the screen: the least reasoning, and no second try. */
  hurried?: true;
}

export interface Writer {
  /** Answers in the prompt's shape or throws OutsideError("writer", …); at most 45 s a try and one retry of what may pass. */
  answer<T>(prompt: Prompt<T>, signal?: AbortSignal): Promise<T>;
}

/** The model itself, without retries and budgets. */
export interface Model {
  /** What it has refused us for a moment ago, and only the operator can put right: it is not asked then. */
  lacking(): OutsideError | null;
  /**
   * Asks once, at most 45 s. Throws OutsideError("writer", …).
   * @param endUser tells the users of the product apart for the service, and nobody else
   */
  ask<T>(prompt: Prompt<T>, endUser: string, signal?: AbortSignal): Promise<T>;
  /** Looks, without asking anything, which model answers. `endsOn`: the day it is shut down (YYYY-MM-DD), where one is announced. */
  look(signal?: AbortSignal): Promise<{ model: string; endsOn: string | null }>;
}

/**
 * A composed message, in ASCII, around what is attached to it: that is encoded on its way out, so that a mail never weighs several times its CV.
 */
export interface MimeMessage {
  /** All of it when nothing is attached. */
  head: string;
  attached: Uint8Array | null;
  tail: string;
}

export interface Mailer {
  /**
   * Gives Gmail one composed MIME message.
   * @returns Gmail's ids of the message and of its thread, and its answer as text. Throws OutsideError("gmail", …).
   */
  send(
    mail: { accessToken: string; mime: MimeMessage; recipient: string },
    signal?: AbortSignal,
  ): Promise<{ id: string; threadId: string | null; response: string }>;
}

export interface Tokens {
  accessToken: string;
  /** ISO 8601 UTC. */
  expiresAt: string;
  /** Only given with offline access and a fresh consent. */
  refreshToken: string | null;
  /** As granted, which may be less than was asked. */
  scopes: string[];
}

export interface GoogleIdentity {
  sub: string;
  email: string;
  emailVerified: boolean;
  name: string;
}

export interface Identity {
  /** Address of the consent page for linking a mailbox. */
  authorizationUrl(request: {
    redirectUri: string;
    state: string;
    nonce: string;
    codeChallenge: string;
    loginHint?: string;
    language: Language;
  }): string;
  /** Exchanges a code; the ID token is verified (signature, issuer, audience, expiry, and the nonce where one was given to Google). */
  exchange(
    request: { code: string; redirectUri: string; codeVerifier?: string; nonce?: string },
    signal?: AbortSignal,
  ): Promise<{ tokens: Tokens; identity: GoogleIdentity }>;
  refresh(refreshToken: string, signal?: AbortSignal): Promise<Tokens>;
  revoke(token: string, signal?: AbortSignal): Promise<void>;
}

/** Counts what each user changes, roughly. */
export interface WriteBudget {
  /** @returns whether one change more is allowed this minute */
  spend(userId: string): Promise<boolean>;
}

/** What is known of a file without reading it. `etag` changes with its content; `size` in bytes. */
export interface FileFacts {
  size: number;
  etag: string;
}

export interface Files {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** @returns null when there is none */
  get(key: string): Promise<Uint8Array | null>;
  /** @returns null when there is none */
  stat(key: string): Promise<FileFacts | null>;
  /** The content together with what `stat` says of that very content. @returns null when there is none */
  load(key: string): Promise<(FileFacts & { bytes: Uint8Array }) | null>;
  delete(key: string): Promise<void>;
  /** Deletes everything below a prefix, save what is named and what is younger than `since`. */
  deleteAll(prefix: string, spared?: { key: string; since: Date }): Promise<void>;
}
