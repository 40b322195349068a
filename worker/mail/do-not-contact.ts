import { entryOf } from "../companies/rules-address";
import { LIMITS } from "../contract/limits";
import type { addDoNotContact, removeDoNotContact } from "../contract/mail";
import type { Input, UserCall } from "../http";
import { Refusal } from "../refusal";
import { addEntry, removeEntry } from "./store-do-not-contact";

/** Puts an address or a domain on the list; one that is there already stays as it is. */
export async function addToList({ deps, user }: UserCall, { body }: Input<typeof addDoNotContact>) {
  const entry = required(body.entry);
  const entries = await addEntry(
    deps.db,
    { userId: user.id, entry, createdAt: deps.now().toISOString() },
    LIMITS.doNotContact,
  );
  if (!entries.some((row) => row.entry === entry)) throw new Refusal("do_not_contact_full");
  return listOf(entries);
}

/** Takes one off the list; one that is not there is off it. */
export async function takeOffList({ deps, user }: UserCall, { body }: Input<typeof removeDoNotContact>) {
  return listOf(await removeEntry(deps.db, user.id, required(body.entry)));
}

export const listOf = (rows: { entry: string; createdAt: string }[]) => ({
  entries: rows.map(({ entry, createdAt }) => ({ entry, created_at: createdAt })),
});

function required(text: string): string {
  const entry = entryOf(text);
  if (entry === null) throw new Refusal("do_not_contact_invalid", { fields: { entry: "do_not_contact_invalid" } });
  return entry;
}
