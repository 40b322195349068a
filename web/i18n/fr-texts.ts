import app from "./fr/app";
import common from "./fr/common";
import landing from "./fr/landing";
import legal from "./fr/legal";

/** All French texts, the reference of the keys. */
export const fr = { ...common, ...landing, ...legal, ...app };
