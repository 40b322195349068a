import type { ClientErrorCode } from "../../../lib/api-error";
import account from "./account.json";
import applications from "./applications.json";
import companies from "./companies.json";
import errors from "./errors.json";
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
