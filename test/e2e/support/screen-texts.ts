import deAccount from "../../../web/i18n/locales/de/account.json" with { type: "json" };
import deApplications from "../../../web/i18n/locales/de/applications.json" with { type: "json" };
import deArchive from "../../../web/i18n/locales/de/archive.json" with { type: "json" };
import deBoard from "../../../web/i18n/locales/de/board.json" with { type: "json" };
import deCommon from "../../../web/i18n/locales/de/common.json" with { type: "json" };
import deCompanies from "../../../web/i18n/locales/de/companies.json" with { type: "json" };
import deCompany from "../../../web/i18n/locales/de/company.json" with { type: "json" };
import deErrors from "../../../web/i18n/locales/de/errors.json" with { type: "json" };
import deFollowUps from "../../../web/i18n/locales/de/follow-ups.json" with { type: "json" };
import deInbox from "../../../web/i18n/locales/de/inbox.json" with { type: "json" };
import deLanding from "../../../web/i18n/locales/de/landing.json" with { type: "json" };
import deLegal from "../../../web/i18n/locales/de/legal.json" with { type: "json" };
import deMail from "../../../web/i18n/locales/de/mail.json" with { type: "json" };
import deMessages from "../../../web/i18n/locales/de/messages.json" with { type: "json" };
import deNumbers from "../../../web/i18n/locales/de/numbers.json" with { type: "json" };
import deOutbox from "../../../web/i18n/locales/de/outbox.json" with { type: "json" };
import deSearch from "../../../web/i18n/locales/de/search.json" with { type: "json" };
import enAccount from "../../../web/i18n/locales/en/account.json" with { type: "json" };
import enApplications from "../../../web/i18n/locales/en/applications.json" with { type: "json" };
import enArchive from "../../../web/i18n/locales/en/archive.json" with { type: "json" };
import enBoard from "../../../web/i18n/locales/en/board.json" with { type: "json" };
import enCommon from "../../../web/i18n/locales/en/common.json" with { type: "json" };
import enCompanies from "../../../web/i18n/locales/en/companies.json" with { type: "json" };
import enCompany from "../../../web/i18n/locales/en/company.json" with { type: "json" };
import enFollowUps from "../../../web/i18n/locales/en/follow-ups.json" with { type: "json" };
import enInbox from "../../../web/i18n/locales/en/inbox.json" with { type: "json" };
import enLanding from "../../../web/i18n/locales/en/landing.json" with { type: "json" };
import enLegal from "../../../web/i18n/locales/en/legal.json" with { type: "json" };
import enMail from "../../../web/i18n/locales/en/mail.json" with { type: "json" };
import enMessages from "../../../web/i18n/locales/en/messages.json" with { type: "json" };
import enNumbers from "../../../web/i18n/locales/en/numbers.json" with { type: "json" };
import enOutbox from "../../../web/i18n/locales/en/outbox.json" with { type: "json" };
import enSearch from "../../../web/i18n/locales/en/search.json" with { type: "json" };
import frAccount from "../../../web/i18n/locales/fr/account.json" with { type: "json" };
import frApplications from "../../../web/i18n/locales/fr/applications.json" with { type: "json" };
import frArchive from "../../../web/i18n/locales/fr/archive.json" with { type: "json" };
import frBoard from "../../../web/i18n/locales/fr/board.json" with { type: "json" };
import frCommon from "../../../web/i18n/locales/fr/common.json" with { type: "json" };
import frCompanies from "../../../web/i18n/locales/fr/companies.json" with { type: "json" };
import frCompany from "../../../web/i18n/locales/fr/company.json" with { type: "json" };
import frErrors from "../../../web/i18n/locales/fr/errors.json" with { type: "json" };
import frFollowUps from "../../../web/i18n/locales/fr/follow-ups.json" with { type: "json" };
import frInbox from "../../../web/i18n/locales/fr/inbox.json" with { type: "json" };
import frLanding from "../../../web/i18n/locales/fr/landing.json" with { type: "json" };
import frLegal from "../../../web/i18n/locales/fr/legal.json" with { type: "json" };
import frMail from "../../../web/i18n/locales/fr/mail.json" with { type: "json" };
import frMessages from "../../../web/i18n/locales/fr/messages.json" with { type: "json" };
import frNumbers from "../../../web/i18n/locales/fr/numbers.json" with { type: "json" };
import frOutbox from "../../../web/i18n/locales/fr/outbox.json" with { type: "json" };
import frSearch from "../../../web/i18n/locales/fr/search.json" with { type: "json" };
import { joinHyphens } from "../../../web/i18n/typography.ts";
import enErrors from "../../../worker/contract/errors.en.json" with { type: "json" };

/** As the app sets them; all other signs of its typesetting are spaces, which Playwright takes for one another. */
const joinAll = <T>(texts: T): T => JSON.parse(joinHyphens(JSON.stringify(texts))) as T;

/** The texts on screen, so that tests find elements by what a user reads. */
export const TEXTS = {
  fr: joinAll({
    account: frAccount,
    applications: frApplications,
    archive: frArchive,
    board: frBoard,
    common: frCommon,
    companies: frCompanies,
    company: frCompany,
    errors: frErrors,
    inbox: frInbox,
    followUps: frFollowUps,
    landing: frLanding,
    legal: frLegal,
    mail: frMail,
    messages: frMessages,
    numbers: frNumbers,
    outbox: frOutbox,
    search: frSearch,
  }),
  en: {
    account: enAccount,
    applications: enApplications,
    archive: enArchive,
    board: enBoard,
    common: enCommon,
    companies: enCompanies,
    company: enCompany,
    errors: enErrors,
    inbox: enInbox,
    followUps: enFollowUps,
    landing: enLanding,
    legal: enLegal,
    mail: enMail,
    messages: enMessages,
    numbers: enNumbers,
    outbox: enOutbox,
    search: enSearch,
  },
  de: joinAll({
    account: deAccount,
    applications: deApplications,
    archive: deArchive,
    board: deBoard,
    common: deCommon,
    companies: deCompanies,
    company: deCompany,
    errors: deErrors,
    inbox: deInbox,
    followUps: deFollowUps,
    landing: deLanding,
    legal: deLegal,
    mail: deMail,
    messages: deMessages,
    numbers: deNumbers,
    outbox: deOutbox,
    search: deSearch,
  }),
};
export type Texts = (typeof TEXTS)[keyof typeof TEXTS];

/** Matches a text with any values in its placeholders. French texts have no-break spaces on screen. */
export const toPattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/\{\{\w+\}\}/u)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&").replaceAll(" ", "\\s"))
      .join(".+")}$`,
    "u",
  );

/** The boxes to tick before a batch: the first one says how many messages were not read. */
export const listBatchBoxes = ({ mail: { bulk } }: Texts): readonly (string | RegExp)[] => [
  new RegExp(
    [bulk.reviewed, bulk.reviewedUnread_one, bulk.reviewedUnread_other].map((text) => toPattern(text).source).join("|"),
    "u",
  ),
  bulk.compliance,
  bulk.acknowledge,
];
