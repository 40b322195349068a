// The server sends these texts too; both read this one file.
import errors from "../../../../worker/contract/errors.en.json";
import type { ClientErrorCode } from "../../../lib/api-error";
import account from "./account.json";
import applications from "./applications.json";
import companies from "./companies.json";
import mail from "./mail.json";
import messages from "./messages.json";

/** What the signed-in app, the sign-in and the wizard say. */
export default {
  account,
  applications,
  companies,
  errors: errors satisfies Record<ClientErrorCode, string>,
  mail,
  messages,
};
