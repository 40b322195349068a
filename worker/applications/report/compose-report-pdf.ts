import type { MessageLanguage } from "../../contract/field-schemas";
import type { Report } from "./report";

/** What the record as a document is made of. */
export interface ReportDocument {
  report: Report;
  language: MessageLanguage;
  /** Whose applications they are. */
  name: string;
  /** YYYY-MM-DD */
  madeOn: string;
}

/** Composes the record as a tagged PDF. The same record of the same day has the same bytes. */
export async function composeReportPdf(document: ReportDocument): Promise<Uint8Array> {
  // Loaded by the first record only, like the letter's.
  const { writeReportPdf } = await import("./write-report-pdf");
  return writeReportPdf(document);
}
