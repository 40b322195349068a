import type * as api from "../contract/company-page";
import type { SignedInContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { foldText } from "../lib/fold-text";
import { ApiError } from "../platform/api-error";
import { toCompany } from "./company-dto";
import { listCompanyFacts } from "./company-source";
import { deleteTag, insertTag, type NoteRow, saveNote } from "./store-company-notes";
import type { CompanyPageRows } from "./store-company-page";

/** Rows to wire. @throws ApiError `not_found` */
export function toCompanyPage(
  [[row], [note], tags, versions, mails, applications, calls, outcomes, deadAddresses]: CompanyPageRows,
  now: Date,
): api.CompanyPage {
  if (!row) throw new ApiError("not_found");
  return {
    company: toCompany(row, now),
    facts: listCompanyFacts(row),
    note: toNote(note),
    tags: tags.map(({ tag }) => tag),
    versions: versions.map(({ version, author, createdAt }) => ({ version, author, created_at: createdAt })),
    mails,
    applications,
    calls,
    outcomes,
    dead_addresses: deadAddresses,
  };
}

/** @throws ApiError `not_found`, `note_changed` */
export async function saveCompanyNote(
  { deps, user }: SignedInContext,
  { params, body: { text, version } }: RequestInput<typeof api.saveCompanyNote>,
) {
  const key = { userId: user.id, companyId: params.id };
  const { saved, note, place } = await saveNote(deps.db, key, { text, version, at: deps.now().toISOString() });
  requireOpen(place);
  // The answer to an earlier try may have been lost.
  if (!saved && note?.text !== text) throw new ApiError("note_changed");
  return { note: toNote(note) };
}

/** @throws ApiError `not_found`, `tags_full` */
export async function addCompanyTag(
  { deps, user }: SignedInContext,
  { params, body }: RequestInput<typeof api.addCompanyTag>,
) {
  const tag = joinSpaces(body.tag);
  const foldedTag = toTagKey(tag);
  const { tags, place } = await insertTag(
    deps.db,
    { userId: user.id, companyId: params.id },
    { tag, foldedTag, at: deps.now().toISOString() },
  );
  requireOpen(place);
  if (!tags.some((each) => each.foldedTag === foldedTag)) throw new ApiError("tags_full");
  return { tags: tags.map((each) => each.tag) };
}

/** @throws ApiError `not_found` */
export async function removeCompanyTag(
  { deps, user }: SignedInContext,
  { params, body }: RequestInput<typeof api.removeCompanyTag>,
) {
  const { tags, place } = await deleteTag(deps.db, { userId: user.id, companyId: params.id }, toTagKey(body.tag));
  if (!place) throw new ApiError("not_found");
  return { tags: tags.map(({ tag }) => tag) };
}

const joinSpaces = (text: string): string => text.replace(/\s+/gu, " ");
/** A tag as it is compared; one of nothing but accents is compared as it is. */
export const toTagKey = (tag: string): string => foldText(joinSpaces(tag)) || tag;

function requireOpen(place: { archivedAt: string | null } | undefined): void {
  if (!place || place.archivedAt !== null) throw new ApiError("not_found");
}

const toNote = (row: NoteRow | undefined): api.CompanyNote => ({
  text: row?.text ?? "",
  version: row?.version ?? 0,
  updated_at: row?.updatedAt ?? null,
});
