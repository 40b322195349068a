import { DAY, periodOf } from "./account/rules-spending";
import { spendModelCall } from "./account/store-spending";
import { guardedDatabase, guardedObjects, guardedQueue } from "./adapters/guarded";
import { createGmail } from "./adapters/gmail";
import { createImported } from "./adapters/imported";
import { createGoogleIdentity } from "./adapters/google";
import { createNominatim } from "./adapters/nominatim";
import { createOpenAiWriter } from "./adapters/openai";
import { createGatedOsm } from "./adapters/osm-gate";
import { createOverpass } from "./adapters/overpass";
import { createR2Files } from "./adapters/r2";
import { createWriteBudget } from "./adapters/write-budget";
import { rationed } from "./adapters/rationed-writer";
import { createWeb } from "./adapters/web";
import { GOOGLE_SIGN_IN_SCRIPT } from "./addresses";
import { type Config, type Feature, missingSettings, readConfig } from "./config";
import { createDatabase, type Database } from "./db/client";
import type { Env } from "./env";
import type { CompanyDirectory, Files, Geocoder, Identity, Mailer, NamesDirectory, Web, WriteBudget, Writer } from "./ports";
import { switchedOff } from "./refusal";
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
  writes: WriteBudget;
  now(): Date;
  readonly identity: Identity;
  readonly mailer: Mailer;
  readonly writer: Writer;
  /** The same, for whoever has counted its first questions under the day's ceiling already. */
  writerCounted(questions: number): Writer;
  /** What the operator has imported; asked before `directory`. */
  readonly imported: NamesDirectory;
  /** OpenStreetMap. Both go through the one gate of the whole product. */
  readonly directory: CompanyDirectory;
  readonly geocoder: Geocoder;
  /** The bare adapters, one a server, for the gate alone. */
  readonly osm: { directories: { url: string; adapter: CompanyDirectory }[]; geocoders: { url: string; adapter: Geocoder }[] };
  /** A new one at every access: it counts the connections of one invocation. */
  readonly web: Web;
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

/** For what waits its turn behind others: batches of mails, questions to a server that takes one a second. Milliseconds. */
const IN_LINE = 10 * 60_000;

/** The value of a setting that keeps its service inside the sandbox; any other lets that one service out. */
const INSIDE = "sandbox";

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
  const osm = {
    directories: config.overpassUrls.map((url) => ({ url, adapter: createOverpass({ fetch: fetchOsm, url, userAgent, allowReserved: inside(contactUrl) }) })),
    geocoders: [{ url: config.nominatimUrl, adapter: createNominatim({ fetch: fetchOsm, url: config.nominatimUrl, userAgent }) }],
  };
  const d1 = guardedDatabase(env.DB);
  const imported = createImported({ db: d1, allowReserved: inside(contactUrl) });
  const gated = createGatedOsm(guardedObjects(env.OSM_GATE, { locate: IN_LINE, find: IN_LINE }));
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
    db,
    files: createR2Files(env.FILES),
    writes: createWriteBudget(env.WRITE_BUDGET),
    now,
    get identity() { return required("google sign-in", identity); },
    get mailer() { return required("gmail", mailer); },
    get writer() { return required("writing", writer); },
    writerCounted: (questions) => required("writing", rationed(model, countQuestion, questions)),
    get imported() { return required("company directory", imported); },
    get directory() { return required("company directory", gated.directory); },
    get geocoder() { return required("company directory", gated.geocoder); },
    get osm() { return required("company directory", osm); },
    get web() { return required("company directory", newWeb()); },
    require(feature) {
      if (missing[feature].length > 0) throw switchedOff(feature, missing[feature]);
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
