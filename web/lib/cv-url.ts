import { getCvFile } from "../../worker/contract/account";
import { toUrl } from "../../worker/contract/endpoint";

/**
 * Where the browser shows a CV's PDF, at a page if it is known. Pages count from 1.
 * @param profileId null or undefined for the CV of the default profile
 */
export const toCvUrl = (page: number | null, profileId?: string | null): string =>
  `${toUrl(getCvFile.path, { profile_id: profileId ?? undefined })}${page === null ? "" : `#page=${page}`}`;
