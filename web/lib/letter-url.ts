import { toUrl } from "../../worker/contract/endpoint";
import { getLetterFile } from "../../worker/contract/mail";

/** Where the browser shows the letter to a company as a PDF. */
export const toLetterUrl = (companyId: string): string => toUrl(getLetterFile.path, {}, { id: companyId });
