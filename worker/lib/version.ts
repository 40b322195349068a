import { version } from "../../package.json";

/** Version of the product, from package.json. */
export const VERSION = version;
