import { DAY, periodOf } from "./account/rules-spending";
import { spendModelCall } from "./account/store-spending";
import { guardedDatabase, guardedObjects, guardedQueue } from "./adapters/guarded";
import { createDnsResolver } from "./adapters/dns-over-https";
import { createGmail } from "./adapters/gmail";
import { createImported } from "./adapters/imported";
import { createGoogleIdentity } from "./adapters/google";
import { restrictTo } from "./adapters/jurisdiction";
import { createNominatim } from "./adapters/nominatim";
import { createOpenAiWriter } from "./adapters/openai";
import { createGatedOsm } from "./adapters/osm-gate";
import { createOverpass } from "./adapters/overpass";
import { createR2Files } from "./adapters/r2";
import { rationed } from "./adapters/rationed-writer";
import { createWeb } from "./adapters/web";
import { GOOGLE_SIGN_IN_SCRIPT } from "./addresses";
import { type Config, type Feature, INSIDE, missingSettings, readConfig, toContactLink } from "./config";
import { createDatabase, type Database } from "./db/client";
import type { Env } from "./env";
import type { CompanyServer, DnsResolver, Files, Geocoder, Identity, ImportedDirectory, Mailer, OpenStreetMap, Web, Writer } from "./ports";
import { switchedOff } from "./refusal";
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
  now(): Date;
  readonly identity: Identity;
  readonly mailer: Mailer;
  readonly writer: Writer;
  /** The same, for whoever has counted its first questions under the day's ceiling already. */
  writerCounted(questions: number): Writer;
  /** What the operator has imported; asked before OpenStreetMap. */
  readonly imported: ImportedDirectory;
  /** By way of the one gate of the whole product. Undefined when it is switched off, or when its operators could not reach us. */
  readonly osm: OpenStreetMap | undefined;
  /** The bare adapters, one a server, for the gate alone. */
  readonly osmServers: { companies: { url: string; adapter: CompanyServer }[]; geocoders: { url: string; adapter: Geocoder }[] };
  /** Whether companies' sites are read: their operators must be able to reach us. */
  readonly readsSites: boolean;
  /** A new one at every access: it counts the connections of one invocation. */
  readonly web: Web;
  /** Undefined without its setting. */
  readonly dns: DnsResolver | undefined;
  /** Throws the refusal naming what a feature misses; returns when it is on. */
  require(feature: Feature): void;
  accounts: Env["ACCOUNT"];
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
    deps.require(feature);
    return value;
  };

  const { google, openai, contactUrl } = config;
  const userAgent = `Candidature/${VERSION} (+${contactUrl})`;
  const fetchOsm = fetchFor(contactUrl);
  const osmServers = {
    companies: config.overpassUrls.map((url) => ({ url, adapter: createOverpass({ fetch: fetchOsm, url, userAgent, allowReserved: inside(contactUrl) }) })),
    geocoders: [{ url: config.nominatimUrl, adapter: createNominatim({ fetch: fetchOsm, url: config.nominatimUrl, userAgent }) }],
  };
  const d1 = guardedDatabase(env.DB);
  const objects = <T extends Rpc.DurableObjectBranded>(
    namespace: DurableObjectNamespace<T>, patience?: Parameters<typeof guardedObjects<T>>[1],
  ) => guardedObjects(restrictTo(namespace, config.jurisdiction), patience);
  const imported = createImported({ db: d1, allowReserved: inside(contactUrl) });
  const osm = config.osmEnabled && contactUrl !== undefined ? createGatedOsm(objects(env.OSM_GATE)) : undefined;
  const identity = createGoogleIdentity({
    fetch: fetchFor(google.clientId), clientId: google.clientId ?? "", clientSecret: google.clientSecret ?? "",
    browserUrl: (url) => browserUrl(url, google.clientId),
  });
  const mailer = createGmail({ fetch: fetchFor(google.clientId), allowReserved: inside(google.clientId) });
  const db = createDatabase(d1);
  const now = () => new Date();
  const model = createOpenAiWriter({ fetch: fetchFor(openai.apiKey), apiKey: openai.apiKey ?? "", baseUrl: openai.baseUrl, model: openai.model });
  const countQuestion = async () => ((await spendModelCall(db, config.modelCallsPerDay, now())).length > 0 ? null : periodOf(now(), DAY).secondsLeft);
  const writer = rationed(model, countQuestion);
  const newWeb = () => createWeb({ fetch: fetchFor(contactUrl), userAgent, allowReserved: inside(contactUrl) });

  const deps: Deps = {
    config,
    sandbox: SANDBOX !== undefined,
    googleScriptUrl: browserUrl(GOOGLE_SIGN_IN_SCRIPT, google.clientId),
    contactLink: inside(contactUrl) ? SANDBOX_CONTACT : toContactLink(contactUrl),
    db,
    files: createR2Files(env.FILES),
    now,
    get identity() { return required("google sign-in", identity); },
    get mailer() { return required("gmail", mailer); },
    get writer() { return required("writing", writer); },
    writerCounted: (questions) => required("writing", rationed(model, countQuestion, questions)),
    imported,
    osm,
    osmServers,
    readsSites: contactUrl !== undefined,
    get web() { return required("company directory", newWeb()); },
    dns: config.dnsResolverUrl === undefined
      ? undefined
      : createDnsResolver({ fetch: fetchFor(contactUrl), url: config.dnsResolverUrl }),
    require(feature) {
      if (missing[feature].length > 0) throw switchedOff(feature, missing[feature]);
    },
    accounts: objects(env.ACCOUNT),
    searches: objects(env.SEARCH),
    generations: objects(env.GENERATION),
    mailboxes: objects(env.MAILBOX, { send: IN_LINE, sendTest: IN_LINE }),
    queues: { crawl: guardedQueue(env.CRAWL_QUEUE), generation: guardedQueue(env.GENERATION_QUEUE), document: guardedQueue(env.DOCUMENT_QUEUE) },
    sandboxPages: SANDBOX,
  };
  return deps;
}
