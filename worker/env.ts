import type { MailboxObject } from "./mail/object";
import type { GenerationObject } from "./messages/object";
import type { CrawlJob } from "./search/jobs";
import type { SearchObject } from "./search/object";
import type { OsmGate } from "./search/osm-gate";

/** What wrangler.toml and the secrets bind. Text settings are checked by `config.ts`; nobody else reads them here. */
export interface Env {
  DB: D1Database;
  FILES: R2Bucket;
  ASSETS: Fetcher;
  SEARCH: DurableObjectNamespace<SearchObject>;
  GENERATION: DurableObjectNamespace<GenerationObject>;
  MAILBOX: DurableObjectNamespace<MailboxObject>;
  OSM_GATE: DurableObjectNamespace<OsmGate>;
  CRAWL_QUEUE: Queue<CrawlJob>;
  GENERATION_QUEUE: Queue<{ userId: string; generationId: string; companyId: string }>;
  DOCUMENT_QUEUE: Queue<{ userId: string; cvPath: string }>;
  /** The outside world of development and tests; never bound in production. */
  SANDBOX?: Fetcher;
  [setting: string]: unknown;
}
