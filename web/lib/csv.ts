import { toCsv } from "../../worker/contract/csv";
import type { Language } from "../../worker/contract/field-schemas";
import { downloadFile } from "./download";

/** Hands a table to the browser as a file. */
export const downloadCsv = (name: string, rows: readonly (readonly string[])[], language: Language): void =>
  downloadFile(name, new Blob([toCsv(rows, language)], { type: "text/csv;charset=utf-8" }));
