import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { me, type User } from "../../../worker/contract/account";
import { adoptLanguage } from "../../i18n/i18n";
import { storedLanguage } from "../../i18n/language";
import { ApiError } from "../../lib/api-error";
import { brought, call } from "../../lib/http";
import { knownHere } from "../../lib/known-here";
import { keyOf } from "../../lib/query-client";
import { claimTab, forgetGenerations, forgetTab } from "../../lib/tab-memory";
import { useTellLanguage } from "./tell-language";

interface Session {
  /** Null when signed out. */
  user: User | null;
  /** The session ended while the app was in use. */
  expired: boolean;
}

/** Notes in the browser that somebody is signed in. */
function noted(user: User): Session {
  claimTab(user.id);
  knownHere.write(true);
  return { user, expired: false };
}

/** Asks who is signed in. */
export const sessionQuery = queryOptions({
  queryKey: keyOf(me),
  queryFn: async ({ client, signal }): Promise<Session> => {
    try {
      return noted((await call(me, { signal })).user);
    } catch (error) {
      // Whoever was signed in a moment ago is asked to sign in again; whoever comes signed out is just that.
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      knownHere.clear();
      return { user: null, expired: isSignedIn(client) };
    }
  },
  initialData: () => {
    const answer = brought(me);
    return answer && noted(answer.user);
  },
  staleTime: 60_000,
  // A failed check is asked again when the connection is back, not by every part of the page that wants to know.
  retryOnMount: false,
});

const isSignedIn = (client: QueryClient): boolean => (client.getQueryData<Session>(keyOf(me))?.user ?? null) !== null;

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

/** What to do with what is in memory when someone signs in, out, or was signed out by the server. */
export function useSessionChanges() {
  const client = useQueryClient();
  const tell = useTellLanguage();
  const set = (session: Session) => client.setQueryData(sessionQuery.queryKey, session);
  const leave = (expired: boolean) => {
    knownHere.clear();
    set({ user: null, expired });
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== me.path && queryKey[0] !== "/health" });
  };
  return {
    signedIn: (user: User) => {
      forgetGenerations();
      const session = noted(user);
      void adoptLanguage(user.language);
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== me.path });
      set(session);
      const chosen = storedLanguage.read();
      if (chosen !== null && chosen !== user.language) void tell(chosen);
    },
    /** By the user's own wish: nothing of theirs stays in the tab. */
    signedOut: () => {
      forgetTab();
      leave(false);
    },
    /** By the server: what was being written is kept for when they are back. A refusal of someone who is not signed in, such as a wrong password, changes nothing. */
    expired: () => {
      if (!isSignedIn(client)) return;
      forgetGenerations();
      leave(true);
    },
    /** The login page has been reached: from there one may go anywhere. */
    arrived: () => set({ user: null, expired: false }),
    refresh: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  };
}
