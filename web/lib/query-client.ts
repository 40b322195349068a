import { queryOptions, QueryClient } from "@tanstack/react-query";
import type { Answer, Endpoint } from "../../worker/contract/endpoint";
import { takePreloadedAnswer, type CallArgs, type UntypedInput, callApiUntyped } from "./api-client";
import { ApiError } from "./api-error";

/** The one cache. Only a lost connection is worth a second try: a refusal stays a refusal. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Without a connection a call fails and says so; by default it would wait unseen, and be made much later.
      networkMode: "always",
      refetchOnReconnect: true,
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && (error.code === "offline" || error.status >= 502),
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

/** First part of the cache key of every query of an endpoint: enough to invalidate them all. */
export const toQueryKey = (endpoint: Endpoint): readonly [string] => [endpoint.path];

/** A query of a GET endpoint, keyed by its path and what is asked, so that features share answers without knowing each other. */
export function endpointQuery<const E extends Endpoint>(endpoint: E, ...args: CallArgs<E>) {
  const input = (args[0] ?? {}) as UntypedInput;
  return queryOptions<Answer<E>, Error>({
    queryKey: [endpoint.path, input.params ?? {}, input.query ?? {}],
    queryFn: ({ signal }) => callApiUntyped(endpoint, { ...input, signal }) as Promise<Answer<E>>,
    initialData: () => takePreloadedAnswer(endpoint, ...args),
  });
}
