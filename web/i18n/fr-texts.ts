import type { ClientErrorCode } from "../lib/api-error";
import account from "./fr/account.json";
import common from "./fr/common.json";
import companies from "./fr/companies.json";
import errors from "./fr/errors.json";
import landing from "./fr/landing.json";
import legal from "./fr/legal.json";
import mail from "./fr/mail.json";
import messages from "./fr/messages.json";
import search from "./fr/search.json";

/** All French texts, the reference of the keys. */
export const fr = { account, common, companies, errors: errors satisfies Record<ClientErrorCode, string>, landing, legal, mail, messages, search };
