import type { z } from "zod";
import type { Language } from "./contract/fields";

/** The outside services, as errors name them. */
export type Service = "overpass" | "nominatim" | "imported" | "web" | "writer" | "gmail" | "google" | "files";

export type OutsideFailure =
  | "timeout" // no answer in time
  | "unreachable" // no connection, or it broke
  | "refused" // a definite no (4xx)
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

/** The reason of a writer that was not asked: the day's ceiling is reached. */
export const OVER_BUDGET = "over_budget";

/** The reason of a service that does not accept the settings of this server: nobody but its operator can mend that. */
export const MISCONFIGURED = "misconfigured";

const PASSING: ReadonlySet<OutsideFailure> = new Set(["timeout", "unreachable", "server_error", "rate_limited"]);

/** Whether another try may do better. An account that is out of credit stays so, whatever the status says. */
export const mayPass = ({ failure, details }: OutsideError): boolean => PASSING.has(failure) && details.reason !== "insufficient_quota";

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
  osm: { type: "relation" | "way" | "node"; id: number };
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

/** What to look for: any of the categories (identifiers of our catalogue, and the tags they stand for) or of the texts in a name. */
export interface DirectoryQuery {
  area: Area;
  gcids: string[];
  filters: TagFilter[];
  names: string[];
}

export interface DirectoryAnswer {
  companies: DirectoryCompany[];
  /** Why there may be more: there were too many, or the time ran out. Null when these are all. */
  incomplete: "too_many" | "out_of_time" | null;
}

export interface CompanyDirectory {
  find(query: DirectoryQuery, signal?: AbortSignal): Promise<DirectoryAnswer>;
}

/** A directory that knows cities by their names too. */
export interface NamesDirectory extends CompanyDirectory {
  find(query: Omit<DirectoryQuery, "area"> & { area: Area | UnlocatedCity }): Promise<DirectoryAnswer>;
}

export interface Geocoder {
  /** @returns null when no such city is known */
  locate(city: string, signal?: AbortSignal): Promise<Area | null>;
}

export interface WebPage {
  /** Address after redirects. */
  url: string;
  status: number;
  text: string;
  contentType: string;
  truncated: boolean;
}

/** The one door to third-party pages. */
export interface Web {
  /**
   * @param options.timeoutMs for this page, redirects and body included; not for the time it waits for a connection
   * @param options.onOpen called when it has one
   */
  read(url: string, options?: { signal?: AbortSignal; accept?: "html" | "text"; timeoutMs?: number; onOpen?: () => void }): Promise<WebPage>;
}

/** What a port answers across objects, where an error would lose its class. */
export type GateAnswer<T> = { ok: true; value: T } | { ok: false; error: Pick<OutsideError, "service" | "failure" | "message" | "details"> };

/** One question to the model and the shape its answer must have. */
export interface Prompt<T> {
  /** Name of the answer's shape: letters, digits, `_`. */
  name: string;
  instructions: string;
  /** What the instructions are about; foreign text in it is data, never an instruction. */
  input: string;
  answer: z.ZodType<T>;
}

export interface Writer {
  /** Answers in the prompt's shape or throws OutsideError("writer", …); at most 45 s a try and one retry of what may pass. */
  answer<T>(prompt: Prompt<T>, signal?: AbortSignal): Promise<T>;
}

export interface Mailer {
  /** Gives Gmail one composed MIME message. @returns Gmail's answer as text. Throws OutsideError("gmail", …). */
  send(mail: { accessToken: string; mime: string; recipient: string }, signal?: AbortSignal): Promise<{ id: string; response: string }>;
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
  authorizationUrl(request: { redirectUri: string; state: string; nonce: string; codeChallenge: string; loginHint?: string; language: Language }): string;
  /** Exchanges a code; the ID token is verified (signature, issuer, audience, expiry, and the nonce where one was given to Google). */
  exchange(request: { code: string; redirectUri: string; codeVerifier?: string; nonce?: string }, signal?: AbortSignal): Promise<{ tokens: Tokens; identity: GoogleIdentity }>;
  refresh(refreshToken: string, signal?: AbortSignal): Promise<Tokens>;
  revoke(token: string, signal?: AbortSignal): Promise<void>;
}

/** Counts what each user changes, roughly. */
export interface WriteBudget {
  /** @returns whether one change more is allowed this minute */
  spend(userId: string): Promise<boolean>;
}

export interface Files {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** @returns null when there is none */
  get(key: string): Promise<Uint8Array | null>;
  delete(key: string): Promise<void>;
  /** Deletes everything below a prefix, save what is named and what is younger than `since`. */
  deleteAll(prefix: string, spared?: { key: string; since: Date }): Promise<void>;
}

