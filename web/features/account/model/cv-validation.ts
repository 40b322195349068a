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
