import { anyText, stored } from "../../lib/storage";

/** The screen on which a session ended by itself: signing in again leads back there. Null while none has. */
export const returnTo = stored<string | null>("session", "returnTo", anyText, null, true);
