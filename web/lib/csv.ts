import { toCsv } from "../../worker/contract/csv";
import type { Language } from "../../worker/contract/field-schemas";

/** Hands a table to the browser as a file. */
export function downloadCsv(name: string, rows: readonly (readonly string[])[], language: Language): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([toCsv(rows, language)], { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  // The browser reads the file after the click, so it is released later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
