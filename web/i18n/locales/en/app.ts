// The server sends these texts too; both read this one file.
import errors from "../../../../worker/contract/errors.en.json";
import type { ClientErrorCode } from "../../../lib/api-error";
import account from "./account.json";

/** What every screen of the app says, the sign-in included. */
export default {
  account,
  errors: errors satisfies Record<ClientErrorCode, string>,
};
