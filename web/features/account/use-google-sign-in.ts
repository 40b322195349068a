import { useMutation, useQuery } from "@tanstack/react-query";
import { health } from "../../../worker/contract/account";
import { useShownLanguage } from "../../i18n/use-language";
import { queryOf } from "../../lib/query-client";
import { anyText, stored } from "../../lib/storage";
import { rememberGoogleState, signInWithGoogle } from "./api";
import { GoogleError, loadGoogle, requestCode } from "./google-client";
import { useSessionChanges } from "./session";

/** Kept while the popup is open: a code is only exchanged by the tab that asked for it. */
const pendingState = stored<string | null>("session", "googleState", anyText, null, true);

const randomState = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Signing in or up with Google; `available` is false when the server has no client for it. */
export function useGoogleSignIn() {
  const language = useShownLanguage();
  const { signedIn } = useSessionChanges();
  const google = useQuery(queryOf(health)).data?.google ?? null;
  const signIn = useMutation({
    mutationFn: async () => {
      if (!google) throw new GoogleError("script");
      const state = randomState();
      pendingState.write(state);
      try {
        // Together, so that the popup still counts as opened by the click.
        const [script] = await Promise.all([loadGoogle(google.script_url), rememberGoogleState(state)]);
        const code = await requestCode(script, google.client_id, state);
        if (pendingState.read() !== state) throw new GoogleError("state");
        return await signInWithGoogle({ code, state, language });
      } finally {
        pendingState.clear();
      }
    },
    onSuccess: ({ user }) => signedIn(user),
  });
  return { available: google !== null, signIn };
}
