import { findKnownIdentities } from "../../companies/store-import";
import type { ErrorCode } from "../../contract/errors";
import * as api from "../../contract/own-lists";
import type { LineProblem, ListField } from "../../contract/own-lists";
import type { App, SignedInContext } from "../../http/request-context";
import { type RequestInput, route } from "../../http/route";
import { ApiError } from "../../platform/api-error";
import { checkTypedEmail } from "../../suppression/check-typed-email";
import { isBlockedAddress } from "../../suppression/do-not-contact";
import { getSearchObject } from "../ensure-search-runs";
import { checkLine } from "./check-line";
import { listIdentities, type ReadList, readListFile, readPastedList, toPreview } from "./read-list";
import { startList, startWaitingList, toLineRules } from "./start-list";

export function registerOwnListRoutes(app: App): void {
  route(app, api.previewList, {
    handler: (context, { body }) => previewList(context, readPastedList(body.text, toLineRules(context))),
  });
  route(app, api.previewListFile, {
    handler: async (context, input) => previewList(context, await readUpload(context, input)),
  });
  route(app, api.runList, {
    handler: async (context, { body }) =>
      startList(context, toCompanies(readPastedList(body.text, toLineRules(context))), "", body.profile_id),
  });
  route(app, api.runListFile, {
    handler: async (context, input) => {
      const companies = toCompanies(await readUpload(context, input));
      return startList(context, companies, cleanListName(input.file.name), input.query.profile_id);
    },
  });
  route(app, api.runTypedCompany, { handler: runTypedCompany });
  route(app, api.startWaitingList, { handler: startWaitingList });
  route(app, api.setFoundEmail, { handler: setFoundEmail });
}

async function previewList({ deps, user }: SignedInContext, list: ReadList) {
  const known = await findKnownIdentities(deps.db, user.id, listIdentities(list));
  return toPreview(list, known);
}

const toCompanies = ({ companies }: ReadList) => companies.map(({ company }) => company);

async function readUpload(context: SignedInContext, { file, query }: RequestInput<typeof api.previewListFile>) {
  return readListFile(new Uint8Array(await file.arrayBuffer()), query, toLineRules(context));
}

const MAX_LIST_NAME_CHARACTERS = 80;

/** The name of a file as it is shown. */
const cleanListName = (name: string): string =>
  name
    .replace(/\p{C}/gu, "")
    .replace(/^.*[\\/]/u, "")
    .trim()
    .slice(0, MAX_LIST_NAME_CHARACTERS);

/** The error of a field for what refuses a line. */
const FIELD_ERRORS: Record<LineProblem, ErrorCode> = {
  private_address: "website_forbidden",
  website_scheme: "website_invalid",
  website_invalid: "website_invalid",
  website_profile: "website_profile",
  formula: "invalid",
  email_invalid: "email_invalid",
  phone_invalid: "phone_invalid",
  name_missing: "required",
  no_contact: "contact_required",
  value_too_long: "too_long",
  quote_open: "invalid",
  repeated: "invalid",
  known: "invalid",
};

/** Nothing is left out of what was typed by hand: each problem is an error of its field. */
async function runTypedCompany(context: SignedInContext, { body }: RequestInput<typeof api.runTypedCompany>) {
  const { deps, signal } = context;
  const { profile_id: profileId, ...typed } = body;
  const { company, problems } = checkLine(typed, toLineRules(context));
  if (!company || problems.length > 0) throw toFieldError(problems);
  const [address] = company.emails;
  const checked = address === undefined ? null : await checkTypedEmail(deps, address, signal);
  return { ...(await startList(context, [company], company.name, profileId)), mail_check: checked?.mailCheck ?? null };
}

function toFieldError(problems: { field: ListField | null; reason: LineProblem }[]): ApiError {
  const fields = problems.map(({ field, reason }) => [field ?? "website", FIELD_ERRORS[reason]] as const);
  return new ApiError(fields[0]?.[1] ?? "invalid", { fields: Object.fromEntries(fields) });
}

async function setFoundEmail(
  { deps, user, signal }: SignedInContext,
  { params, body }: RequestInput<typeof api.setFoundEmail>,
) {
  const checked = body.email === undefined ? null : await checkTypedEmail(deps, body.email, signal);
  if (checked && (await isBlockedAddress(deps, user.id, checked.email)))
    throw new ApiError("do_not_contact", { fields: { email: "do_not_contact" } });
  const typed = { email: checked?.email, replaces: body.replaces, at: deps.now().toISOString() };
  const company = await getSearchObject(deps, params.id).setEmail(user.id, body.company_id, typed);
  if (!company) throw new ApiError("not_found");
  return { company, mail_check: checked?.mailCheck ?? null };
}
