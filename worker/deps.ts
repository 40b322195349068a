import { guardedDatabase, guardedObjects, guardedQueue } from "./adapters/guarded";
import { createGmail } from "./adapters/gmail";
import { createImported } from "./adapters/imported";
import { createGoogleIdentity } from "./adapters/google";
import { createNominatim } from "./adapters/nominatim";
import { createOpenAiModel } from "./adapters/openai";
import { createGatedOsm } from "./adapters/osm-gate";
import { createOverpass } from "./adapters/overpass";
import { createR2Files } from "./adapters/r2";
import { createWriter } from "./adapters/rationed-writer";
import { createWeb } from "./adapters/web";
import { GOOGLE_SIGN_IN_SCRIPT } from "./addresses";
import { type Config, type Feature, missingSettings, readConfig } from "./config";
import { createDatabase, type Database } from "./db/client";
import type { Env } from "./env";
import { createPurse } from "./model-purse";
import type { Status } from "./objects";
import type { CompanyDirectory, Files, Geocoder, Identity, Mailer, Model, NamesDirectory, Web, Writer } from "./ports";
import { switchedOff } from "./refusal";
import { sha256 } from "./sha256";
import { createReporter, reported } from "./status/reporter";
import { VERSION } from "./version";

/** Everything a room may use of the world. A port whose settings are missing throws the refusal that names them. */
export interface Deps {
  config: Config;
  /** The outside world is the sandbox. */
  sandbox: boolean;
  /** Address of Google's sign-in script as a browser loads it. */
  googleScriptUrl: string;
  db: Database;
  files: Files;
  now(): Date;
  readonly identity: Identity;
  readonly mailer: Mailer;
  /** Writes for a user, and counts each question. @param counted how many have been counted already */
  writerFor(userId: string, counted?: number): Writer;
  readonly model: Pick<Model, "look">;
  /** How the services outside do, for everybody. */
  readonly status: DurableObjectStub<Status>;
  /** What the operator has imported; asked before `directory`. */
  readonly imported: NamesDirectory;
  /** OpenStreetMap. Both go through the one gate of the whole product. */
  readonly directory: CompanyDirectory;
  readonly geocoder: Geocoder;
  /** The bare adapters, one a server, for the gate alone. */
  readonly osm: { directories: { url: string; adapter: CompanyDirectory }[]; geocoders: { url: string; adapter: Geocoder }[] };
  /** A new one at every access: it counts the connections of one invocation. */
  readonly web: Web;
  /** Throws the refusal naming what a feature misses, or what the service has just refused us for; returns when it is on. */
  require(feature: Feature): void;
  accounts: Env["ACCOUNT"];
  searches: Env["SEARCH"];
  generations: Env["GENERATION"];
  mailboxes: Env["MAILBOX"];
  queues: { crawl: Env["CRAWL_QUEUE"]; generation: Env["GENERATION_QUEUE"]; document: Env["DOCUMENT_QUEUE"] };
  /** Pages of the sandbox that a browser opens; undefined where there is no sandbox. */
  sandboxPages: Fetcher | undefined;
}

/** For what waits its turn behind others: batches of mails, questions to a server that takes one a second. Milliseconds. */
const IN_LINE = 10 * 60_000;

/** The value of a setting that keeps its service inside the sandbox; any other lets that one service out. */
const INSIDE = "sandbox";

/** For what nobody is to wait for. Milliseconds. */
const BRIEFLY = 2_000;

const made = new WeakMap<Env, Deps>();

/** Picks the adapters for an environment; the same environment gets the same ones. */
export function depsOf(env: Env): Deps {
  let deps = made.get(env);
  if (!deps) made.set(env, (deps = createDeps(env)));
  return deps;
}

