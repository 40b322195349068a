import { withDatabaseTimeouts, withObjectTimeouts, withQueueTimeouts } from "./adapters/binding-timeouts";
import { createDnsResolver } from "./adapters/dns-resolver";
import { createGmailMailer } from "./adapters/gmail/gmail-client";
import { createGoogleAuth } from "./adapters/google/google-auth";
import { restrictToJurisdiction } from "./adapters/jurisdiction";
import { createBudgetedLlm } from "./adapters/llm/budgeted-llm";
import { createOpenAiBatches } from "./adapters/llm/openai-batches";
import { createOpenAiClient } from "./adapters/llm/openai-client";
import { createNominatim } from "./adapters/osm/nominatim";
import { createOsmClient } from "./adapters/osm/osm-client";
import { createOverpass } from "./adapters/osm/overpass";
import { createR2Files } from "./adapters/r2-files";
import { listShardDatabases, openShardObject } from "./adapters/shard-databases";
import { createSharedFiles } from "./adapters/shared-files";
import { createSiteCache } from "./adapters/site-cache";
import { createPageFetcher } from "./adapters/web-fetch/fetch-page";
import { checkSite, toSiteUrl } from "./adapters/web-fetch/ssrf-guard";
import { createWriteLimiter } from "./adapters/write-rate-limit";
import { createSharedDatabase, createUserDatabase, type SharedDatabase, type UserDatabase } from "./db/client";
import { createCurrentPlaces, type OpenCurrentPlaces } from "./directory/places/place-table";
import { sha256 } from "./lib/hash";
import { sampleLogs } from "./lib/log";
import { VERSION } from "./lib/version";
import { createMetrics, type Metrics, reportLlmCall } from "./monitoring/metrics";
import { createReporter, withReporting } from "./monitoring/service-reporter";
import { notConfigured } from "./platform/api-error";
import {
  type Config,
  type Feature,
  SANDBOX_SETTING,
  listMissingSettings,
  readConfig,
  toContactLink,
} from "./platform/config";
import type { LlmBudgetRpc, StatusRpc, UserShardRpc } from "./platform/durable-objects";
import type { Env } from "./platform/env";
import type {
  Dependency,
  OverpassServer,
  DnsResolver,
  FileStorage,
  Geocoder,
  GoogleAuth,
  Mailer,
  LlmBatches,
  LlmClient,
  OpenStreetMap,
  PageFetcher,
  SharedFiles,
  SiteCache,
  SiteCheck,
  WriteLimiter,
  PrepaidLlm,
} from "./platform/ports";
import { GOOGLE_SIGN_IN_SCRIPT_URL } from "./platform/service-urls";
import { createLlmBudget } from "./quotas/llm-budget";
import { locateUser } from "./shards/user-shards";

/**
 * The ports and bindings that are the same for all users. A port whose settings are missing throws the error that names
 * them.
 */
