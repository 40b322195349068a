import type { CvTextStatus } from "../../contract/account";
import type { MessageLanguage } from "../../contract/field-schemas";
import { readLanguage } from "../../letter-check/detect-language";

interface CvTextOfProfile {
  cvPath: string | null;
  /** Its beginning is enough. */
  cvText: string | null;
  cvTextStatus: CvTextStatus | null;
}

/** The language that the text of a CV has; null for one that could not be read, or tells none. */
export const readCvLanguage = ({ cvPath, cvText, cvTextStatus }: CvTextOfProfile): MessageLanguage | null =>
  cvPath !== null && cvTextStatus === "ok" ? readLanguage(cvText ?? "") : null;

/** The language of the CV of a profile: what its file says, else what the user said; null where neither is known. */
export const findCvLanguage = (
  profile: CvTextOfProfile & { profileLanguage: MessageLanguage | null },
): MessageLanguage | null => readCvLanguage(profile) ?? profile.profileLanguage;
