import type { Deps } from "../compose";
import { LIMITS } from "../contract/limits";
import type { addDoNotContact, removeDoNotContact } from "../contract/mail";
import type { SignedInContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { normalizeEntry } from "../lib/email-address";
import { ApiError } from "../platform/api-error";
import { deleteDoNotContactEntry, insertDoNotContactEntry, isOnDoNotContactList } from "./store-do-not-contact";
import { listObjected } from "./store-objections";

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

/** Whether an address must not be written to by this user. @param address lower case, ASCII */
export async function isBlockedAddress(
  { db, sharedDb }: Pick<Deps, "db" | "sharedDb">,
  userId: string,
  address: string,
): Promise<boolean> {
  const [isOnList, objected] = await Promise.all([
    isOnDoNotContactList(db, userId, address),
    listObjected(sharedDb, [address]),
  ]);
  return isOnList || objected.size > 0;
}

export const toDoNotContactList = (rows: { entry: string; createdAt: string }[]) => ({
  entries: rows.map(({ entry, createdAt }) => ({ entry, created_at: createdAt })),
});

function requireEntry(text: string): string {
  const entry = normalizeEntry(text);
  if (entry === null) throw new ApiError("do_not_contact_invalid", { fields: { entry: "do_not_contact_invalid" } });
  return entry;
}
