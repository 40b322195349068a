import { enumSchema, createStoredValue } from "./stored-value";

/** Whether somebody is signed in in this browser, as far as it knows. The server decides; this only says what to show until it has. Also read by web/public/theme.js. */
export const signedInHint = createStoredValue<true | null>("local", "signedIn", enumSchema(true, null), null);
