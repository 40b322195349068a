import { toCsv } from "../../worker/contract/csv";
import type { Language } from "../../worker/contract/field-schemas";
import { downloadFile } from "./download";

/** Hands a table to the browser as a file, its heads without the signs that keep words together on a screen. */
export const downloadCsv = (name: string, rows: readonly (readonly string[])[], language: Language): void => {
  const [head = [], ...rest] = rows;
  const table = [head.map((cell) => cell.replaceAll("\u2060", "")), ...rest];
  downloadFile(name, new Blob([toCsv(table, language)], { type: "text/csv;charset=utf-8" }));
};
