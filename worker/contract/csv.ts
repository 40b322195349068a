import type { Language } from "./field-schemas";

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
