import { enumSchema, createStoredValue } from "./stored-value";

/**
 * Whether this browser was last signed in: decides what to show until the server answers. Also read by
 * web/public/theme.js.
 */
export const signedInHint = createStoredValue<true | null>("local", "signedIn", enumSchema(true, null), null);
