import type * as api from "../contract/companies";
import type { SignedInContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { ApiError } from "../platform/api-error";
import { checkTypedEmail } from "../suppression/check-typed-email";
import { listObjected } from "../suppression/store-objections";
import { toCompany } from "./company-dto";
import type { CompanyRow } from "./rules-recipient";
import { saveTypedEmail } from "./store-typed-email";

/** Adds, corrects or removes an address by hand. */
export async function setCompanyEmail(
  { deps, signal }: SignedInContext,
  { body }: RequestInput<typeof api.setCompanyEmail>,
  row: CompanyRow | undefined,
) {
  if (!row || row.archivedAt !== null) throw new ApiError("not_found");
  const checked = body.email === undefined ? null : await checkTypedEmail(deps, body.email, signal);
  const typed = { email: checked?.email, replaces: body.replaces, at: deps.now().toISOString() };
  const objected = await listObjected(deps.sharedDb, typed.email === undefined ? [] : [typed.email]);
  if (objected.size > 0) throw doNotContactError();
  const saved = await saveTypedEmail(deps.db, row, typed);
  if (!saved.changed || !saved.row) throw toRefusal(saved);
  return { company: toCompany(saved.row, deps.now()), mail_check: checked?.mailCheck ?? null };
}

const doNotContactError = () => new ApiError("do_not_contact", { fields: { email: "do_not_contact" } });

function toRefusal({ row, isOnList, isDead }: Awaited<ReturnType<typeof saveTypedEmail>>): ApiError {
  if (!row || row.archivedAt !== null) return new ApiError("not_found");
  if (isOnList) return doNotContactError();
  if (isDead) return new ApiError("dead_address", { fields: { email: "dead_address" } });
  if (row.sendStatus === "sent") return new ApiError("already_sent");
  return new ApiError(row.sendStatus === "sending" ? "in_flight" : "message_changed");
}
