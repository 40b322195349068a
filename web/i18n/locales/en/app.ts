// The server sends these texts too; both read this one file.
import errors from "../../../../worker/contract/errors.en.json";
import type { ClientErrorCode } from "../../../lib/api-error";

/** What every screen of the app says. */
export default {
  errors: errors satisfies Record<ClientErrorCode, string>,
};
