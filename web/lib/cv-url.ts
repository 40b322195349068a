import { getCvFile } from "../../worker/contract/account";
import { toUrl } from "../../worker/contract/endpoint";

/** Where the browser shows the CV's PDF, at a page if it is known. Pages count from 1. */
export const toCvUrl = (page: number | null): string =>
  `${toUrl(getCvFile.path)}${page === null ? "" : `#page=${page}`}`;
