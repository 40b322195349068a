import { LIMITS } from "../../contract/limits";
import { ApiError } from "../../platform/api-error";

/** PDF readers accept a header within the first kilobyte. */
const PDF_HEADER = "%PDF-";
const PDF_HEADER_WITHIN_BYTES = 1024;
/** Some systems send no type for a PDF; the magic bytes decide then. */
const PDF_MEDIA_TYPES: ReadonlySet<string> = new Set([
  "application/pdf",
  "application/x-pdf",
  "application/octet-stream",
  "",
]);
const MAX_FILE_NAME_LENGTH = 100;

/** Checks that need no parsing. @throws ApiError `cv_too_large` or `cv_pdf_only` */
export function validateCv(type: string, bytes: Uint8Array): void {
  if (bytes.byteLength > LIMITS.cvBytes) throw new ApiError("cv_too_large");
  if (!PDF_MEDIA_TYPES.has(toMediaType(type)) || !hasPdfHeader(bytes)) throw new ApiError("cv_pdf_only");
}

const toMediaType = (type: string) => type.replace(/;.*$/su, "").trim().toLowerCase();

export function hasPdfHeader(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, PDF_HEADER_WITHIN_BYTES)).includes(PDF_HEADER);
}

/** Display name of an upload: no path, no control or direction characters, at most 100 characters, ending in .pdf. */
export function cleanFileName(name: string): string {
  const last = name.toWellFormed().normalize("NFC").split(/[/\\]/u).at(-1) ?? "";
  const stem = last
    .replace(/[\p{C}"<>:|?*\u2028\u2029]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/(\.pdf)+$/iu, "")
    .replace(/^[.\s]+|[.\s]+$/gu, "");
  const short = [...stem]
    .slice(0, MAX_FILE_NAME_LENGTH - 4)
    .join("")
    .trim();
  return `${short || "cv"}.pdf`;
}
