import { textSchema, createStoredValue } from "../../../lib/stored-value";

/** The screen on which a session expired: signing in again returns there. Null otherwise. */
export const storedReturnPath = createStoredValue<string | null>("session", "returnTo", textSchema, null, true);
