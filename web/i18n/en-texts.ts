import app from "./en/app";
import common from "./en/common";
import landing from "./en/landing";
import legal from "./en/legal";

/** All English texts. */
export const en = { ...common, ...landing, ...legal, ...app };
