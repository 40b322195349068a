import { ExternalServiceError, type Service } from "../../platform/ports";

/** One of several equivalent servers. */
export interface FailoverServer<Adapter> {
  url: string;
  adapter: Adapter;
}

/** Where pauses of servers are stored. Times in milliseconds. */
export interface FailoverOptions {
  /** End of the pause that a server asked for; 0 without one. */
  getPausedUntil(url: string): number;
  pauseUntil(url: string, until: number): void;
  now(): number;
}

/**
 * Queries servers in turn until one answers, skipping those that asked for a pause.
 * @throws ExternalServiceError `rate_limited` with the shortest pause if any server asked for one, else the first error
 */
export async function requestWithFailover<Adapter, Answer>(
  service: Service,
  servers: FailoverServer<Adapter>[],
  request: (adapter: Adapter) => Promise<Answer>,
  options: FailoverOptions,
): Promise<Answer> {
  let first: ExternalServiceError | undefined;
  let soonest = Infinity;
  for (const { url, adapter } of servers) {
    const until = options.getPausedUntil(url);
    if (until > options.now()) {
      soonest = Math.min(soonest, until);
      continue;
    }
    try {
      return await request(adapter);
    } catch (error) {
      if (!(error instanceof ExternalServiceError) || error.failure === "aborted") throw error;
      first ??= error;
      if (error.failure !== "rate_limited") continue;
      const wanted = options.now() + (error.details.retryAfterSeconds ?? 30) * 1000;
      options.pauseUntil(url, wanted);
      soonest = Math.min(soonest, wanted);
    }
  }
  if (soonest < Infinity)
    throw new ExternalServiceError(service, "rate_limited", "told to wait", {
      retryAfterSeconds: Math.max(1, Math.ceil((soonest - options.now()) / 1000)),
    });
  throw first ?? new ExternalServiceError(service, "unreachable", "no server is set");
}
