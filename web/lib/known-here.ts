import { oneOf, stored } from "./storage";

/** Whether somebody is signed in in this browser, as far as it knows. The server decides; this only says what to show until it has. Also read by web/public/theme.js. */
export const knownHere = stored<true | null>("local", "signedIn", oneOf(true, null), null);
