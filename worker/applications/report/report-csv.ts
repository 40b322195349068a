import { toCsv } from "../../contract/csv";
import type { MessageLanguage } from "../../contract/field-schemas";
import type { Report } from "./report";
import { REPORT_COLUMNS, REPORT_TEXTS, toCells } from "./report-texts";

/** The record as a table, a line an application. @param withLetters two more columns: subject and message */
export function composeReportCsv({ lines }: Report, language: MessageLanguage, withLetters: boolean): string {
  const { columns, subject, message } = REPORT_TEXTS[language];
  const head = REPORT_COLUMNS.map((column) => columns[column]);
  const rows = lines.map((line, at) => {
    const cells = toCells(line, at + 1, language);
    const letter = withLetters ? [line.letter?.subject ?? "", line.letter?.text ?? ""] : [];
    return [...REPORT_COLUMNS.map((column) => cells[column]), ...letter];
  });
  return toCsv([[...head, ...(withLetters ? [subject, message] : [])], ...rows], language);
}
