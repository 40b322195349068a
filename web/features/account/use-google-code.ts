import { useQuery } from "@tanstack/react-query";
import { health } from "../../../worker/contract/account";
import { queryOf } from "../../lib/query-client";
import { anyText, stored } from "../../lib/storage";
import { rememberGoogleState } from "./api";
import { GoogleError, loadGoogle, requestCode } from "./google-client";

/** Kept while the popup is open: a code is only exchanged by the tab that asked for it. */
const pendingState = stored<string | null>("session", "googleState", anyText, null, true);

const randomState = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** What Google's popup gives, to be exchanged by the server. */
export interface GoogleCode {
  code: string;
  state: string;
}

/**
 * Asks for a code. If Google's script is there the popup opens before this returns, with nothing waited for: Safari
 * allows one only in the click itself. The server is told the state meanwhile.
 * @param email of the account that is meant, where it is known
 */
export async function askForCode(
  google: { client_id: string; script_url: string },
  email?: string,
): Promise<GoogleCode> {
  const state = randomState();
  pendingState.write(state);
  const open = (script: NonNullable<Window["google"]>) => requestCode(script, google.client_id, state, email);
  const asked = window.google ? open(window.google) : loadGoogle(google.script_url).then(open);
  try {
    const [code] = await Promise.all([asked, rememberGoogleState(state)]);
    if (pendingState.read() !== state) throw new GoogleError("state");
    return { code, state };
  } finally {
    pendingState.clear();
  }
}

/** The way to a code of Google's; null when the server has no client for it. */
export function useGoogleCode(email?: string): { prepare: () => void; ask: () => Promise<GoogleCode> } | null {
  const google = useQuery(queryOf(health)).data?.google ?? null;
  if (google === null) return null;
  return {
    // A script that does not load is met again, and told, when the button is pressed.
    prepare: () => void loadGoogle(google.script_url).catch(() => undefined),
    ask: () => askForCode(google, email),
  };
}
