import { LIMITS } from "../../../../worker/contract/limits";
import type { Profile } from "../../../../worker/contract/profiles";

/** Checks type and size before the upload; the server also checks the content. */
export function findCvProblem(
  file: Pick<File, "name" | "type" | "size">,
  maxBytes: number,
): "cv_pdf_only" | "cv_too_large" | null {
  const isPdf = file.type === "application/pdf" || (file.type === "" && file.name.toLowerCase().endsWith(".pdf"));
  if (!isPdf) return "cv_pdf_only";
  return file.size > maxBytes ? "cv_too_large" : null;
}

/** So little text that the CV must be a scan: fewer than 200 characters. */
export const looksScanned = (text: string): boolean => text.replaceAll(/\s/gu, "").length < 200;

/** Whether nothing about the default CV needs to be seen: it is read, has the user's name, and is not heavy. */
export const hasGoodCv = (profiles: readonly Profile[]): boolean =>
  profiles.some(
    ({ is_default: isDefault, cv, cv_names_user: namesUser }) =>
      isDefault && namesUser === true && cv !== null && cv.size <= LIMITS.cvHeavyBytes,
  );
