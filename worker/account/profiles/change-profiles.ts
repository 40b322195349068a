import type * as api from "../../contract/profiles";
import type { Profile } from "../../contract/profiles";
import type { SignedInContext } from "../../http/request-context";
import type { RequestInput } from "../../http/route";
import { ApiError } from "../../platform/api-error";
import { toCv } from "../account-dto";
import { findCvLanguage, readCvLanguage } from "../cv/cv-language";
import { namesOwner } from "../cv/cv-owner";
import { deleteCvFile } from "../cv/cv-upload";
import {
  deleteProfileQueries,
  insertProfile,
  makeDefaultQueries,
  profilesQuery,
  type ProfileRow,
  updateProfileQueries,
} from "./store-profiles";

/**
 * Rows to wire.
 * @param userName as it signs the letters
 */
export const toProfiles = (rows: readonly ProfileRow[], userName: string): { profiles: Profile[] } => ({
  profiles: rows.map((row) => ({
    id: row.id,
    name: row.name,
    language: findCvLanguage(row),
    language_read: readCvLanguage(row) !== null,
    is_default: row.isDefault === 1,
    template_message: row.templateMessage,
    cv: toCv(row),
    cv_names_user: row.cvPath !== null && row.cvTextStatus === "ok" ? namesOwner(row.cvText ?? "", userName) : null,
    letters: row.letters,
  })),
});

/** @throws ApiError `profiles_full` */
export async function addProfile({ deps, user, at }: SignedInContext, { body }: RequestInput<typeof api.addProfile>) {
  const rows = await insertProfile(deps.db, {
    userId: user.id,
    id: crypto.randomUUID(),
    ...body,
    createdAt: at.toISOString(),
  });
  const added = rows.find(
    ({ isDefault, name, profileLanguage }) =>
      isDefault === 0 && name === body.name && profileLanguage === body.language,
  );
  if (!added) throw new ApiError("profiles_full");
  return { ...toProfiles(rows, user.name), profile_id: added.id };
}

/** @throws ApiError `not_found` */
export async function changeProfile(
  { deps, user }: SignedInContext,
  { params, body: { name, language, is_default } }: RequestInput<typeof api.patchProfile>,
) {
  const { db } = deps;
  const [, , , , , , rows] = await db.batch([
    ...updateProfileQueries(db, user.id, params.id, { profileName: name, profileLanguage: language }),
    ...makeDefaultQueries(db, user.id, params.id, is_default === true),
    profilesQuery(db, user.id),
  ]);
  if (!rows.some((row) => row.id === params.id)) throw new ApiError("not_found");
  return toProfiles(rows, user.name);
}

/** @throws ApiError `not_found`, `profile_default`, `profile_in_use` */
export async function deleteProfile(
  { deps, user, runAfterResponse }: SignedInContext,
  { params, body }: RequestInput<typeof api.deleteProfile>,
) {
  const [[deleted], , , , rows] = await deps.db.batch(
    deleteProfileQueries(deps.db, user.id, params.id, body.move_letters),
  );
  if (!deleted) {
    const kept = rows.find((row) => row.id === params.id);
    throw new ApiError(!kept ? "not_found" : kept.isDefault === 1 ? "profile_default" : "profile_in_use");
  }
  if (deleted.cvPath !== null) runAfterResponse(deleteCvFile(deps, deleted.cvPath));
  return toProfiles(rows, user.name);
}