export interface CommonDeps {
  config: Config;
  /** Whether the external services are the sandbox. */
  sandbox: boolean;
  /** Address of Google's sign-in script as a browser loads it. */
  googleScriptUrl: string;
  /** Where people reach the operator, as a link; null where none is set. */
  contactLink: string | null;
  sharedDb: SharedDatabase;
  /** The shards bound, in order; 0 is always one. */
  shards: readonly number[];
  /** For the operator's commands, which make the tables of a shard before any version has it. */
  openShardObject(shard: number): DurableObjectStub<UserShardRpc>;
  /** @throws for a shard that is not bound */
  openShard(shard: number): Deps;
  /**
   * The shard of a user, as the directory says; it is not asked where only one is bound.
   * @param unlisted of a user without an entry, 0 where it is not known
   * @throws ApiError `account_moving`; `unavailable` for a shard that is not bound here
   */
  openUserShard(userId: string, unlisted?: number): Promise<Deps>;
  files: FileStorage;
  sharedFiles: SharedFiles;
  openPlaces: OpenCurrentPlaces;
  writeLimiter: WriteLimiter;
  now(): Date;
  readonly googleAuth: GoogleAuth;
  readonly mailer: Mailer;
  readonly llmClient: Pick<LlmClient, "checkModel">;
  readonly llmBatches: LlmBatches;
  metrics: Metrics;
  /** Status of the external services. */
  readonly status: DurableObjectStub<StatusRpc>;
  /** The day's LLM calls of all users, which objects of users lease. */
  readonly llmBudget: DurableObjectStub<LlmBudgetRpc>;
  /** A web address that strangers wrote as a URL that may be fetched, or null. */
  parseSiteUrl(address: string): string | null;
  /** Through the rate limiter's object. Undefined when switched off, or without a contact for its operators. */
  readonly osm: OpenStreetMap | undefined;
  /** The servers' adapters, for the rate limiter alone. */
  readonly osmServers: {
    companies: { url: string; adapter: OverpassServer }[];
    geocoders: { url: string; adapter: Geocoder }[];
  };
  /** Whether companies' sites are read: their operators must be able to reach us. */
  readonly readsSites: boolean;
  /** The check that every fetch makes, for sites that a user gives. */
  checkSite: SiteCheck;
  /** A new one at every access: it counts the connections of one invocation. */
  readonly web: PageFetcher;
  readonly siteCache: SiteCache;
  /** Undefined without its setting. */
  readonly dns: DnsResolver | undefined;
  /** Throws when settings of the feature are missing, or when the service has just rejected our configuration. */
  requireFeature(feature: Feature): void;
  accounts: Env["ACCOUNT"];
  activities: Env["ACTIVITY"];
  searches: Env["SEARCH"];
  generations: Env["GENERATION"];
  mailboxes: Env["MAILBOX"];
  queues: { crawl: Env["CRAWL_QUEUE"]; generation: Env["GENERATION_QUEUE"]; document: Env["DOCUMENT_QUEUE"] };
  /** Pages of the sandbox that a browser opens; undefined where there is no sandbox. */
  sandboxPages: Fetcher | undefined;
}

/** What the work for a user gets: entry points pick their shard once. */
export interface Deps extends CommonDeps {
  shard: number;
  /** The database of that shard. */
  db: UserDatabase;
  /** LLM of a user, which counts each call. @param counted calls that the user's share has paid already */
  getLlm(userId: string, counted?: number): PrepaidLlm;
}

/** For calls that queue behind others: batches of mails. Milliseconds. */
const BATCH_TIMEOUT_MS = 10 * 60_000;

/** Stands for the operator's address while the sandbox runs. */
const SANDBOX_CONTACT_LINK = "mailto:contact@candidature.example";

/** For calls that must not delay a request. Milliseconds. */
const SHORT_TIMEOUT_MS = 2_000;

let depsByEnv = new WeakMap<Env, CommonDeps>();

/** Picks the adapters for an environment; the same environment gets the same ones. */
export function composeDeps(env: Env): CommonDeps {
  let deps = depsByEnv.get(env);
  if (!deps) depsByEnv.set(env, (deps = createDeps(env)));
  return deps;
}

/** Drops cached adapters and what they know of failed services: tests share an isolate. */
export function clearDepsCache(): void {
  depsByEnv = new WeakMap();
}

