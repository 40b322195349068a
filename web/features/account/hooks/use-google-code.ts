import { useQuery } from "@tanstack/react-query";
import { getHealth } from "../../../../worker/contract/monitoring";
import { endpointQuery } from "../../../lib/query-client";
import { textSchema, createStoredValue } from "../../../lib/stored-value";
import { rememberGoogleState } from "../api/account-requests";
import { GoogleError, loadGoogleScript, requestPopupCode } from "../api/google-sign-in-popup";

/** Stored while the popup is open: only the tab that requested a code exchanges it. */
const storedPendingState = createStoredValue<string | null>("session", "googleState", textSchema, null, true);

const createRandomState = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The popup's answer, for the server to exchange. */
export interface GoogleCode {
  code: string;
  state: string;
}

/**
 * Requests a code. Once Google's script is loaded, the popup opens before this returns: Safari allows one only in the
 * click itself. The server stores the state in the meantime.
 * @param email of the expected account, where known
 */
export async function requestGoogleCode(
  google: { client_id: string; script_url: string },
  email?: string,
): Promise<GoogleCode> {
  const state = createRandomState();
  storedPendingState.write(state);
  const open = (script: NonNullable<Window["google"]>) => requestPopupCode(script, google.client_id, state, email);
  const code = window.google ? open(window.google) : loadGoogleScript(google.script_url).then(open);
  try {
    const [received] = await Promise.all([code, rememberGoogleState(state)]);
    if (storedPendingState.read() !== state) throw new GoogleError("state");
    return { code: received, state };
  } finally {
    storedPendingState.clear();
  }
}

/** Requests codes from Google; null when the server has no client for it. */
export function useGoogleCode(email?: string): { prepare: () => void; requestCode: () => Promise<GoogleCode> } | null {
  const google = useQuery(endpointQuery(getHealth)).data?.google ?? null;
  if (google === null) return null;
  return {
    // A failed load is retried, and reported, when the button is pressed.
    prepare: () => void loadGoogleScript(google.script_url).catch(() => undefined),
    requestCode: () => requestGoogleCode(google, email),
  };
}
