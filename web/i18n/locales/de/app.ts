import type { ClientErrorCode } from "../../../lib/api-error";
import errors from "./errors.json";

/** What every screen of the app says. */
export default { errors: errors satisfies Record<ClientErrorCode, string> };
