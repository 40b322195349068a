import { entryOf } from "../companies/rules-address";
import { LIMITS } from "../contract/limits";
import type { addDoNotContact, removeDoNotContact } from "../contract/mail";
import type { SignedInContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { ApiError } from "../platform/api-error";
import { addEntry, removeEntry } from "./store-do-not-contact";

/** Puts an address or a domain on the list; one that is there already stays as it is. */
export async function addToList({ deps, user }: SignedInContext, { body }: RequestInput<typeof addDoNotContact>) {
  const entry = required(body.entry);
  const entries = await addEntry(
    deps.db,
    { userId: user.id, entry, createdAt: deps.now().toISOString() },
    LIMITS.doNotContact,
  );
  if (!entries.some((row) => row.entry === entry)) throw new ApiError("do_not_contact_full");
  return listOf(entries);
}

/** Takes one off the list; one that is not there is off it. */
export async function takeOffList({ deps, user }: SignedInContext, { body }: RequestInput<typeof removeDoNotContact>) {
  return listOf(await removeEntry(deps.db, user.id, required(body.entry)));
}

export const listOf = (rows: { entry: string; createdAt: string }[]) => ({
  entries: rows.map(({ entry, createdAt }) => ({ entry, created_at: createdAt })),
});

function required(text: string): string {
  const entry = entryOf(text);
  if (entry === null) throw new ApiError("do_not_contact_invalid", { fields: { entry: "do_not_contact_invalid" } });
  return entry;
}