function createDeps(env: Env): CommonDeps {
  const config = readConfig(env);
  const missing = listMissingSettings(config);
  sampleLogs(config.logSamplePercent);
  const metrics = createMetrics(env.METRICS, env.DEPLOYMENT?.id ?? VERSION);
  const onFailure = (dependency: Dependency, call: string) =>
    metrics.write({ kind: "binding_failure", dependency, call });
  const { SANDBOX } = env;
  const isSandboxed = (setting: string | undefined) => SANDBOX !== undefined && setting === SANDBOX_SETTING;
  /** The fetch of a service: the sandbox's while its setting says so. */
  const toServiceFetch = (setting: string | undefined): typeof fetch =>
    SANDBOX && isSandboxed(setting) ? (input, init) => SANDBOX.fetch(input, init) : (input, init) => fetch(input, init);
  /** A page a browser opens: the sandbox serves it under our own origin. */
  const toBrowserUrl = (url: string, setting: string | undefined) =>
    isSandboxed(setting) ? `/sandbox/${url.replace("https://", "")}` : url;
  const requireSettings = <T>(feature: Feature, value: T): T => {
    if (missing[feature].length > 0) throw notConfigured(feature, missing[feature]);
    return value;
  };

  const { google, openai, contactUrl } = config;
  const userAgent = `Candidature/${VERSION} (+${contactUrl})`;
  const fetchOsm = toServiceFetch(contactUrl);
  const wrapNamespace = <T extends Rpc.DurableObjectBranded>(
    namespace: DurableObjectNamespace<T>,
    timeouts?: Parameters<typeof withObjectTimeouts<T>>[1],
  ) => withObjectTimeouts(restrictToJurisdiction(namespace, config.jurisdiction), timeouts, onFailure);
  const now = () => new Date();
  const statuses = wrapNamespace(env.STATUS, {
    recordOutcome: SHORT_TIMEOUT_MS,
    recordModelCheck: SHORT_TIMEOUT_MS,
    read: SHORT_TIMEOUT_MS,
  });
  const status = () => statuses.get(statuses.idFromName("status"));
  const report = createReporter(status, now);
  const osmServers = {
    companies: config.overpassUrls.map((url) => ({
      url,
      adapter: withReporting(
        createOverpass({ fetch: fetchOsm, url, userAgent, allowReserved: isSandboxed(contactUrl) }),
        "directory",
        report,
      ),
    })),
    geocoders: [
      {
        url: config.nominatimUrl,
        adapter: withReporting(
          createNominatim({ fetch: fetchOsm, url: config.nominatimUrl, userAgent }),
          "directory",
          report,
        ),
      },
    ],
  };
  const osm = config.osmEnabled && contactUrl !== undefined ? createOsmClient(wrapNamespace(env.OSM_GATE)) : undefined;
  const identity = withReporting(
    createGoogleAuth({
      fetch: toServiceFetch(google.clientId),
      clientId: google.clientId ?? "",
      clientSecret: google.clientSecret ?? "",
      browserUrl: (url) => toBrowserUrl(url, google.clientId),
    }),
    "google",
    report,
  );
  const mailer = withReporting(
    createGmailMailer({ fetch: toServiceFetch(google.clientId), allowReserved: isSandboxed(google.clientId) }),
    "gmail",
    report,
  );
  const sharedDb = createSharedDatabase(withDatabaseTimeouts(env.SHARED_DB, onFailure));
  const sharedFiles = createSharedFiles(env.SHARED);
  const openPlaces = createCurrentPlaces(sharedFiles);
  const model = withReporting(
    createOpenAiClient({
      ...openai,
      fetch: toServiceFetch(openai.apiKey),
      apiKey: openai.apiKey ?? "",
      onCall: (call) => reportLlmCall(call, metrics),
    }),
    "model",
    report,
    "checkModel",
  );
  // Not reported: a key that may make no batches still writes letters.
  const batches = createOpenAiBatches({
    ...openai,
    fetch: toServiceFetch(openai.apiKey),
    apiKey: openai.apiKey ?? "",
    findModel: async () => (await model.checkModel()).model,
    onCall: (call) => reportLlmCall(call, metrics),
  });
  const llmBudgets = wrapNamespace(env.LLM_BUDGET);
  const generations = wrapNamespace(env.GENERATION, { endLlmLease: SHORT_TIMEOUT_MS });
  const createLlm = (db: UserDatabase, userId: string, counted: number) =>
    createBudgetedLlm({
      client: model,
      endUser: () => sha256(userId),
      budget: createLlmBudget({ db, generations, config, now }, userId),
      counted,
    });
  const newPageFetcher = () =>
    createPageFetcher({ fetch: toServiceFetch(contactUrl), userAgent, allowReserved: isSandboxed(contactUrl) });

  const databases = listShardDatabases(env, config);
  const shards = [...databases.keys()];
  const opened = new Map<number, Deps>();
  const openShard = (shard: number): Deps => {
    let deps = opened.get(shard);
    if (!deps) opened.set(shard, (deps = toDeps(shard)));
    return deps;
  };
  const openDatabase = (shard: number): UserDatabase => {
    if (!databases.has(shard)) throw new Error(`the database of shard ${shard} is not bound`);
    // Where even DB is missing, health says so.
    return createUserDatabase(withDatabaseTimeouts(databases.get(shard) ?? env.DB, onFailure));
  };

  const toDeps = (shard: number, db = openDatabase(shard)): Deps => ({
    config,
    sandbox: SANDBOX !== undefined,
    googleScriptUrl: toBrowserUrl(GOOGLE_SIGN_IN_SCRIPT_URL, google.clientId),
    contactLink: isSandboxed(contactUrl) ? SANDBOX_CONTACT_LINK : toContactLink(contactUrl),
    sharedDb,
    shards,
    openShardObject: (shard) => openShardObject(env, config, shard),
    openShard,
    openUserShard: async (userId, unlisted) => openShard(await locateUser(sharedDb, shards, userId, unlisted)),
    shard,
    db,
    getLlm: (userId, counted = 0) => requireSettings("writing", createLlm(db, userId, counted)),
    files: createR2Files(env.FILES),
    sharedFiles,
    openPlaces,
    writeLimiter: createWriteLimiter(env.WRITE_BUDGET),
    now,
    metrics,
    get googleAuth() {
      return requireSettings("google sign-in", identity);
    },
    get mailer() {
      return requireSettings("gmail", mailer);
    },
    llmClient: model,
    get llmBatches() {
      return requireSettings("writing", batches);
    },
    get status() {
      return status();
    },
    get llmBudget() {
      return llmBudgets.get(llmBudgets.idFromName("llm-budget"));
    },
    parseSiteUrl: (address) => toSiteUrl(address, isSandboxed(contactUrl)),
    osm,
    osmServers,
    readsSites: contactUrl !== undefined,
    checkSite: (address) => checkSite(address, isSandboxed(contactUrl)),
    get web() {
      return requireSettings("company directory", newPageFetcher());
    },
    siteCache: createSiteCache(wrapNamespace(env.SITE_CACHE)),
    dns:
      config.dnsResolverUrl === undefined
        ? undefined
        : createDnsResolver({ fetch: toServiceFetch(contactUrl), url: config.dnsResolverUrl }),
    requireFeature(feature) {
      const misconfiguration = requireSettings(feature, feature === "writing" ? model.findMisconfiguration() : null);
      if (misconfiguration) throw misconfiguration;
    },
    accounts: wrapNamespace(env.ACCOUNT),
    activities: wrapNamespace(env.ACTIVITY, {
      invalidate: SHORT_TIMEOUT_MS,
      tell: SHORT_TIMEOUT_MS,
      rejectPollsBefore: SHORT_TIMEOUT_MS,
    }),
    searches: wrapNamespace(env.SEARCH),
    generations,
    mailboxes: wrapNamespace(env.MAILBOX, {
      send: BATCH_TIMEOUT_MS,
      sendTest: BATCH_TIMEOUT_MS,
      recordBounce: BATCH_TIMEOUT_MS,
      takeBounceBack: BATCH_TIMEOUT_MS,
    }),
    queues: {
      crawl: withQueueTimeouts(env.CRAWL_QUEUE, onFailure),
      generation: withQueueTimeouts(env.GENERATION_QUEUE, onFailure),
      document: withQueueTimeouts(env.DOCUMENT_QUEUE, onFailure),
    },
    sandboxPages: SANDBOX,
  });
  // For the compiler without a database: who needs one opens the user's.
  return openShard(0);
}
