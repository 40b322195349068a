import type { ReportDocument } from "./report";

/** Composes the record as a tagged PDF. The same record of the same day has the same bytes. */
export async function composeReportPdf(document: ReportDocument): Promise<Uint8Array> {
  // Loaded by the first record only, like the letter's.
  const { writeReportPdf } = await import("./write-report-pdf");
  return writeReportPdf(document);
}
