import { LIMITS } from "../contract/limits";
import type { addDoNotContact, removeDoNotContact } from "../contract/mail";
import type { SignedInContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { normalizeEntry } from "../lib/email-address";
import { ApiError } from "../platform/api-error";
import { insertDoNotContactEntry, deleteDoNotContactEntry } from "./store-do-not-contact";

/** Idempotent: an entry already on the list stays as it is. */
export async function addDoNotContactEntry(
  { deps, user }: SignedInContext,
  { body }: RequestInput<typeof addDoNotContact>,
) {
  const entry = requireEntry(body.entry);
  const entries = await insertDoNotContactEntry(
    deps.db,
    { userId: user.id, entry, createdAt: deps.now().toISOString() },
    LIMITS.doNotContact,
  );
  if (!entries.some((row) => row.entry === entry)) throw new ApiError("do_not_contact_full");
  return toDoNotContactList(entries);
}

/** Idempotent. */
export async function removeDoNotContactEntry(
  { deps, user }: SignedInContext,
  { body }: RequestInput<typeof removeDoNotContact>,
) {
  return toDoNotContactList(await deleteDoNotContactEntry(deps.db, user.id, requireEntry(body.entry)));
}

export const toDoNotContactList = (rows: { entry: string; createdAt: string }[]) => ({
  entries: rows.map(({ entry, createdAt }) => ({ entry, created_at: createdAt })),
});

function requireEntry(text: string): string {
  const entry = normalizeEntry(text);
  if (entry === null) throw new ApiError("do_not_contact_invalid", { fields: { entry: "do_not_contact_invalid" } });
  return entry;
}
