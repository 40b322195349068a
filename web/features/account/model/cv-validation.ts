/** "PDF only" and "5 MB" before the upload starts; the server looks again, inside the file. */
export function findCvProblem(
  file: Pick<File, "name" | "type" | "size">,
  maxBytes: number,
): "cv_pdf_only" | "cv_too_large" | null {
  const isPdf = file.type === "application/pdf" || (file.type === "" && file.name.toLowerCase().endsWith(".pdf"));
  if (!isPdf) return "cv_pdf_only";
  return file.size > maxBytes ? "cv_too_large" : null;
}

/** So little text that most of the page must be a picture, as with a scan that has a line of text on it. */
export const looksScanned = (text: string): boolean => text.replaceAll(/\s/gu, "").length < 200;
