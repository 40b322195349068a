import { toCompany } from "../companies/company-dto";
import type { CompanyRow } from "../companies/rules-recipient";
import type * as api from "../contract/applications";
import type { SignedInContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { foldText } from "../lib/fold-text";
import { ApiError } from "../platform/api-error";
import { composeCalendar } from "./calendar";
import { saveNextDate } from "./store-next-dates";

/** @throws ApiError `not_found` */
export const setNextDate = async (
  context: SignedInContext,
  { params, body: { at, text = "" } }: RequestInput<typeof api.setNextDate>,
) => changeNextDate(context, params.id, { at: new Date(at).toISOString(), text });

/** @throws ApiError `not_found` */
export const clearNextDate = async (context: SignedInContext, { params }: RequestInput<typeof api.clearNextDate>) =>
  changeNextDate(context, params.id, null);

async function changeNextDate(
  { deps, user }: SignedInContext,
  companyId: string,
  date: { at: string; text: string } | null,
) {
  const now = deps.now();
  const row = await saveNextDate(deps.db, { userId: user.id, companyId }, date, now.toISOString());
  if (!row || row.archivedAt !== null) throw new ApiError("not_found");
  return { company: toCompany(row, now) };
}

/** @throws ApiError `not_found` without a next date */
export function sendNextDateFile({ c }: SignedInContext, row: CompanyRow | undefined): Response {
  if (!row || row.nextAt === null) throw new ApiError("not_found");
  const { id, name, city, website, nextAt, nextText, nextChangedAt, nextChanges } = row;
  const file = composeCalendar({
    uid: `${id}@candidature`,
    at: nextAt,
    changedAt: nextChangedAt ?? nextAt,
    changes: nextChanges,
    summary: nextText === "" ? name : `${name}: ${nextText}`,
    place: city,
    url: website,
  });
  const fileName = foldText(name).replaceAll(/[^a-z0-9]+/gu, "-") || "date";
  return c.body(file, 200, {
    "content-type": "text/calendar; charset=utf-8",
    "content-disposition": `attachment; filename="${fileName}.ics"`,
  });
}
