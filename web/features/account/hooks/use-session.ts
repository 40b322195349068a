import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { getCurrentUser, type User } from "../../../../worker/contract/account";
import { adoptLanguage } from "../../../i18n/i18n";
import { storedLanguage } from "../../../i18n/stored-language";
import { takePreloadedAnswer, callApi } from "../../../lib/api-client";
import { ApiError } from "../../../lib/api-error";
import { toQueryKey } from "../../../lib/query-client";
import { bindTabToUser, clearStoredGenerations, clearTabStorage } from "../../../lib/session-reset";
import { signedInHint } from "../../../lib/signed-in-hint";
import { useSaveLanguage } from "./use-save-language";

interface CurrentSession {
  /** Null when signed out. */
  user: User | null;
  /** The session ended while the app was in use. */
  expired: boolean;
}

/** Notes in the browser that somebody is signed in. */
function rememberSignIn(user: User): CurrentSession {
  bindTabToUser(user.id);
  signedInHint.write(true);
  return { user, expired: false };
}

/** Asks who is signed in. */
export const sessionQuery = queryOptions({
  queryKey: toQueryKey(getCurrentUser),
  queryFn: async ({ client, signal }): Promise<CurrentSession> => {
    try {
      return rememberSignIn((await callApi(getCurrentUser, { signal })).user);
    } catch (error) {
      // Whoever was signed in a moment ago is asked to sign in again; whoever comes signed out is just that.
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      signedInHint.clear();
      return { user: null, expired: isSignedIn(client) };
    }
  },
  initialData: () => {
    const answer = takePreloadedAnswer(getCurrentUser);
    return answer && rememberSignIn(answer.user);
  },
  staleTime: 60_000,
  // A failed check is asked again when the connection is back, not by every part of the page that wants to know.
  retryOnMount: false,
});

const isSignedIn = (client: QueryClient): boolean =>
  (client.getQueryData<CurrentSession>(toQueryKey(getCurrentUser))?.user ?? null) !== null;

/** Who is signed in; `unknown` while that is being asked. A failed check counts as signed out. */
export function useSession(): CurrentSession | "unknown" {
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
  const saveLanguage = useSaveLanguage();
  const set = (session: CurrentSession) => client.setQueryData(sessionQuery.queryKey, session);
  const forgetUser = (expired: boolean) => {
    signedInHint.clear();
    set({ user: null, expired });
    client.removeQueries({
      predicate: ({ queryKey }) => queryKey[0] !== getCurrentUser.path && queryKey[0] !== "/health",
    });
  };
  return {
    startSession: (user: User) => {
      clearStoredGenerations();
      const session = rememberSignIn(user);
      void adoptLanguage(user.language);
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== getCurrentUser.path });
      set(session);
      const chosen = storedLanguage.read();
      if (chosen !== null && chosen !== user.language) void saveLanguage(chosen);
    },
    /** By the user's own wish: nothing of theirs stays in the tab. */
    clearSession: () => {
      clearTabStorage();
      forgetUser(false);
    },
    /** By the server: what was being written is kept for when they are back. A refusal of someone who is not signed in, such as a wrong password, changes nothing. */
    expireSession: () => {
      if (!isSignedIn(client)) return;
      clearStoredGenerations();
      forgetUser(true);
    },
    /** The login page has been reached: from there one may go anywhere. */
    acknowledgeExpiry: () => set({ user: null, expired: false }),
    refreshSession: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  };
}
