import { textSchema, createStoredValue } from "../../../lib/stored-value";

/** The screen on which a session ended by itself: signing in again leads back there. Null while none has. */
export const storedReturnPath = createStoredValue<string | null>("session", "returnTo", textSchema, null, true);
