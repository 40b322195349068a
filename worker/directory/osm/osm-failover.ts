import { ExternalServiceError, type Service } from "../../platform/ports";

/** One of the servers that answer the same questions. */
export interface FailoverServer<Adapter> {
  url: string;
  adapter: Adapter;
}

/** How to behave towards servers. Times in milliseconds. */
export interface FailoverOptions {
  /** Until when a server wants to be left alone; 0 for one that never said so. */
  getPausedUntil(url: string): number;
  pauseUntil(url: string, until: number): void;
  now(): number;
}

/**
 * Asks servers in turn until one answers. One that told us to wait is left alone until then, while the others serve.
 * @throws ExternalServiceError: `rate_limited` with the shortest wait when a server only wants time, else what the first one said
 */
export async function requestWithFailover<Adapter, Answer>(
  service: Service,
  servers: FailoverServer<Adapter>[],
  ask: (adapter: Adapter) => Promise<Answer>,
  manners: FailoverOptions,
): Promise<Answer> {
  let first: ExternalServiceError | undefined;
  let soonest = Infinity;
  for (const { url, adapter } of servers) {
    const until = manners.getPausedUntil(url);
    if (until > manners.now()) {
      soonest = Math.min(soonest, until);
      continue;
    }
    try {
      return await ask(adapter);
    } catch (error) {
      if (!(error instanceof ExternalServiceError) || error.failure === "aborted") throw error;
      first ??= error;
      if (error.failure !== "rate_limited") continue;
      const wanted = manners.now() + (error.details.retryAfterSeconds ?? 30) * 1000;
      manners.pauseUntil(url, wanted);
      soonest = Math.min(soonest, wanted);
    }
  }
  if (soonest < Infinity)
    throw new ExternalServiceError(service, "rate_limited", "told to wait", {
      retryAfterSeconds: Math.max(1, Math.ceil((soonest - manners.now()) / 1000)),
    });
  throw first ?? new ExternalServiceError(service, "unreachable", "no server is set");
}
