import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { getCurrentUser, type User } from "../../../../worker/contract/account";
import { storedLanguage } from "../../../i18n/stored-language";
import { takePreloadedAnswer, callApi } from "../../../lib/api-client";
import { ApiError } from "../../../lib/api-error";
import { tellOtherTabs } from "../../../lib/other-tabs";
import { toQueryKey } from "../../../lib/query-client";
import { signedInHint } from "../../../lib/signed-in-hint";
import { bindTabToUser, clearStoredGenerations, clearTabStorage } from "../../../lib/tab-storage";
import { useSaveLanguage } from "./use-save-language";

interface CurrentSession {
  /** Null when signed out. */
  user: User | null;
  /** The session ended on the server while the app was in use. */
  expired: boolean;
}

/** Stores in the browser that this user is signed in. */
function rememberSignIn(user: User): CurrentSession {
  bindTabToUser(user.id);
  signedInHint.write(true);
  return { user, expired: false };
}

/** The current user. */
export const sessionQuery = queryOptions({
  queryKey: toQueryKey(getCurrentUser),
  queryFn: async ({ client, signal }): Promise<CurrentSession> => {
    try {
      return rememberSignIn((await callApi(getCurrentUser, { signal })).user);
    } catch (error) {
      // A 401 after a session means that it expired; without one the visitor is just signed out.
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
  // A failed check is repeated when the connection is back, not by every component that mounts.
  retryOnMount: false,
});

const isSignedIn = (client: QueryClient): boolean =>
  (client.getQueryData<CurrentSession>(toQueryKey(getCurrentUser))?.user ?? null) !== null;

/** The current session; `unknown` while it is loading. A failed check counts as signed out. */
export function useSession(): CurrentSession | "unknown" {
  const { data, isError } = useQuery(sessionQuery);
  if (data) return data;
  return isError ? { user: null, expired: false } : "unknown";
}

/** The signed-in user, for screens behind the route guard. */
export function useUser(): User | null {
  const { data } = useQuery(sessionQuery);
  return data?.user ?? null;
}

/** Updates stored and cached data when a user signs in, signs out, or is signed out by the server. */
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
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== getCurrentUser.path });
      set(session);
      const chosen = storedLanguage.read();
      if (chosen !== null && chosen !== user.language) void saveLanguage(chosen);
      tellOtherTabs("signed-in");
    },
    /** Signed out by the user: clears everything in the tab. */
    clearSession: () => {
      clearTabStorage();
      forgetUser(false);
      tellOtherTabs("signed-out");
    },
    /** In another tab: what a user who signed out there had here is cleared, and this tab signs in with the other. */
    followOtherTab: (signedInThere: boolean) => {
      // A call that was under way may have told before that the session has ended.
      if (!signedInThere) clearTabStorage();
      if (!isSignedIn(client)) void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      else if (!signedInThere) forgetUser(true);
    },
    /**
     * Signed out by the server: unsaved texts stay for the next sign-in. Ignored without a session, as for a wrong
     * password.
     */
    expireSession: () => {
      if (!isSignedIn(client)) return;
      clearStoredGenerations();
      forgetUser(true);
    },
    /** The login page is open: other screens are allowed from here on. */
    acknowledgeExpiry: () => set({ user: null, expired: false }),
    refreshSession: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  };
}