function createDeps(env: Env): Deps {
  const config = readConfig(env);
  const missing = missingSettings(config);
  const { SANDBOX } = env;
  const inside = (setting: string | undefined) => SANDBOX !== undefined && setting === INSIDE;
  /** The fetch of a service: into the sandbox while its setting says so. */
  const fetchFor = (setting: string | undefined): typeof fetch => (SANDBOX && inside(setting) ? (input, init) => SANDBOX.fetch(input, init) : (input, init) => fetch(input, init));
  /** A page a browser opens: the sandbox serves it under our own origin. */
  const browserUrl = (url: string, setting: string | undefined) => (inside(setting) ? `/sandbox/${url.replace("https://", "")}` : url);
  const required = <T>(feature: Feature, value: T): T => {
    if (missing[feature].length > 0) throw switchedOff(feature, missing[feature]);
    return value;
  };

  const { google, openai, contactUrl } = config;
  const userAgent = `Candidature/${VERSION} (+${contactUrl})`;
  const fetchOsm = fetchFor(contactUrl);
  const now = () => new Date();
  const statuses = guardedObjects(env.STATUS, { note: BRIEFLY, noteLook: BRIEFLY, read: BRIEFLY });
  const status = () => statuses.get(statuses.idFromName("status"));
  const report = createReporter(status, now);
  const osm = {
    directories: config.overpassUrls.map((url) => ({ url, adapter: reported(createOverpass({ fetch: fetchOsm, url, userAgent, allowReserved: inside(contactUrl) }), "directory", report) })),
    geocoders: [{ url: config.nominatimUrl, adapter: reported(createNominatim({ fetch: fetchOsm, url: config.nominatimUrl, userAgent }), "directory", report) }],
  };
  const d1 = guardedDatabase(env.DB);
  const imported = createImported({ db: d1, allowReserved: inside(contactUrl) });
  const gated = createGatedOsm(guardedObjects(env.OSM_GATE, { locate: IN_LINE, find: IN_LINE }));
  const identity = reported(createGoogleIdentity({
    fetch: fetchFor(google.clientId), clientId: google.clientId ?? "", clientSecret: google.clientSecret ?? "",
    browserUrl: (url) => browserUrl(url, google.clientId),
  }), "google", report);
  const mailer = reported(createGmail({ fetch: fetchFor(google.clientId), allowReserved: inside(google.clientId) }), "gmail", report);
  const db = createDatabase(d1);
  const model = reported(createOpenAiModel({ ...openai, fetch: fetchFor(openai.apiKey), apiKey: openai.apiKey ?? "" }), "model", report, "look");
  const writerFor = (userId: string, counted: number) => createWriter({ model, endUser: () => sha256(userId), purse: createPurse({ db, config, now }, userId), counted });
  const newWeb = () => createWeb({ fetch: fetchFor(contactUrl), userAgent, allowReserved: inside(contactUrl) });

  const deps: Deps = {
    config,
    sandbox: SANDBOX !== undefined,
    googleScriptUrl: browserUrl(GOOGLE_SIGN_IN_SCRIPT, google.clientId),
    db,
    files: createR2Files(env.FILES),
    now,
    get identity() { return required("google sign-in", identity); },
    get mailer() { return required("gmail", mailer); },
    writerFor: (userId, counted = 0) => required("writing", writerFor(userId, counted)),
    model,
    get status() { return status(); },
    get imported() { return required("company directory", imported); },
    get directory() { return required("company directory", gated.directory); },
    get geocoder() { return required("company directory", gated.geocoder); },
    get osm() { return required("company directory", osm); },
    get web() { return required("company directory", newWeb()); },
    require(feature) {
      const lacking = required(feature, feature === "writing" ? model.lacking() : null);
      if (lacking) throw lacking;
    },
    accounts: guardedObjects(env.ACCOUNT),
    searches: guardedObjects(env.SEARCH),
    generations: guardedObjects(env.GENERATION),
    mailboxes: guardedObjects(env.MAILBOX, { send: IN_LINE, sendTest: IN_LINE }),
    queues: { crawl: guardedQueue(env.CRAWL_QUEUE), generation: guardedQueue(env.GENERATION_QUEUE), document: guardedQueue(env.DOCUMENT_QUEUE) },
    sandboxPages: SANDBOX,
  };
  return deps;
}
