import * as account from "../../../worker/contract/account";
import * as activity from "../../../worker/contract/activity";
import * as applications from "../../../worker/contract/applications";
import * as companies from "../../../worker/contract/companies";
import * as companyPage from "../../../worker/contract/company-page";
import type { Endpoint } from "../../../worker/contract/endpoint";
import * as followUps from "../../../worker/contract/follow-ups";
import * as inbox from "../../../worker/contract/inbox";
import * as mail from "../../../worker/contract/mail";
import * as messages from "../../../worker/contract/messages";
import * as monitoring from "../../../worker/contract/monitoring";
import * as numbers from "../../../worker/contract/numbers";
import * as objections from "../../../worker/contract/objections";
import * as outbox from "../../../worker/contract/outbox";
import * as ownLists from "../../../worker/contract/own-lists";
import * as profiles from "../../../worker/contract/profiles";
import * as report from "../../../worker/contract/report";
import * as savedSearches from "../../../worker/contract/saved-searches";
import * as search from "../../../worker/contract/search";

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" &&
  value !== null &&
  "method" in value &&
  "path" in value &&
  "access" in value &&
  "answer" in value;

/** Every call of the API, as the contract describes it. */
export const ENDPOINTS: readonly Endpoint[] = [
  account,
  profiles,
  companies,
  companyPage,
  applications,
  inbox,
  report,
  numbers,
  search,
  savedSearches,
  objections,
  ownLists,
  messages,
  mail,
  outbox,
  followUps,
  activity,
  monitoring,
].flatMap((file) => Object.values(file).filter(isEndpoint));

/** The outcome of a company, where a test has made one. */
export const toEventId = (companyId: string): string => `event-${companyId}`;

/** The path of a call, with `id` as its parameter, the first version of a message, a way to apply, and an event. */
export const toPath = ({ path }: Pick<Endpoint, "path">, id = "absent"): string =>
  `/api${path.replace(":id", id).replace(":version", "1").replace(":way", "phone").replace(":event", toEventId(id))}`;
export const toTitle = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`;
