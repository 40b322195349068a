import type { ActivityBoard, Closing, Gate, GenerationWatch, Mailbox, RunningSearch, Status } from "./objects";
import type { CrawlWake } from "./search/jobs";

/** What wrangler.toml and the secrets bind. Text settings are checked by `config.ts`; nobody else reads them here. */
export interface Env {
  DB: D1Database;
  FILES: R2Bucket;
  ASSETS: Fetcher;
  ACCOUNT: DurableObjectNamespace<Closing>;
  ACTIVITY: DurableObjectNamespace<ActivityBoard>;
  SEARCH: DurableObjectNamespace<RunningSearch>;
  GENERATION: DurableObjectNamespace<GenerationWatch>;
  MAILBOX: DurableObjectNamespace<Mailbox>;
  OSM_GATE: DurableObjectNamespace<Gate>;
  STATUS: DurableObjectNamespace<Status>;
  CRAWL_QUEUE: Queue<CrawlWake>;
  GENERATION_QUEUE: Queue<{ userId: string; generationId: string; companyId: string }>;
  DOCUMENT_QUEUE: Queue<{ userId: string; cvPath: string }>;
  /** Counts what each user changes in a minute. */
  WRITE_BUDGET: RateLimit;
  /** The outside world of development and tests; never bound in production. */
  SANDBOX?: Fetcher;
  [setting: string]: unknown;
}

/** Every binding of wrangler.toml; the compiler asks for a new one here. */
const BINDINGS: Record<
  Exclude<keyof { [Name in keyof Env as string extends Name ? never : Name]: true }, "SANDBOX">,
  true
> = {
  DB: true,
  FILES: true,
  ASSETS: true,
  ACCOUNT: true,
  ACTIVITY: true,
  SEARCH: true,
  GENERATION: true,
  MAILBOX: true,
  OSM_GATE: true,
  STATUS: true,
  CRAWL_QUEUE: true,
  GENERATION_QUEUE: true,
  DOCUMENT_QUEUE: true,
  WRITE_BUDGET: true,
};

/** Bindings of the worker that are not there: it was deployed with another wrangler.toml. */
export const missingBindings = (env: Env): string[] => Object.keys(BINDINGS).filter((name) => env[name] === undefined);
