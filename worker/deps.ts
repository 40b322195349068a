import { createDnsResolver } from "./adapters/dns-over-https";
import { createGmail } from "./adapters/gmail";
import { createGoogleIdentity } from "./adapters/google";
import { guardedDatabase, guardedObjects, guardedQueue } from "./adapters/guarded";
import { createImported } from "./adapters/imported";
import { restrictTo } from "./adapters/jurisdiction";
import { createNominatim } from "./adapters/nominatim";
import { createOpenAiModel } from "./adapters/openai";
import { createGatedOsm } from "./adapters/osm-gate";
import { createOverpass } from "./adapters/overpass";
import { createR2Files } from "./adapters/r2";
import { createWriter } from "./adapters/rationed-writer";
import { createWeb } from "./adapters/web";
import { createWriteBudget } from "./adapters/write-budget";
import { GOOGLE_SIGN_IN_SCRIPT } from "./addresses";
import { type Config, type Feature, INSIDE, missingSettings, readConfig, toContactLink } from "./config";
import { createDatabase, type Database } from "./db/client";
import type { Env } from "./env";
import { createPurse } from "./model-purse";
import type { Status } from "./objects";
import { notConfigured } from "./platform/api-error";
import type {
  CompanyServer,
  DnsResolver,
  Files,
  Geocoder,
  Identity,
  ImportedDirectory,
  Mailer,
  Model,
  OpenStreetMap,
  Web,
  WriteBudget,
  Writer,
} from "./ports";
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
  /** Where people reach the operator, as a link; null where none is set. */
  contactLink: string | null;
  db: Database;
  files: Files;
  writes: WriteBudget;
  now(): Date;
  readonly identity: Identity;
  readonly mailer: Mailer;
  /** Writes for a user, and counts each question. @param counted how many have been counted already */
  writerFor(userId: string, counted?: number): Writer;
  readonly model: Pick<Model, "look">;
  /** How the services outside do, for everybody. */
  readonly status: DurableObjectStub<Status>;
  /** What the operator has imported; asked before OpenStreetMap. */
  readonly imported: ImportedDirectory;
  /** By way of the one gate of the whole product. Undefined when it is switched off, or when its operators could not reach us. */
  readonly osm: OpenStreetMap | undefined;
  /** The bare adapters, one a server, for the gate alone. */
  readonly osmServers: {
    companies: { url: string; adapter: CompanyServer }[];
    geocoders: { url: string; adapter: Geocoder }[];
  };
  /** Whether companies' sites are read: their operators must be able to reach us. */
  readonly readsSites: boolean;
  /** A new one at every access: it counts the connections of one invocation. */
  readonly web: Web;
  /** Undefined without its setting. */
  readonly dns: DnsResolver | undefined;
  /** Throws the refusal naming what a feature misses, or what the service has just refused us for; returns when it is on. */
  require(feature: Feature): void;
  accounts: Env["ACCOUNT"];
  activities: Env["ACTIVITY"];
  searches: Env["SEARCH"];
  generations: Env["GENERATION"];
  mailboxes: Env["MAILBOX"];
  queues: { crawl: Env["CRAWL_QUEUE"]; generation: Env["GENERATION_QUEUE"]; document: Env["DOCUMENT_QUEUE"] };
  /** Pages of the sandbox that a browser opens; undefined where there is no sandbox. */
  sandboxPages: Fetcher | undefined;
}

/** For what waits its turn behind others: batches of mails. Milliseconds. */
const IN_LINE = 10 * 60_000;

/** Shown where the operator's address would be while the outside world is played. */
const SANDBOX_CONTACT = "mailto:contact@candidature.example";

/** For what nobody is to wait for. Milliseconds. */
const BRIEFLY = 2_000;

let made = new WeakMap<Env, Deps>();

/** Picks the adapters for an environment; the same environment gets the same ones. */
export function depsOf(env: Env): Deps {
  let deps = made.get(env);
  if (!deps) made.set(env, (deps = createDeps(env)));
  return deps;
}

/** Has adapters made anew, which know nothing of services that failed before: tests share an isolate. */
export function forgetDeps(): void {
  made = new WeakMap();
}

