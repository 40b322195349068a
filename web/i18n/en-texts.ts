import type { ClientErrorCode } from "../lib/api-error";
import account from "./en/account.json";
import common from "./en/common.json";
import companies from "./en/companies.json";
import errors from "./en/errors.json";
import landing from "./en/landing.json";
import legal from "./en/legal.json";
import mail from "./en/mail.json";
import messages from "./en/messages.json";
import search from "./en/search.json";

/** All English texts. */
export const en = { account, common, companies, errors: errors satisfies Record<ClientErrorCode, string>, landing, legal, mail, messages, search };
