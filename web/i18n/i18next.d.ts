import "i18next";
import type account from "./locales/fr/account.json";
import type applications from "./locales/fr/applications.json";
import type archive from "./locales/fr/archive.json";
import type board from "./locales/fr/board.json";
import type common from "./locales/fr/common.json";
import type companies from "./locales/fr/companies.json";
import type company from "./locales/fr/company.json";
import type errors from "./locales/fr/errors.json";
import type followUps from "./locales/fr/follow-ups.json";
import type inbox from "./locales/fr/inbox.json";
import type landing from "./locales/fr/landing.json";
import type legal from "./locales/fr/legal.json";
import type mail from "./locales/fr/mail.json";
import type messages from "./locales/fr/messages.json";
import type numbers from "./locales/fr/numbers.json";
import type outbox from "./locales/fr/outbox.json";
import type search from "./locales/fr/search.json";

/** All texts, one group per file; the French files define the keys. */
interface Texts {
  account: typeof account;
  applications: typeof applications;
  archive: typeof archive;
  board: typeof board;
  common: typeof common;
  companies: typeof companies;
  company: typeof company;
  errors: typeof errors;
  inbox: typeof inbox;
  followUps: typeof followUps;
  landing: typeof landing;
  legal: typeof legal;
  mail: typeof mail;
  messages: typeof messages;
  numbers: typeof numbers;
  outbox: typeof outbox;
  search: typeof search;
}

declare module "i18next" {
  interface CustomTypeOptions {
    enableSelector: true;
    resources: { translation: Texts };
  }
}