function createDeps(env: Env): Deps {
  const config = readConfig(env);
  const missing = missingSettings(config);
  const { SANDBOX } = env;
  const inside = (setting: string | undefined) => SANDBOX !== undefined && setting === INSIDE;
  /** The fetch of a service: into the sandbox while its setting says so. */
  const fetchFor = (setting: string | undefined): typeof fetch =>
    SANDBOX && inside(setting) ? (input, init) => SANDBOX.fetch(input, init) : (input, init) => fetch(input, init);
  /** A page a browser opens: the sandbox serves it under our own origin. */
  const browserUrl = (url: string, setting: string | undefined) =>
    inside(setting) ? `/sandbox/${url.replace("https://", "")}` : url;
  const required = <T>(feature: Feature, value: T): T => {
    if (missing[feature].length > 0) throw notConfigured(feature, missing[feature]);
    return value;
  };

  const { google, openai, contactUrl } = config;
  const userAgent = `Candidature/${VERSION} (+${contactUrl})`;
  const fetchOsm = fetchFor(contactUrl);
  const d1 = guardedDatabase(env.DB);
  const objects = <T extends Rpc.DurableObjectBranded>(
    namespace: DurableObjectNamespace<T>,
    patience?: Parameters<typeof guardedObjects<T>>[1],
  ) => guardedObjects(restrictTo(namespace, config.jurisdiction), patience);
  const now = () => new Date();
  const statuses = objects(env.STATUS, { note: BRIEFLY, noteLook: BRIEFLY, read: BRIEFLY });
  const status = () => statuses.get(statuses.idFromName("status"));
  const report = createReporter(status, now);
  const osmServers = {
    companies: config.overpassUrls.map((url) => ({
      url,
      adapter: reported(
        createOverpass({ fetch: fetchOsm, url, userAgent, allowReserved: inside(contactUrl) }),
        "directory",
        report,
      ),
    })),
    geocoders: [
      {
        url: config.nominatimUrl,
        adapter: reported(
          createNominatim({ fetch: fetchOsm, url: config.nominatimUrl, userAgent }),
          "directory",
          report,
        ),
      },
    ],
  };
  const imported = createImported({ db: d1, allowReserved: inside(contactUrl) });
  const osm = config.osmEnabled && contactUrl !== undefined ? createGatedOsm(objects(env.OSM_GATE)) : undefined;
  const identity = reported(
    createGoogleIdentity({
      fetch: fetchFor(google.clientId),
      clientId: google.clientId ?? "",
      clientSecret: google.clientSecret ?? "",
      browserUrl: (url) => browserUrl(url, google.clientId),
    }),
    "google",
    report,
  );
  const mailer = reported(
    createGmail({ fetch: fetchFor(google.clientId), allowReserved: inside(google.clientId) }),
    "gmail",
    report,
  );
  const db = createDatabase(d1);
  const model = reported(
    createOpenAiModel({ ...openai, fetch: fetchFor(openai.apiKey), apiKey: openai.apiKey ?? "" }),
    "model",
    report,
    "look",
  );
  const writerFor = (userId: string, counted: number) =>
    createWriter({ model, endUser: () => sha256(userId), purse: createPurse({ db, config, now }, userId), counted });
  const newWeb = () => createWeb({ fetch: fetchFor(contactUrl), userAgent, allowReserved: inside(contactUrl) });

  const deps: Deps = {
    config,
    sandbox: SANDBOX !== undefined,
    googleScriptUrl: browserUrl(GOOGLE_SIGN_IN_SCRIPT, google.clientId),
    contactLink: inside(contactUrl) ? SANDBOX_CONTACT : toContactLink(contactUrl),
    db,
    files: createR2Files(env.FILES),
    writes: createWriteBudget(env.WRITE_BUDGET),
    now,
    get identity() {
      return required("google sign-in", identity);
    },
    get mailer() {
      return required("gmail", mailer);
    },
    writerFor: (userId, counted = 0) => required("writing", writerFor(userId, counted)),
    model,
    get status() {
      return status();
    },
    imported,
    osm,
    osmServers,
    readsSites: contactUrl !== undefined,
    get web() {
      return required("company directory", newWeb());
    },
    dns:
      config.dnsResolverUrl === undefined
        ? undefined
        : createDnsResolver({ fetch: fetchFor(contactUrl), url: config.dnsResolverUrl }),
    require(feature) {
      const lacking = required(feature, feature === "writing" ? model.lacking() : null);
      if (lacking) throw lacking;
    },
    accounts: objects(env.ACCOUNT),
    activities: objects(env.ACTIVITY, { lookAgain: BRIEFLY, refuseBefore: BRIEFLY }),
    searches: objects(env.SEARCH),
    generations: objects(env.GENERATION),
    mailboxes: objects(env.MAILBOX, { send: IN_LINE, sendTest: IN_LINE }),
    queues: {
      crawl: guardedQueue(env.CRAWL_QUEUE),
      generation: guardedQueue(env.GENERATION_QUEUE),
      document: guardedQueue(env.DOCUMENT_QUEUE),
    },
    sandboxPages: SANDBOX,
  };
  return deps;
}
