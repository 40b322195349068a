import type { Gate, GenerationWatch, Mailbox, RunningSearch } from "./objects";
import type { CrawlWake } from "./search/jobs";

/** What wrangler.toml and the secrets bind. Text settings are checked by `config.ts`; nobody else reads them here. */
export interface Env {
  DB: D1Database;
  FILES: R2Bucket;
  ASSETS: Fetcher;
  SEARCH: DurableObjectNamespace<RunningSearch>;
  GENERATION: DurableObjectNamespace<GenerationWatch>;
  MAILBOX: DurableObjectNamespace<Mailbox>;
  OSM_GATE: DurableObjectNamespace<Gate>;
  CRAWL_QUEUE: Queue<CrawlWake>;
  GENERATION_QUEUE: Queue<{ userId: string; generationId: string; companyId: string }>;
  DOCUMENT_QUEUE: Queue<{ userId: string; cvPath: string }>;
  /** The outside world of development and tests; never bound in production. */
  SANDBOX?: Fetcher;
  [setting: string]: unknown;
}
