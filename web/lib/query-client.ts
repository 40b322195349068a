import { type Query, queryOptions, QueryClient } from "@tanstack/react-query";
import type { Answer, Endpoint } from "../../worker/contract/endpoint";
import { takePreloadedAnswer, type CallArgs, type UntypedInput, callApiUntyped } from "./api-client";
import { ApiError } from "./api-error";

/** The app's query cache. Only a lost connection is retried: an error response stays an error. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Without a connection a call fails at once; by default it would wait silently and run much later.
      networkMode: "always",
      refetchOnReconnect: true,
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && (error.code === "offline" || error.status >= 502),
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

/** First part of the cache key of all queries of an endpoint; enough to invalidate them. */
export const toQueryKey = (endpoint: Endpoint): readonly [string] => [endpoint.path];

/** Reloads what is on screen of these queries; a hidden tab does so when it is shown. */
export function reloadShown(client: QueryClient, predicate: (query: Query) => boolean): void {
  const refetchType = document.visibilityState === "visible" ? "active" : "none";
  void client.invalidateQueries({ predicate, refetchType });
}

/** A query of a GET endpoint, keyed by path and input, so that features share answers without importing each other. */
export function endpointQuery<const E extends Endpoint>(endpoint: E, ...args: CallArgs<E>) {
  const input = (args[0] ?? {}) as UntypedInput;
  return queryOptions<Answer<E>, Error>({
    queryKey: [endpoint.path, input.params ?? {}, input.query ?? {}],
    queryFn: ({ signal }) => callApiUntyped(endpoint, { ...input, signal }) as Promise<Answer<E>>,
    initialData: () => takePreloadedAnswer(endpoint, ...args),
  });
}
