import type { Language } from "../../worker/contract/field-schemas";

/**
 * A text of a third party may be a formula to a spreadsheet; a leading apostrophe makes it text. Telephone numbers
 * are harmless.
 */
const escapeFormula = (text: string): string =>
  /^[\s\p{C}]*[=+\-@＝＋－＠\t\r]/u.test(text) && !/^\+[\d;+]+$/u.test(text) ? `'${text}` : text;
const quoteCell = (text: string): string => `"${escapeFormula(text).replaceAll('"', '""')}"`;

/**
 * A table for a spreadsheet: every cell quoted, CRLF, a byte order mark for Excel.
 * @param rows the first one is the head
 * @param language decides the separator the reader's spreadsheet expects: `,` in English, else `;`
 */
export function toCsv(rows: readonly (readonly string[])[], language: Language): string {
  const separator = language === "en" ? "," : ";";
  return `\uFEFF${rows.map((cells) => cells.map(quoteCell).join(separator)).join("\r\n")}\r\n`;
}

/** Hands a table to the browser as a file. */
export function downloadCsv(name: string, rows: readonly (readonly string[])[], language: Language): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([toCsv(rows, language)], { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  // The browser reads the file after the click, so it is released later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
