import type {
  ActivityRpc,
  AccountRpc,
  OsmRpc,
  GenerationRpc,
  LlmBudgetRpc,
  MailboxRpc,
  SearchRpc,
  SiteCacheRpc,
  StatusRpc,
  UserShardRpc,
} from "./durable-objects";
import type { CrawlWakeUp, CvTextWakeUp, GenerationWakeUp } from "./queue-messages";

/** Bindings and secrets of wrangler.toml. Only `config.ts` reads and checks the text settings. */
export interface Env {
  /** Rows of users: shard 0, and further ones in D1. */
  DB: D1Database;
  [shard: `DB_${number}`]: D1Database | undefined;
  /** Further shards in Durable Objects. */
  USER_SHARD: DurableObjectNamespace<UserShardRpc>;
  /** What belongs to no single user, of the product's own. */
  SHARED_DB: D1Database;
  FILES: R2Bucket;
  /** What belongs to no user: releases of the directory. */
  SHARED: R2Bucket;
  ASSETS: Fetcher;
  ACCOUNT: DurableObjectNamespace<AccountRpc>;
  ACTIVITY: DurableObjectNamespace<ActivityRpc>;
  SEARCH: DurableObjectNamespace<SearchRpc>;
  GENERATION: DurableObjectNamespace<GenerationRpc>;
  MAILBOX: DurableObjectNamespace<MailboxRpc>;
  OSM_GATE: DurableObjectNamespace<OsmRpc>;
  SITE_CACHE: DurableObjectNamespace<SiteCacheRpc>;
  STATUS: DurableObjectNamespace<StatusRpc>;
  LLM_BUDGET: DurableObjectNamespace<LlmBudgetRpc>;
  CRAWL_QUEUE: Queue<CrawlWakeUp>;
  GENERATION_QUEUE: Queue<GenerationWakeUp>;
  DOCUMENT_QUEUE: Queue<CvTextWakeUp>;
  /** Counts each user's writes in a minute. */
  WRITE_BUDGET: RateLimit;
  /** Metrics, where the operator keeps them. */
  METRICS?: AnalyticsEngineDataset;
  /** Which version of the code runs. */
  DEPLOYMENT?: WorkerVersionMetadata;
  /** The external services of development and tests; never bound in production. */
  SANDBOX?: Fetcher;
  [setting: string]: unknown;
}

type OptionalBinding = "SANDBOX" | "METRICS" | "DEPLOYMENT";
/** Every binding of wrangler.toml; the compiler reports a missing one. */
const REQUIRED_BINDINGS: Record<
  Exclude<keyof { [Name in keyof Env as string extends Name ? never : Name]: true }, OptionalBinding>,
  true
> = {
  DB: true,
  SHARED_DB: true,
  FILES: true,
  SHARED: true,
  ASSETS: true,
  ACCOUNT: true,
  ACTIVITY: true,
  SEARCH: true,
  GENERATION: true,
  MAILBOX: true,
  OSM_GATE: true,
  SITE_CACHE: true,
  STATUS: true,
  LLM_BUDGET: true,
  USER_SHARD: true,
  CRAWL_QUEUE: true,
  GENERATION_QUEUE: true,
  DOCUMENT_QUEUE: true,
  WRITE_BUDGET: true,
};

/** Missing bindings of the worker: it was deployed with another wrangler.toml. */
export const listMissingBindings = (env: Env): string[] =>
  Object.keys(REQUIRED_BINDINGS).filter((name) => env[name] === undefined);
