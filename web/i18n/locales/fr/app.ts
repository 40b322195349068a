import type { ClientErrorCode } from "../../../lib/api-error";
import account from "./account.json";
import errors from "./errors.json";

/** What every screen of the app says, the sign-in included. */
export default {
  account,
  errors: errors satisfies Record<ClientErrorCode, string>,
};
