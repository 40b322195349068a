import type { Deps } from "../../compose";
import { logError } from "../../lib/log";
import { randomToken } from "../../lib/random-token";
import { ApiError } from "../../platform/api-error";
import { toCvPrefix, enqueueCvText } from "./cv-text-job";
import { validateCv, cleanFileName } from "./cv-validation";
import { isCvWaiting, replaceCv, type StoredCv } from "./store-cv";

/** Longest time from an upload's file to its row. Milliseconds. */
const UPLOAD_MAX_MS = 60_000;

/**
 * Stores an upload as the CV of a profile in place of the previous one; a separate invocation extracts its text.
 * @param profileId undefined for the default one
 * @param later runs work after the response
 * @returns it, and how many unsent letters will leave with it instead of the one that it replaces
 * @throws ApiError for a file that is no PDF or too large, `not_found` for an unknown profile, `unauthenticated`
 * when the account was closed in the meantime
 */
export async function storeCv(
  deps: Deps,
  userId: string,
  profileId: string | undefined,
  file: File,
  later: (work: Promise<unknown>) => void,
): Promise<{ cv: StoredCv; letters: number }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  validateCv(file.type, bytes);
  const cv = {
    path: `${toCvPrefix(userId)}${randomToken()}`,
    name: cleanFileName(file.name),
    size: bytes.byteLength,
    uploadedAt: deps.now().toISOString(),
  };
  await deps.files.put(cv.path, bytes, "application/pdf");
  const { stored, previous, paths, letters } = await replaceCv(deps.db, userId, profileId, cv).catch(
    async (error: unknown) => {
      // The row may have been written after all and then needs its file; a spare file goes with the next upload or the
      // account.
      if (
        await isCvWaiting(deps.db, userId, cv.path).then(
          (waiting) => !waiting,
          () => false,
        )
      )
        await deleteCvFile(deps, cv.path);
      throw error;
    },
  );
  if (!stored) {
    await deleteCvFile(deps, cv.path);
    throw new ApiError(profileId === undefined ? "unauthenticated" : "not_found");
  }
  if (previous !== null) later(deleteCvFile(deps, previous));
  // Files of failed earlier uploads; one under way is younger.
  later(
    deps.files.deleteAll(toCvPrefix(userId), {
      keys: new Set(paths),
      since: new Date(deps.now().getTime() - UPLOAD_MAX_MS),
    }),
  );
  later(enqueueCvText(deps, userId, cv.path));
  return { cv, letters: previous === null ? 0 : letters };
}

/** What remains has the user's prefix, so the next upload or the deletion of the account removes it. */
export async function deleteCvFile(deps: Pick<Deps, "files">, path: string): Promise<void> {
  await deps.files.delete(path).catch((error: unknown) => logError("cv_not_dropped", error));
}
