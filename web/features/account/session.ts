import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { me, type User } from "../../../worker/contract/account";
import { call } from "../../lib/http";
import { forgetGenerations } from "../../lib/generation-memory";
import { adoptLanguage } from "../../i18n/i18n";
import { keyOf } from "../../lib/query-client";
import { ApiError } from "../../lib/api-error";
import { storedLanguage } from "../../i18n/language";
import { useTellLanguage } from "./tell-language";

interface Session {
  /** Null when signed out. */
  user: User | null;
  /** The session ended while the app was in use. */
  expired: boolean;
}

const sessionQuery = queryOptions({
  queryKey: keyOf(me),
  queryFn: async ({ signal }): Promise<Session> => {
    try {
      return { user: (await call(me, { signal })).user, expired: false };
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return { user: null, expired: false };
      throw error;
    }
  },
  staleTime: 60_000,
  // A failed check is asked again when the connection is back, not by every part of the page that wants to know.
  retryOnMount: false,
});

/** Who is signed in; `unknown` while that is being asked. A failed check counts as signed out. */
export function useSession(): Session | "unknown" {
  const { data, isError } = useQuery(sessionQuery);
  if (data) return data;
  return isError ? { user: null, expired: false } : "unknown";
}

/** The signed-in user; only for screens that stand behind the guard. */
export function useUser(): User | null {
  const { data } = useQuery(sessionQuery);
  return data?.user ?? null;
}

/** What to do with the cache when someone signs in, out, or was signed out by the server. */
export function useSessionChanges() {
  const client = useQueryClient();
  const tell = useTellLanguage();
  const set = (session: Session) => client.setQueryData(sessionQuery.queryKey, session);
  return {
    signedIn: (user: User) => {
      forgetGenerations();
      void adoptLanguage(user.language);
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== me.path });
      set({ user, expired: false });
      const chosen = storedLanguage.read();
      if (chosen !== null && chosen !== user.language) void tell(chosen);
    },
    signedOut: (expired = false) => {
      forgetGenerations();
      set({ user: null, expired });
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== me.path && queryKey[0] !== "/health" });
    },
    refresh: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  };
}
